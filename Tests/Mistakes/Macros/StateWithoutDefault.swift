import ComposableGtk

/// State that is made without its values.
@Reducer
private struct Counter {
  @ObservableState
  struct State {
    var count: Int
  }
}

// error: missing argument for parameter 'count' in call
@MainActor private let store = Store(initialState: Counter.State()) { Counter() }
