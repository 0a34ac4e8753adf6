import ComposableGtk

/// A path with a case that is not shown.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List {
        Text("\(store.count) crates")
        NavigationLink("Dock", state: Warehouse.Path.State.dock(Dock.State()))
      }
    } destination: { store in
      // error: switch must be exhaustive
      switch store.case {
      case .crate(let store): CrateView(store: store)
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
