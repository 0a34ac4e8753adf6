import ComposableGtk

/// A test that sends an action that does not exist.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: reference to member 'add' cannot be resolved without a contextual type
  await store.send(.add) { $0.count = 1 }
}
