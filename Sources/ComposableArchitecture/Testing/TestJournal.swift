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
    let origin: IssueLocation?

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
  var sendLocation: IssueLocation?
  /// What the feature changes of shared values.
  let sharedChanges = SharedChangeTracker()
}
