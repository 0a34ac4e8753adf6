import ComposableGtk

/// A binding that sends an action that does not exist.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      // error: has no dynamic member 'nameChange' using key path from root type
      // 'Warehouse.Action.AllCasePaths'
      TextField("Name", text: $store.name.sending(\.nameChange))
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
