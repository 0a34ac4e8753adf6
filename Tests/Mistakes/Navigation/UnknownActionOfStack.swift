import ComposableGtk

/// A stack for a case that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    // error: has no dynamic member 'pth' using key path from root type
    // 'Warehouse.Action.AllCasePaths'
    NavigationStack(path: $store.scope(state: \.path, action: \.pth)) {
      List {
        Text("\(store.count) crates")
        NavigationLink("Dock", state: Warehouse.Path.State.dock(Dock.State()))
      }
    } destination: { store in
      switch store.case {
      case .crate(let store): CrateView(store: store)
      case .dock(let store): DockView(store: store)
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
