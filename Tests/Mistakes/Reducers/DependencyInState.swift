import ComposableGtk

/// A dependency in the state.
@Reducer
private struct Clocked {
  @ObservableState
  // error: '@ObservableState' cannot observe a property that has the property wrapper '@Dependency'
  struct State { @Dependency(\.continuousClock) var clock }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
