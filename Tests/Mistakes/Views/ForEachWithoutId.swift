import ComposableGtk

/// Elements without an identity.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    List {
      // error: 'init(_:content:)' is unavailable: the elements need an identity: conform to
      // 'Identifiable', or write 'ForEach(data, id: \.self) { … }'
      ForEach(["a", "b"]) { name in
        Text(name)
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
