import ComposableGtk

/// A number where a text is expected.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    VStack {
      // error: 'init(_:)' is unavailable: a text shows a string: write 'Text("\(value)")', or
      // 'Text(value, format: …)'
      Text(store.isOpen)
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
