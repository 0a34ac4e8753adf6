import ComposableGtk

/// A button in a tab that sends an action that does not exist.
private struct WarehouseTabs: View {
  enum Place { case left, right }
  @State private var place = Place.left
  let store: StoreOf<Warehouse>
  var body: some View {
    TabView(selection: $place) {
      Tab("Left", systemImage: "star", value: .left) {
        // error: type 'Warehouse.Action' has no member 'addTapped'
        Button("Add") { store.send(.addTapped) }
      }
      Tab("Right", systemImage: "star", value: .right) { Text("Right") }
    }
  }
}
