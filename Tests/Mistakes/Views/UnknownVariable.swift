import ComposableGtk

/// A variable that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      Section("Stock") {
        // error: cannot find 'title' in scope
        Text(title)
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
