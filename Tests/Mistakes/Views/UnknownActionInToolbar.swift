import ComposableGtk

/// An action that does not exist, in a toolbar.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form { Text("Stock") }
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          // error: type 'Warehouse.Action' has no member 'added'
          Button("Add") { store.send(.added) }
        }
        ToolbarItem { Menu("More") { Button("Add") { store.send(.addButtonTapped) } } }
      }
      .sheet(
        item: $store.scope(state: \.destination?.crate, action: \.destination.crate)
      ) { store in
        CrateView(store: store)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      .confirmationDialog(
        $store.scope(state: \.destination?.dialog, action: \.destination.dialog)
      )
  }
}
