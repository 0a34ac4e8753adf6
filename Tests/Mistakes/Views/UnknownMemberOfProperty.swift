import ComposableGtk

/// A member that the type of a property does not have.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    List {
      Section("Stock") {
        // error: value of type 'String' has no member 'upercased'
        Text(store.name.upercased())
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
