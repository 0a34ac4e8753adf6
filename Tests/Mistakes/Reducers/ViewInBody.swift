import ComposableGtk

/// Something that is not a reducer, in a body.
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
    // error: static method 'buildExpression' requires that 'Int' conform to 'Reducer'
    42
    Reduce { state, action in .none }
  }
}
