import ComposableGtk

/// A binding into a feature whose actions are not bindable.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      // error: 'subscript(dynamicMember:)' is unavailable: the feature has no action that writes
      // it: conform the action to 'BindableAction', name one with '.sending'
      TextField("Name", text: $store.name)
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
