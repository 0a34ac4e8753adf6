import ComposableGtk
/// Operators of effects that do not exist here.
import Dispatch

private enum Tick { case debounced, throttled }

@Reducer
private struct Search {
  struct State { var text = "" }
  enum Action { case typed, found }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed:
        // error: 'debounce(id:for:scheduler:)' is unavailable: use 'debounce(id:for:clock:)' with
        // the dependency 'continuousClock'
        return .send(.found).debounce(id: 1, for: .seconds(1), scheduler: DispatchQueue.main)
      case .found:
        // error: 'throttle(id:for:scheduler:latest:)' is unavailable: use
        // 'throttle(id:for:clock:latest:)' with the dependency 'continuousClock'
        return .send(.found).throttle(id: 1, for: 0.3, scheduler: DispatchQueue.main, latest: true)
      }
    }
    // error: 'signpost' is unavailable: use '_printChanges()'
    .signpost()
  }
}
