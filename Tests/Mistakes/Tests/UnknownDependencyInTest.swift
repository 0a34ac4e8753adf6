import ComposableGtk

/// A test that overrides a dependency that does not exist.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) {
    Warehouse()
  } withDependencies: {
    // error: value of type 'DependencyValues' has no member 'continuosClock'
    $0.continuosClock = .immediate
  }
  await store.finish()
}
