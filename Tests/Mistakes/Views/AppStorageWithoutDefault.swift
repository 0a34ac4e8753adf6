import ComposableGtk

/// A stored property without a value for the first start.
private struct StoredSettings: View {
  // error: 'init(_:store:)' is unavailable: give the property a value, or make it an optional:
  // nothing may be stored yet
  @AppStorage("count") private var count: Int
  var body: some View { Text("\(count)") }
}
