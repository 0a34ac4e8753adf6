import ComposableGtk

/// A test of a state that cannot be compared.
@Reducer
private struct Loose {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
@MainActor
private func test() async {
  // error: generic class 'TestStore' requires that 'Loose.State' conform to 'Equatable'
  _ = TestStore(initialState: Loose.State()) { Loose() }
}
