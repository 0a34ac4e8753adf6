import ComposableGtk

/// A stored property of a type that cannot be encoded.
private struct StoredStruct: View {
  struct Place { var x = 0 }
  // error: initializer 'init(wrappedValue:_:store:)' requires that 'StoredStruct.Place' conform to
  // 'RawRepresentable'
  @AppStorage("place") private var place = Place()
  var body: some View { Text("\(place.x)") }
}
