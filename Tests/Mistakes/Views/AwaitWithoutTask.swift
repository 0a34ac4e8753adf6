import ComposableGtk

/// Waiting for effects in the action of a button.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    VStack {
      // error: cannot pass function of type '() async -> ()' to parameter expecting synchronous
      // function type
      Button("Add") { await store.send(.addButtonTapped).finish() }
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
