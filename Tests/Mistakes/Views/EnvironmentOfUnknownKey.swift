import ComposableGtk

/// A value of the environment that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Stock")
      // error: value of type 'EnvironmentValues' has no member 'isDisabled'
      .environment(\.isDisabled, true)
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
