import ComposableGtk

/// A switch without one of the cases.
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
    Reduce { state, action in
      // error: switch must be exhaustive
      switch action {
      case .addButtonTapped:
        state.count += 1
        return .none
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
