import CustomDump
import DependencyInjection
import Synchronization

/// Remembers of each shared value that changes in its sight what the value was before.
///
/// A shared value is a reference: a copy of the state that holds it changes along with it, so that comparing the copy from
/// before an action with the state after it shows nothing. A test store puts a tracker into the dependencies of its feature,
/// which all of the feature's reducers and effects carry.
package final class SharedChangeTracker: Sendable {
  private struct Change: @unchecked Sendable {
    // Unchecked: holds values of any type, which are only copied and compared.
    let cell: any ErasedCell
    /// The value as far as the test has asserted it.
    var asserted: Any
    /// How often the cell has changed since.
    var count = 0
  }

  private let changes = Mutex<[ObjectIdentifier: Change]>([:])
  private let isStopped = Atomic(false)

  private static let population = Atomic<Int>(0)

  /// Whether there is any tracker. There is none in an application, which then pays nothing.
  static var isInUse: Bool { population.load(ordering: .relaxed) > 0 }

  package init() {
    Self.population.add(1, ordering: .relaxed)
  }

  deinit {
    Self.population.subtract(1, ordering: .relaxed)
  }

  /// Looks on no more. Effects still carry the tracker then.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
  }

  /// Called under the cell's lock, before it changes.
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

  /// What has changed so far and is not asserted, with the values of now.
  package func snapshot() -> SharedSnapshot {
    // Not under the lock: reading a cell takes the cell's, and `willChange` comes with that one held.
    let changes = changes.withLock { $0 }
    return SharedSnapshot(
      values: changes.mapValues { .init(value: $0.cell.erasedCurrent, count: $0.count) }
    )
  }

  /// What a test is about to assert: the changes up to a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The values that were really there.
  ///   - startsWithActual: Whether the expectation begins with the values that were there in the end, as in tests that are
  ///     not exhaustive, and not with those that were last asserted.
  package func assertion(
    about snapshot: SharedSnapshot,
    startingWithActual startsWithActual: Bool = false
  ) -> SharedAssertion {
    let changes = changes.withLock { $0 }
    var values: [ObjectIdentifier: SharedAssertion.Values] = [:]
    for (id, change) in changes {
      // What changed only after the snapshot had at that moment the value that was last asserted.
      let actual = snapshot.values[id]?.value ?? change.asserted
      values[id] = .init(
        expected: startsWithActual ? actual : change.asserted,
        actual: actual
      )
    }
    return SharedAssertion(values, setCells: Set(snapshot.values.keys))
  }

  /// Takes the changes up to a snapshot as asserted.
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

  /// A diff for each shared value that differs from what was last asserted of it.
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

/// The shared values that had changed at some moment.
package struct SharedSnapshot: @unchecked Sendable {
  // Unchecked: holds values of any type, which are only copied and compared.
  struct Actual {
    let value: Any
    let count: Int
  }

  let values: [ObjectIdentifier: Actual]
}

extension DependencyValues {
  /// Those who want to know of changes of shared values in this scope.
  package var sharedChangeTrackers: [SharedChangeTracker] {
    get { self[SharedChangeTrackersKey.self] }
    set { self[SharedChangeTrackersKey.self] = newValue }
  }

  private enum SharedChangeTrackersKey: DependencyKey {
    static var liveValue: [SharedChangeTracker] { [] }
    static var testValue: [SharedChangeTracker] { [] }
  }
}
