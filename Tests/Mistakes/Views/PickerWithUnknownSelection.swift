import ComposableGtk

/// A picker for a property that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      // error: has no dynamic member 'cuont' using key path from root type 'Warehouse.State'
      Picker("Count", selection: $store.cuont.sending(\.counted)) {
        Text("One").tag(1)
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
