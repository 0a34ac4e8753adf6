import ComposableGtk

/// A number among effects.
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
        // error: cannot convert value of type 'Int' to expected argument type
        // 'Effect<Counter.Action>'
        return .merge(.send(.setCount(1)), 1)
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
