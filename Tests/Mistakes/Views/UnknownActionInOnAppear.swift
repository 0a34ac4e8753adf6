import ComposableGtk

/// An action that does not exist, when a view appears.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      // error: type 'Warehouse.Action' has no member 'appeared'
      .onAppear { store.send(.appeared) }
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
