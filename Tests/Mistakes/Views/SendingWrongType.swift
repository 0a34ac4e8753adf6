import ComposableGtk

/// A binding that sends an action with another type of value.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      // error: cannot convert value of type 'KeyPath<Case<Warehouse.Action>, Case<String>>' to
      // expected argument type 'KeyPath<Case<Warehouse.Action>, Case<Int>>'
      TextField("Name", text: $store.count.sending(\.nameChanged))
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
