import ComposableGtk

/// A test that expects a property that does not exist.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: value of type 'Warehouse.State' has no member 'cuont'
  await store.send(.addButtonTapped) { $0.cuont = 1 }
}
