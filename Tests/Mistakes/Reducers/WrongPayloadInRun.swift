import ComposableGtk

/// An action with another type of value, in an asynchronous effect.
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
          // error: cannot convert value of type 'String' to expected argument type 'Int'
          await send(.setCount("1"))
        }
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
