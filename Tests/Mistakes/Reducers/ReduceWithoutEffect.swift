import ComposableGtk

/// A reducer that returns nothing.
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
      // error: cannot convert value of type '()' to closure result type 'Effect<Counter.Action>'
      state.count += 1
    }
  }
}
