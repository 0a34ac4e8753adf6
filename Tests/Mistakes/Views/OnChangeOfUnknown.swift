import ComposableGtk

/// Watching a property that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      // error: has no dynamic member 'cuont' using key path from root type 'Warehouse.State'
      .onChange(of: store.cuont) { _, _ in store.send(.addButtonTapped) }
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
