import ComposableGtk

/// An operator that effects do not have.
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
        return .run { send in await send(.setCount(1)) }
          // error: value of type 'Effect<Counter.Action>' has no member 'canceled'
          .canceled(id: 1)
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
