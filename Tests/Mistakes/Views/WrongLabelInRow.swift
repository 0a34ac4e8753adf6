import ComposableGtk

/// An argument label that the view of a row does not have.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    List {
      ForEach(store.scope(state: \.crates, action: \.crates)) { crate in
        // error: incorrect argument label in call (have 'stor:', expected 'store:')
        CrateView(stor: crate)
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
