import ComposableGtk

/// A mistake in the views of a sheet.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form { Text("Stock") }
      .sheet(
        item: $store.scope(state: \.destination?.crate, action: \.destination.crate)
      ) { store in
        // error: value of type 'CrateView' has no member 'wobble'
        CrateView(store: store).wobble()
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  }
}
