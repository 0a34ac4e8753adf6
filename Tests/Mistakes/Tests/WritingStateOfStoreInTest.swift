import ComposableGtk

/// A test that writes the state of the store.
@MainActor
private func test4() async {
  let store = TestStore(initialState: Dock.State()) { Dock() }
  // error: cannot assign to property: 'state' setter is inaccessible
  await store.send(.arriveButtonTapped) { state in store.state.isBusy = true }
}
