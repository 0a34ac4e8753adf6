import ComposableGtk

/// A text for a number.
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
        // error: cannot assign value of type 'String' to type 'Int'
        state.count = "1"
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
