import Sharing

/// What has happened in a test store, and the test has not asserted yet.
final class TestJournal<State, Action> {
  /// An action that was reduced, with the state before and after it.
  struct Reduced {
    /// How many actions were reduced before.
    let position: Int
    let action: Action
    let stateBefore: State
    let state: State
    /// The changes of shared values that are not asserted yet, after the action.
    let shared: SharedSnapshot
    let upcomingID: Int
  }

  /// A running effect, with the action that it was returned for.
  struct InFlight {
    let effect: RunningEffect
    let action: Action
    /// Where the test sent the action that led to it.
    let origin: IssueLocation?
    /// Whether the test does not care whether the effect ends.
    var isSkipped = false

    /// The action, and where its effect was made.
    var description: String {
      debugCaseOutput(action)
        + (effect.location.map { ", from \"\($0.fileID):\($0.line)\"" } ?? "")
    }
  }

  /// The actions that effects have sent.
  var received: [Reduced] = []
  /// The effects whose tasks have not ended.
  var running: [InFlight] = []
  /// The effects that run and that the test has to account for. The feature has done its part with
  /// those that are cancelled: nothing that they do can reach it any more.
  var inFlight: [InFlight] { running.filter { !$0.isSkipped && !$0.effect.isCancelled } }
  /// Whether an effect may still send an action.
  var canReceive: Bool { running.contains { !$0.effect.isCancelled } }
  /// The action that the test sends.
  var sent: Reduced?
  /// How many actions have been reduced.
  var reducedCount = 0
  /// Where the test sent its last action.
  var sendLocation: IssueLocation?
  /// Records how the feature changes shared values.
  let sharedChanges = SharedChangeTracker()
}
