import AccessTracking
import OrderedCollections
import Synchronization

/// Delays notifications while reducers run.
///
/// Observers are then notified once for each property, when the state is complete and can be read.
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

  /// The thread of the running reducer, 0 if there is none. Changes on other threads are not
  /// delayed.
  nonisolated private static let reducer = Atomic<UInt>(0)

  // Safe, because only the thread above uses it, while it is on the main actor.
  nonisolated(unsafe) private static var changes: [Change] = []

  /// Runs an operation, and notifies observers when the outermost operation has ended.
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

  /// Returns whether a reducer makes the change, and delays its notification in that case.
  nonisolated static func defers(_ property: Int, of subject: ObservationSubject) -> Bool {
    guard isReducing else { return false }
    let change = Change(subject: subject, property: property)
    // Loops, for example, change a property many times in a row.
    if changes.last != change { changes.append(change) }
    return true
  }
}
