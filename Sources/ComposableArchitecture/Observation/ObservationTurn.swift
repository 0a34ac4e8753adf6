import Synchronization

/// Numbers the revisions of all states, and says which of them belong to the current turn.
///
/// A turn consists of the changes that observers are notified of at once: those of an action or, if
/// no reducer runs, those of an in-place modification. Any other change is a turn of its own.
enum ObservationTurn {
  private static let revision = Atomic<UInt64>(0)
  private static let startOfAction = Atomic<UInt64>(0)

  /// The last revision before the current turn.
  static var start: UInt64 {
    if ObservationBatch.isReducing { return startOfAction.load(ordering: .relaxed) }
    return ModificationThread.start ?? .max
  }

  /// Begins the turn of an action, to which revisions from now on belong.
  static func begin() {
    startOfAction.store(latestRevision, ordering: .relaxed)
  }

  /// Returns whether a revision was made by the running action, or since the last one began.
  static func lastActionMade(_ revision: UInt64) -> Bool {
    revision > startOfAction.load(ordering: .relaxed)
  }

  static var latestRevision: UInt64 { revision.load(ordering: .relaxed) }

  static func nextRevision() -> UInt64 {
    revision.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
