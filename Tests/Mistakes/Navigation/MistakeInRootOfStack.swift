import ComposableGtk

/// A mistake in the root of a stack.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List {
        Text("\(store.count) crates")
        // error: type 'Warehouse.Action' has no member 'added'
        Button("Add") { store.send(.added) }
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
