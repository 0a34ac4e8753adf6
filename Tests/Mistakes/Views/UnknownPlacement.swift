import ComposableGtk

/// A placement of a toolbar item that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      .toolbar {
        // error: type 'ToolbarItemPlacement' has no member 'bottomEdge'
        ToolbarItem(placement: .bottomEdge) {
          Button("Add") { store.send(.addButtonTapped) }
        }
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
