import ComposableGtk

/// A stack for a store instead of a binding to it.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    // error: cannot convert value of type 'Store<StackState<Warehouse.Path.State>,
    // StackAction<Warehouse.Path.State, Warehouse.Path.Action>>' to expected argument type
    // 'Binding<Store<StackState<State>, StackAction<State, State.StateReducer.Action>>>'
    NavigationStack(path: store.scope(state: \.path, action: \.path)) {
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
