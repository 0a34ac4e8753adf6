import ComposableGtk

/// A test that writes the state.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: cannot assign to property: 'state' setter is inaccessible
  store.state.count = 1
}
