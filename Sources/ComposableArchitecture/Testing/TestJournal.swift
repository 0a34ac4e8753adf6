/// What has happened in a test store that the test has not yet asserted.
final class TestJournal<State, Action> {
  /// An action that an effect has sent, the state after it, and where stack ids stood before it.
  struct Received {
    let action: Action
    let state: State
    let upcomingID: Int
  }

  /// An effect that runs, with the action that it was returned for.
  struct InFlight {
    let effect: RunningEffect
    let action: Action
  }

  var received: [Received] = []
  var inFlight: [InFlight] = []
  /// The state after the action that the test sends, and where stack ids stood before it.
  var sent: (state: State, upcomingID: Int)?
}

/// The core of a test store: runs the reducer and writes down what happens.
final class TestCore<R: Reducer>: RootCore<R> {
  let journal: TestJournal<State, Action>

  init(
    initialState: State,
    reducer: R,
    dependencies: DependencyValues,
    journal: TestJournal<State, Action>
  ) {
    self.journal = journal
    super.init(initialState: initialState, reducer: reducer, dependencies: dependencies)
  }

  override func reduce(_ action: Action, origin: Origin) -> Effect<Action> {
    let upcomingID = StackElementID.upcoming
    let effect = super.reduce(action, origin: origin)
    switch origin {
    case .outside: journal.sent = (state, upcomingID)
    case .effect:
      journal.received.append(.init(action: action, state: state, upcomingID: upcomingID))
    }
    return effect
  }

  override func effectDidStart(_ effect: RunningEffect, for action: Action) {
    journal.inFlight.append(.init(effect: effect, action: action))
  }

  override func effectDidEnd(_ effect: RunningEffect) {
    journal.inFlight.removeAll { $0.effect === effect }
  }
}
