import Synchronization

/// Numbers the versions of all states, and knows which of them belong to the current turn.
///
/// A turn is what observers hear of at once: an action, or, in state that no reducer is changing, a
/// modification in place. Outside of these each change is a turn of its own.
enum ObservationTurn {
  private static let version = Atomic<UInt64>(0)
  private static let startOfAction = Atomic<UInt64>(0)

  /// The last version before the current turn.
  static var start: UInt64 {
    if ObservationBatch.isReducing { return startOfAction.load(ordering: .relaxed) }
    return ModificationThread.start ?? .max
  }

  /// Begins the turn of an action: versions from now on are its own.
  static func begin() {
    startOfAction.store(latestVersion, ordering: .relaxed)
  }

  /// Whether a version was made by the action that runs, or since the last one began.
  static func lastActionMade(_ version: UInt64) -> Bool {
    version > startOfAction.load(ordering: .relaxed)
  }

  static var latestVersion: UInt64 { version.load(ordering: .relaxed) }

  static func nextVersion() -> UInt64 {
    version.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
