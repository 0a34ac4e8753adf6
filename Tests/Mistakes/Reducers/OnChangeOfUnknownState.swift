import ComposableGtk

/// Watching a property that does not exist.
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
    Reduce { state, action in .none }
      // error: value of type 'Counter.State' has no member 'cuont'
      .onChange(of: \.cuont) { _, _ in
        Reduce { state, action in .none }
      }
  }
}
