import ComposableGtk

/// A button in a column that sends an action that does not exist.
private struct SplitWarehouse: View {
  @Bindable var store: StoreOf<Warehouse>
  var body: some View {
    NavigationSplitView {
      List(store.crates) { crate in Text(crate.label) }
    } content: {
      // error: type 'Warehouse.Action' has no member 'addTapped'
      Button("Add") { store.send(.addTapped) }
    } detail: {
      NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
        Text("Root")
      } destination: { store in
        switch store.case {
        case .crate(let store): CrateView(store: store)
        case .dock(let store): DockView(store: store)
        }
      }
    }
  }
}
