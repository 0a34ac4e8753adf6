import ComposableGtk

/// A text with the format of a number.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      Section("Stock") {
        // error: instance method 'appendInterpolation(_:specifier:)' requires that
        // 'StackState<Warehouse.Path.State>' conform to 'CVarArg'
        Text("\(store.path, specifier: "%.1f") kg")
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
