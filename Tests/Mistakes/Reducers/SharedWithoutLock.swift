import ComposableGtk

/// A shared value that is written without a lock.
@Reducer
private struct SharedCounter {
  @ObservableState
  struct State { @Shared(.appStorage("count")) var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      // error: setter for 'count' is unavailable: Use '$shared.withLock { $0 = newValue }' to
      // change a shared value
      state.count += 1
      return .none
    }
  }
}
