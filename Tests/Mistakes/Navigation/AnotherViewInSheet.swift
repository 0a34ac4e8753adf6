import ComposableGtk

/// A sheet whose view is for another feature.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form { Text("Stock") }
      .sheet(
        item: $store.scope(state: \.destination?.crate, action: \.destination.crate)
      ) { store in
        // error: cannot convert value of type 'Store<Crate.State, Dock.Action>' to expected
        // argument type 'StoreOf<Dock>' (aka 'Store<Dock.State, Dock.Action>')
        DockView(store: store)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  }
}
