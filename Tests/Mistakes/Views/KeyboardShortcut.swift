import ComposableGtk

/// A modifier key that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Button("Add") { store.send(.addButtonTapped) }
      // error: type 'EventModifiers' has no member 'comand'
      .keyboardShortcut("n", modifiers: .comand)
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
