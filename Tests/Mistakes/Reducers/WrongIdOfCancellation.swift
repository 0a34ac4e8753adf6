import ComposableGtk

/// An identity of an effect that is not hashable.
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
        // error: type '() -> Int' cannot conform to 'Hashable'
        return .cancel(id: { 1 })
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
