import DependencyInjection
import Sharing

/// What has happened in a test store that the test has not yet asserted.
final class TestJournal<State, Action> {
  /// The state before and after an action, and where stack ids stood before it.
  struct Reduced {
    /// How many actions were reduced before.
    let position: Int
    let action: Action
    let stateBefore: State
    let state: State
    /// The shared values after the action, as far as they have changed and are not asserted.
    let shared: SharedSnapshot
    let upcomingID: Int
  }

  /// An effect that runs, with the action that it was returned for.
  struct InFlight {
    let effect: RunningEffect
    let action: Action
    /// Where the test sent the action that it comes from.
    let origin: SourceLocation?

    /// The action, and where its effect was made.
    var description: String {
      debugCaseOutput(action)
        + (effect.location.map { ", from \"\($0.fileID):\($0.line)\"" } ?? "")
    }
  }

  /// The actions that effects have sent.
  var received: [Reduced] = []
  var inFlight: [InFlight] = []
  /// The action that the test sends.
  var sent: Reduced?
  /// How many actions have been reduced.
  var reducedCount = 0
  /// Where the test has sent its last action.
  var sendLocation: SourceLocation?
  /// What the feature changes of shared values.
  let sharedChanges = SharedChangeTracker()
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
    var dependencies = dependencies
    dependencies.sharedChangeTrackers.append(journal.sharedChanges)
    super.init(initialState: initialState, reducer: reducer, dependencies: dependencies)
  }

  override func reduce(_ action: Action, origin: Origin) -> Effect<Action> {
    let upcomingID = StackElementID.upcoming
    let stateBefore = state
    let effect = super.reduce(action, origin: origin)
    let reduced = TestJournal<State, Action>.Reduced(
      position: journal.reducedCount,
      action: action,
      stateBefore: stateBefore,
      state: state,
      shared: journal.sharedChanges.snapshot(),
      upcomingID: upcomingID
    )
    journal.reducedCount += 1
    switch origin {
    case .outside: journal.sent = reduced
    case .effect: journal.received.append(reduced)
    }
    return effect
  }

  /// What runs already goes on first. An effect takes several turns from one element of a stream to
  /// the next, also where both are ready: without a head start, the answer to an element would
  /// overtake the elements behind it.
  override var turnsBeforeEffects: Int { 8 }

  override func effectDidStart(
    _ effect: RunningEffect,
    for action: Action
  ) -> (@MainActor @Sendable () -> Void)? {
    journal.inFlight.append(
      .init(effect: effect, action: action, origin: journal.sendLocation)
    )
    return { [journal] in
      journal.inFlight.removeAll { $0.effect === effect }
    }
  }
}
