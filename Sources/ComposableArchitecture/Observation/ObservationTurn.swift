import AccessTracking
import Synchronization

/// Numbers the revisions of all states, and says which of them belong to the current turn.
///
/// A turn consists of the changes that observers are notified of at once: those of an action or, if
/// no reducer runs, those of an in-place modification. What a write to a binding changes before it
/// sends an action belongs to the turn of that action. Any other change is a turn of its own.
enum ObservationTurn {
  private static let startOfAction = Atomic<UInt64>(0)

  /// The last revision before the current turn.
  static var start: UInt64 {
    if ObservationBatch.isReducing { return startOfAction.load(ordering: .relaxed) }
    return ModificationThread.start ?? BindingWrite.start ?? .max
  }

  /// Begins the turn of an action, to which revisions from now on belong.
  static func begin() {
    startOfAction.store(BindingWrite.takeStart() ?? Revisions.latest, ordering: .relaxed)
  }

  /// Returns whether a revision was made by the running action, or since the last one began.
  static func lastActionMade(_ revision: UInt64) -> Bool {
    revision > startOfAction.load(ordering: .relaxed)
  }
}
