import ComposableGtk

/// Overriding a dependency that does not exist.
@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case addButtonTapped
    case removeButtonTapped
    case setCount(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in .none }
      // error: value of type 'DependencyValues' has no member 'continuosClock'
      .dependency(\.continuosClock, .immediate)
  }
}
