import ComposableGtk

/// A mistake in the last of many rows.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form {
      Section("Part 0") {
        LabeledContent("Row 0") { Text("\(store.count) of 0") }
        Toggle("Sound 0", isOn: .constant(store.count > 0))
        Button("Add 0") { store.send(.addButtonTapped) }
        LabeledContent("Row 1") { Text("\(store.count) of 1") }
        Toggle("Sound 1", isOn: .constant(store.count > 1))
        Button("Add 1") { store.send(.addButtonTapped) }
        LabeledContent("Row 2") { Text("\(store.count) of 2") }
        Toggle("Sound 2", isOn: .constant(store.count > 2))
        Button("Add 2") { store.send(.addButtonTapped) }
        LabeledContent("Row 3") { Text("\(store.count) of 3") }
        Toggle("Sound 3", isOn: .constant(store.count > 3))
        Button("Add 3") { store.send(.addButtonTapped) }
      }
      Section("Part 1") {
        LabeledContent("Row 0") { Text("\(store.count) of 0") }
        Toggle("Sound 0", isOn: .constant(store.count > 0))
        Button("Add 0") { store.send(.addButtonTapped) }
        LabeledContent("Row 1") { Text("\(store.count) of 1") }
        Toggle("Sound 1", isOn: .constant(store.count > 1))
        Button("Add 1") { store.send(.addButtonTapped) }
        LabeledContent("Row 2") { Text("\(store.count) of 2") }
        Toggle("Sound 2", isOn: .constant(store.count > 2))
        Button("Add 2") { store.send(.addButtonTapped) }
        LabeledContent("Row 3") { Text("\(store.count) of 3") }
        Toggle("Sound 3", isOn: .constant(store.count > 3))
        Button("Add 3") { store.send(.addButtonTapped) }
      }
      Section("Part 2") {
        LabeledContent("Row 0") { Text("\(store.count) of 0") }
        Toggle("Sound 0", isOn: .constant(store.count > 0))
        Button("Add 0") { store.send(.addButtonTapped) }
        LabeledContent("Row 1") { Text("\(store.count) of 1") }
        Toggle("Sound 1", isOn: .constant(store.count > 1))
        Button("Add 1") { store.send(.addButtonTapped) }
        LabeledContent("Row 2") { Text("\(store.count) of 2") }
        Toggle("Sound 2", isOn: .constant(store.count > 2))
        Button("Add 2") { store.send(.addButtonTapped) }
        LabeledContent("Row 3") { Text("\(store.count) of 3") }
        Toggle("Sound 3", isOn: .constant(store.count > 3))
        // error: type 'Warehouse.Action' has no member 'added'
        Button("Add 3") { store.send(.added) }
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
