import Foundation

/// A test's expectation of shared values, while it is put together and compared.
///
/// While a test's closure runs, ``Shared/withLock(_:fileID:filePath:line:column:)`` changes the expected value and leaves
/// the real one alone. While two states are compared, the left one's shared values are the expected ones, and the right
/// one's the actual ones.
package final class SharedAssertion: @unchecked Sendable {
  // Unchecked: what changes is touched only while the lock is held.

  /// Which of the two values a reader wants. Where nobody asserts, there is just one.
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

  /// Whether changes are those of an expectation.
  static var isActive: Bool { SharedChangeTracker.isInUse && current != nil }

  /// Whether two values are equal: while states are compared, the expected left one and the actual right one.
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
  /// The cells that were set, be it to what they were. A test may assert that.
  private let setCells: Set<ObjectIdentifier>
  private var _hasChanges = false

  init(_ values: [ObjectIdentifier: Values], setCells: Set<ObjectIdentifier>) {
    self.values = values
    self.setCells = setCells
  }

  /// Whether the test has changed an expected value, or has set one that was really set.
  package var hasChanges: Bool { lock.withLock { _hasChanges } }

  /// Runs what puts the expectation together, or compares.
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
    // A value is only ever found under the cell that it was read from.
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

  /// The reference in a box, where one of the two is known.
  func reference(of box: some AnyObject, _ side: Side) -> Any? {
    let values = lock.withLock { self.values[ObjectIdentifier(box)] }
    let reference =
      switch side {
      case .expected: values?.expected
      case .actual: values?.actual
      }
    return (reference as? ErasedReference)?.reference
  }

  /// Expects another reference in a box.
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
