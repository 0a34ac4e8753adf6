import ComposableGtk

/// The state in an asynchronous effect.
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
          // error: mutable capture of 'inout' parameter 'state' is not allowed in
          // concurrently-executing code
          await send(.setCount(state.count))
        }
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
