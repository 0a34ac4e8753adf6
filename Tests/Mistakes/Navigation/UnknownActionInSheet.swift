import ComposableGtk

/// A sheet for a case that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      .sheet(
        // error: has no dynamic member 'crat' using key path from root type
        // 'Warehouse.Destination.Action.AllCasePaths'
        item: $store.scope(state: \.destination?.crate, action: \.destination.crat)
      ) { store in
        CrateView(store: store)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  }
}
