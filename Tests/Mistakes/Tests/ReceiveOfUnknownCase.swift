import ComposableGtk

/// A test that receives an action that does not exist.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: value of type 'Warehouse.Action' has no member 'countd'
  await store.receive(\.countd)
}
