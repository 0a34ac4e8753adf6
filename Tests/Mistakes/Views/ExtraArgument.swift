import ComposableGtk

/// An argument that a modifier does not have.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      // error: extra argument 'animated' in call
      .disabled(store.isOpen, animated: true)
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
