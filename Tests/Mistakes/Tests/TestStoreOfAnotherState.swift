import ComposableGtk

/// A test store with the state of another feature.
@MainActor
private func test() async {
  // error: cannot convert value of type 'Dock.State' to expected argument type 'Warehouse.State'
  let store = TestStore(initialState: Dock.State()) { Warehouse() }
  await store.finish()
}
