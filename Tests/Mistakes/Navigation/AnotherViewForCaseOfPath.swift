import ComposableGtk

/// A case of the path with the view of another feature.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List {
        Text("\(store.count) crates")
        NavigationLink("Dock", state: Warehouse.Path.State.dock(Dock.State()))
      }
    } destination: { store in
      switch store.case {
      case .crate(let store): CrateView(store: store)
      // error: cannot convert value of type 'StoreOf<Dock>' (aka 'Store<Dock.State, Dock.Action>')
      // to expected argument type 'StoreOf<Crate>' (aka 'Store<Crate.State, Crate.Action>')
      case .dock(let store): CrateView(store: store)
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
