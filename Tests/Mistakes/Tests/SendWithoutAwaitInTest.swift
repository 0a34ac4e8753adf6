import ComposableGtk

/// A test that does not wait.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: expression is 'async' but is not marked with 'await'
  store.send(.addButtonTapped)
}
