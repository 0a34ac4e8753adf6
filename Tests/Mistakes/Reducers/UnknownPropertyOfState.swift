import ComposableGtk

/// A property that the state does not have.
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
      switch action {
      case .addButtonTapped:
        // error: value of type 'Counter.State' has no member 'cuont'
        state.cuont += 1
        return .none
      case .removeButtonTapped:
        return .none
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
