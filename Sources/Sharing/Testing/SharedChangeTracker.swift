import CustomDump
import DependencyInjection
import Synchronization

/// Stores, for each shared value that a feature changes, the value before the change.
///
/// A shared value is a reference: when it changes, it changes in all copies of the state. So a
/// comparison of the state before an action with the state after it shows no difference. A test
/// store puts a tracker into the dependencies of its feature, where all of the feature's reducers
/// and effects find it.
package final class SharedChangeTracker: Sendable {
  private struct Change: @unchecked Sendable {
    // Unchecked because of values of any type, which are only copied and compared.
    let cell: any ErasedCell
    /// The value that the test has last asserted.
    var asserted: Any
    /// The number of changes of the cell since then.
    var count = 0
  }

  private let changes = Mutex<[ObjectIdentifier: Change]>([:])
  private let isStopped = Atomic(false)

  private static let population = Atomic<Int>(0)

  /// Whether any tracker exists. Not in an application, where a change then costs nothing more.
  static var isInUse: Bool { population.load(ordering: .relaxed) > 0 }

  package init() {
    Self.population.add(1, ordering: .relaxed)
  }

  deinit {
    Self.population.subtract(1, ordering: .relaxed)
  }

  /// Stops tracking. Effects that are still running keep the tracker in their dependencies.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
  }

  /// Called with the lock of the cell held, before it changes.
  func willChange<Value>(_ cell: SharedCell<Value>) {
    willChange(cell, from: cell.valueBeforeChange)
  }

  /// Called before a cell changes.
  func willChange(_ cell: any ErasedCell, from value: @autoclosure () -> Any) {
    guard !isStopped.load(ordering: .relaxed) else { return }
    let id = ObjectIdentifier(cell)
    let isNew = changes.withLock { changes in
      changes[id]?.count += 1
      return changes[id] == nil
    }
    guard isNew else { return }
    let change = Change(cell: cell, asserted: value(), count: 1)
    changes.withLock { $0[id] = change }
  }

  /// Returns the changes that are not yet asserted, with the current values.
  package func snapshot() -> SharedSnapshot {
    // Outside of the lock: reading a cell takes the lock of the cell, which is held when
    // `willChange` is called.
    let changes = changes.withLock { $0 }
    return SharedSnapshot(
      values: changes.mapValues { .init(value: $0.cell.erasedCurrent, count: $0.count) }
    )
  }

  /// Returns an assertion of the changes up to a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The actual values.
  ///   - startsWithActual: Whether the expected values begin with the actual ones, as in tests that
  ///     are not exhaustive, instead of those that were last asserted.
  package func assertion(
    about snapshot: SharedSnapshot,
    startingWithActual startsWithActual: Bool = false
  ) -> SharedAssertion {
    let changes = changes.withLock { $0 }
    var values: [ObjectIdentifier: SharedAssertion.Values] = [:]
    for (id, change) in changes {
      // A cell that changed only after the snapshot had the last asserted value at that moment.
      let actual = snapshot.values[id]?.value ?? change.asserted
      values[id] = .init(
        expected: startsWithActual ? actual : change.asserted,
        actual: actual
      )
    }
    return SharedAssertion(values, setCells: Set(snapshot.values.keys))
  }

  /// Marks the changes up to a snapshot as asserted.
  package func commit(_ snapshot: SharedSnapshot) {
    changes.withLock { changes in
      for (id, actual) in snapshot.values {
        guard let change = changes[id] else { continue }
        if change.count == actual.count {
          changes[id] = nil
        } else {
          changes[id]?.asserted = actual.value
        }
      }
    }
  }

  /// A diff for each shared value that differs from the last asserted value.
  package var unassertedDifferences: [String] {
    changes.withLock { $0 }.values.compactMap { change in
      let current = change.cell.erasedCurrent
      if isEqual(change.asserted, current) == true { return nil }
      return diff(change.asserted, current, format: .proportional)
        .map { "\(change.cell.name): …\n\n\($0)" }
    }
    .sorted()
  }
}

/// The changed shared values at one moment.
package struct SharedSnapshot: @unchecked Sendable {
  // Unchecked because of values of any type, which are only copied and compared.
  struct Actual {
    let value: Any
    let count: Int
  }

  let values: [ObjectIdentifier: Actual]

  /// Returns whether a shared value was changed after another moment.
  package func hasChanges(since other: SharedSnapshot) -> Bool {
    values.contains { id, actual in other.values[id]?.count != actual.count }
  }
}

extension DependencyValues {
  /// The trackers of changes that the current task makes to shared values.
  package var sharedChangeTrackers: [SharedChangeTracker] {
    get { self[SharedChangeTrackersKey.self] }
    set { self[SharedChangeTrackersKey.self] = newValue }
  }

  private enum SharedChangeTrackersKey: DependencyKey {
    static var liveValue: [SharedChangeTracker] { [] }
    static var testValue: [SharedChangeTracker] { [] }
  }
}
