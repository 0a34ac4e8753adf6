import ComposableGtk

/// A case that the state does not have, in a view.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    VStack {
      switch store.destination {
      // error: type 'Warehouse.Destination.State?' has no member 'crates'
      case .crates: Text("Crate")
      default: Text("Stock")
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
