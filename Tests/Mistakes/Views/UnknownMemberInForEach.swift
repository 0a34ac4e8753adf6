import ComposableGtk

/// A member that the elements do not have.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    List {
      ForEach(store.crates) { crate in
        // error: value of type 'Crate.State' has no member 'lable'
        Text(crate.lable)
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
