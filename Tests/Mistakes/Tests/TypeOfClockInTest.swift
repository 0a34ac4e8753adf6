import ComposableGtk

/// A test that gives a type in the place of a clock.
@MainActor
private func test5() async {
  _ = TestStore(initialState: Dock.State()) {
    Dock()
  } withDependencies: {
    // error: cannot assign value of type 'TestClock<Duration>.Type' to type 'any Clock<Duration>'
    $0.continuousClock = TestClock
  }
}
