import Foundation

/// The expected shared values of a test store's assertion.
///
/// While the closure of an assertion runs, ``Shared/withLock(_:fileID:filePath:line:column:)``
/// changes the expected value instead of the actual one. While two states are compared, the shared
/// values of the left state are the expected ones, and those of the right state the actual ones.
package final class SharedAssertion: @unchecked Sendable {
  // Unchecked: mutable state is only accessed with the lock held.

  /// The value to read. Without an assertion, both are the same.
  enum Side {
    case expected
    case actual
  }

  struct Values {
    var expected: Any
    var actual: Any
  }

  @TaskLocal private static var active: SharedAssertion?

  static var current: SharedAssertion? { active }

  /// Whether changes affect the expected values.
  static var isActive: Bool { SharedChangeTracker.isInUse && current != nil }

  /// Returns whether two values are equal. While states are compared, the left value is the
  /// expected one, and the right value the actual one.
  static func areEqual<Value: Equatable>(
    _ lhs: any Reference<Value>,
    _ rhs: any Reference<Value>
  ) -> Bool {
    lhs.access()
    rhs.access()
    return lhs.value(.expected) == rhs.value(.actual)
  }

  private let lock = NSRecursiveLock()
  private var values: [ObjectIdentifier: Values]
  /// The cells that were set, also to the same value. A test may assert that.
  private let setCells: Set<ObjectIdentifier>
  private var _hasChanges = false

  init(_ values: [ObjectIdentifier: Values], setCells: Set<ObjectIdentifier>) {
    self.values = values
    self.setCells = setCells
  }

  /// Whether the test has changed an expected value, or has set a value that was also set in fact.
  package var hasChanges: Bool { lock.withLock { _hasChanges } }

  /// Runs the closure of the assertion, or a comparison.
  package func perform<R>(_ operation: () throws -> R) rethrows -> R {
    try Self.$active.withValue(self, operation: operation)
  }

  func value<Value>(of cell: SharedCell<Value>, _ side: Side) -> Value {
    let values = lock.withLock { self.values[ObjectIdentifier(cell)] }
    let value =
      switch side {
      case .expected: values?.expected
      case .actual: values?.actual
      }
    // The cast succeeds: each value is stored under the cell from which it was read.
    return value.map { $0 as! Value } ?? cell.current
  }

  func withExpectedValue<Value, R>(
    of cell: SharedCell<Value>,
    _ operation: (inout Value) throws -> R
  ) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    let old = value(of: cell, .expected)
    var expected = old
    defer {
      let actual = value(of: cell, .actual)
      values[ObjectIdentifier(cell)] = Values(expected: expected, actual: actual)
      if setCells.contains(ObjectIdentifier(cell)) || isEqual(old, expected) != true {
        _hasChanges = true
      }
    }
    return try operation(&expected)
  }

  /// Returns the expected or actual reference in a box; `nil` if it is not known.
  func reference(of box: some AnyObject, _ side: Side) -> Any? {
    let values = lock.withLock { self.values[ObjectIdentifier(box)] }
    let reference =
      switch side {
      case .expected: values?.expected
      case .actual: values?.actual
      }
    return (reference as? ErasedReference)?.reference
  }

  /// Sets the expected reference in a box.
  func expect(_ reference: ErasedReference, in box: any ErasedCell) {
    lock.withLock {
      let id = ObjectIdentifier(box)
      let actual = values[id]?.actual ?? box.erasedCurrent
      let old = values[id]?.expected ?? actual
      values[id] = Values(expected: reference, actual: actual)
      if isEqual(old, reference) != true { _hasChanges = true }
    }
  }
}
