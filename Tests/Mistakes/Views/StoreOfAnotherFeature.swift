import ComposableGtk

/// A view with the store of another feature.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    VStack {
      // error: cannot convert value of type 'StoreOf<Warehouse>' (aka 'Store<Warehouse.State,
      // Warehouse.Action>') to expected argument type 'StoreOf<Dock>' (aka 'Store<Dock.State,
      // Dock.Action>')
      DockView(store: store)
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
