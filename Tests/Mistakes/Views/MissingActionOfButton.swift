import ComposableGtk

/// A button without an action.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    VStack {
      // error: missing argument for parameter 'action' in call
      Button("Add")
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
