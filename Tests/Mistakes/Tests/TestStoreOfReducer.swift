import ComposableGtk

/// A test store that is given a reducer without a closure.
@MainActor
private func test6() async {
  // error: cannot convert value of type 'Dock' to expected argument type '() -> R'
  _ = TestStore(initialState: Dock.State(), reducer: Dock())
}
