import ComposableGtk

/// A child without its scope.
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
    // error: cannot convert value of type 'Dock.State' to expected argument type 'Counter.State'
    Dock()
    Reduce { state, action in .none }
  }
}
