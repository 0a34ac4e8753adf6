import DependencyInjection
import Sharing

/// The core of a test store: it runs the reducer and records what happens.
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

  override func willProcess() {
    turnsBeforeEffects = journal.running.isEmpty ? 0 : Self.headStart
  }

  /// Effects that already run get a head start of those of the next action. An effect takes several
  /// turns from one element of a stream to the next, even if both are ready. Without the head
  /// start, an effect that answers an element would overtake the elements behind it.
  private static var headStart: Int { 8 }

  override func effectDidStart(
    _ effect: RunningEffect,
    for action: Action
  ) -> (@MainActor @Sendable () -> Void)? {
    journal.running.append(
      .init(effect: effect, action: action, origin: journal.sendLocation)
    )
    return { [journal] in
      journal.running.removeAll { $0.effect === effect }
    }
  }
}
