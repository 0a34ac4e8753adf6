import ComposableGtk

/// A sheet for a property that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      .sheet(
        // error: value of type 'any KeyPath<Warehouse.State, Crate.State?> & Sendable' has no
        // dynamic member 'crat' using key path from root type
        // 'Warehouse.Destination.State.AllCasePaths'
        item: $store.scope(state: \.destination?.crat, action: \.destination.crate)
      ) { store in
        CrateView(store: store)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  }
}
