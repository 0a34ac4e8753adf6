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
        // error: 'debounce(id:for:scheduler:)' is unavailable: sleep in the effect and cancel it
        // when another one begins: '.run { send in try await clock.sleep(for: …); await send(…)
        // }.cancellable(id: …, cancelInFlight: true)'
        return .send(.found).debounce(id: 1, for: .seconds(1), scheduler: DispatchQueue.main)
      case .found:
        // error: 'throttle(id:for:scheduler:latest:)' is unavailable: use 'throttle' of
        // AsyncAlgorithms on the sequence that the effect reads
        return .send(.found).throttle(id: 1, for: 0.3, scheduler: DispatchQueue.main, latest: true)
      }
    }
    // error: 'signpost' is unavailable: use '_printChanges()'
    .signpost()
  }
}
