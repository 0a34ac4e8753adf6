import ComposableGtk

/// A dependency that the feature does not have.
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

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.count += 1
        return .none
      case .removeButtonTapped:
        return .run { send in
          // error: cannot find 'clok' in scope
          try await clok.sleep(for: .seconds(1))
          await send(.setCount(1))
        }
      case .setCount(let count):
        state.count = count
        return .none
      }
    }
  }
}
