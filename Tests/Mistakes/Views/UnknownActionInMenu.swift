import ComposableGtk

/// An action that does not exist, in a menu of a row.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    List {
      ForEach(store.crates) { crate in
        Text(crate.label)
          .contextMenu {
            // error: type 'Warehouse.Action' has no member 'sealed'
            Button("Seal") { store.send(.sealed(crate.id)) }
          }
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
