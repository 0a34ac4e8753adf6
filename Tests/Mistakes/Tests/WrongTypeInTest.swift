import ComposableGtk

/// A test that expects a value of another type.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: cannot assign value of type 'String' to type 'Int'
  await store.send(.addButtonTapped) { $0.count = "1" }
}
