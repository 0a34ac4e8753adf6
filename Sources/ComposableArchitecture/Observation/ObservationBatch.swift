import OrderedCollections
import Synchronization

/// Holds back what observers are to hear while reducers run.
///
/// They then hear once of each property, when the state is whole: an observer may read it at once.
@MainActor
enum ObservationBatch {
  private struct Change: Hashable {
    let subject: ObservationSubject
    let property: Int

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.subject === rhs.subject && lhs.property == rhs.property
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(subject))
      hasher.combine(property)
    }
  }

  /// The thread that reduces, 0 for none. State that other threads change is not held back.
  nonisolated private static let reducer = Atomic<UInt>(0)

  // Only used by the thread above, while it is on the main actor.
  nonisolated(unsafe) private static var changes: [Change] = []

  /// Runs an operation, and tells observers when the outermost of these has ended.
  static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard reducer.load(ordering: .relaxed) == 0 else { return try body() }
    reducer.store(currentThread, ordering: .relaxed)
    ObservationTurn.begin()
    defer {
      reducer.store(0, ordering: .relaxed)
      tell()
    }
    return try body()
  }

  private static func tell() {
    if changes.isEmpty { return }
    // Observers may send actions, which begin a batch of their own.
    let told = changes
    changes = []
    guard told.count > 1 else { return told[0].subject.tell(told[0].property) }
    for change in OrderedSet(told) { change.subject.tell(change.property) }
  }

  /// Whether a reducer runs on this thread.
  nonisolated static var isReducing: Bool {
    let reducer = reducer.load(ordering: .relaxed)
    return reducer != 0 && reducer == currentThread
  }

  /// Keeps a change for later where a reducer makes it.
  nonisolated static func defers(_ property: Int, of subject: ObservationSubject) -> Bool {
    guard isReducing else { return false }
    let change = Change(subject: subject, property: property)
    // As in a loop that appends to an array.
    if changes.last != change { changes.append(change) }
    return true
  }
}
