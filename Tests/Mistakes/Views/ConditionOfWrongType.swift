import ComposableGtk

/// A number as a condition.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    VStack {
      // error: type 'Int' cannot be used as a boolean; test for '!= 0' instead
      if store.count {
        Text("Stock")
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
