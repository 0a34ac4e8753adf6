import ComposableGtk

/// A test that receives an unknown action of a destination.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: has no dynamic member 'seal' using key path from root type 'Crate.Action.AllCasePaths'
  await store.receive(\.destination.crate.seal)
}
