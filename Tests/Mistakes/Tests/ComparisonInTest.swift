import ComposableGtk

/// A comparison in the place of an assignment.
@MainActor
private func test2() async {
  let store = TestStore(initialState: Dock.State()) { Dock() }
  // warning: result of operator '==' is unused
  await store.send(.arriveButtonTapped) { $0.isBusy == true }
}
