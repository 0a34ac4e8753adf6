import ComposableGtk

/// A throttle for a number of seconds.
@Reducer
private struct ThrottledNumber {
  @Dependency(\.continuousClock) var clock
  struct State {}
  enum Action { case moved, saved }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      // error: cannot convert value of type 'Double' to expected argument type 'Duration'
      case .moved: return .send(.saved).throttle(id: 1, for: 0.3, clock: clock, latest: true)
      case .saved: return .none
      }
    }
  }
}
