import ComposableGtk

/// A throttle that does not say which effect begins.
@Reducer
private struct Throttled {
  @Dependency(\.continuousClock) var clock
  struct State {}
  enum Action { case moved, saved }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      // error: missing argument for parameter 'latest' in call
      case .moved: return .send(.saved).throttle(id: 1, for: .seconds(1), clock: clock)
      case .saved: return .none
      }
    }
  }
}
