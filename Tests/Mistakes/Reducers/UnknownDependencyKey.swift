import ComposableGtk

/// A dependency that does not exist.
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

  // error: cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'Key.Type'
  @Dependency(\.continuosClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.count += 1
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
