import ComposableGtk

/// A case that the action does not have.
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
      // error: type 'PartialKeyPath<Case<Counter.Action>>' has no member 'add'
      case .add:
        state.count += 1
        return .none
      default:
        return .none
      }
    }
  }
}
