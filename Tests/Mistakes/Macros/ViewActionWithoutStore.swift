import ComposableGtk

/// A view that sends actions without a store.
// error: macro 'ViewAction(for:)' requires that 'Dock.Action' conform to 'ViewAction'
@ViewAction(for: Dock.self)
private struct Page: View {
  var body: some View { Text("Dock") }
}
