import ComposableGtk

/// A sheet whose action is not one of a presentation.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form { Text("Stock") }
      .sheet(
        // error: cannot convert value of type 'KeyPath<Case<Warehouse.Action>, Case<Dock.Action>>'
        // to expected argument type 'KeyPath<Case<Warehouse.Action>,
        // Case<PresentationAction<Crate.Action>>>'
        item: $store.scope(state: \.destination?.crate, action: \.dock)
      ) { store in
        CrateView(store: store)
      }
  }
}
