import ComposableGtk

/// A test that sends a value of another type.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  await store.send(\.nameChanged, 1)
}
