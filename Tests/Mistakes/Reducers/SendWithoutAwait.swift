import ComposableGtk

/// Sending without waiting.
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
        return .run { send in
          // error: main actor-isolated instance method 'callAsFunction' cannot be called from
          // outside of the actor
          send(.setCount(1))
        }
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
