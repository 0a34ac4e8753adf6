import ComposableGtk

/// A test store that is given a reducer without a closure.
@MainActor
private func test6() async {
  // error: 'init(initialState:reducer:)' is unavailable: write the reducer in a closure: 'reducer:
  // { Feature() }'
  _ = TestStore(initialState: Dock.State(), reducer: Dock())
}
