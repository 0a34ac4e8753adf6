import ComposableGtk

/// A sheet for a store instead of a binding to it.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      .sheet(
        // error: cannot convert value of type 'Store<Crate.State, Crate.Action>?' to expected
        // argument type 'Binding<Item?>'
        item: store.scope(state: \.destination?.crate, action: \.destination.crate)
      ) { store in
        CrateView(store: store)
      }
  }
}
