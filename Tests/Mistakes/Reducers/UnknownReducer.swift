import ComposableGtk

/// A reducer that does not exist.
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
    // error: 'Tally' is inaccessible due to 'private' protection level
    Tally()
    Reduce { state, action in .none }
  }
}
