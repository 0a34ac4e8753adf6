import ComposableGtk

/// A test that receives an action that cannot be compared.
@MainActor
private func test3() async {
  let store = TestStore(initialState: Dock.State()) { Dock() }
  // error: instance method 'receive(_:timeout:assert:fileID:file:line:column:)' requires that
  // 'Dock.Action' conform to 'Equatable'
  await store.receive(.arriveButtonTapped)
}
