import ComposableGtk

/// An effect that sends an action that does not exist.
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
        state.count += 1
        return .none
      case .removeButtonTapped:
        // error: type 'Counter.Action' has no member 'remove'
        return .send(.remove)
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
