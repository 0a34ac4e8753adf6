import ComposableGtk

/// A property that the state does not have, in a text with a format.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      Section("Stock") {
        // error: has no dynamic member 'wieght' using key path from root type 'Warehouse.State'
        Text("\(store.wieght, specifier: "%.1f") kg")
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
