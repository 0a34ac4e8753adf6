import ComposableGtk

/// A test that receives an action of a child that does not exist.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: has no dynamic member 'arrive' using key path from root type 'Dock.Action.AllCasePaths'
  await store.receive(\.dock.arrive)
}
