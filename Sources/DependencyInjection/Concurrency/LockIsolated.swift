import Foundation

/// A value that is shared between tasks and threads, behind a lock.
///
///     let count = LockIsolated(0)
///     await withTaskGroup(of: Void.self) { group in
///       for _ in 1...10 {
///         group.addTask { count.withValue { $0 += 1 } }
///       }
///     }
///     #expect(count.value == 10)
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // Unchecked: the value is only accessed with the lock held, and only returned if it is
  // `Sendable`.
  private var _value: Value
  // Recursive, so that code that changes the value may read it. Such a read returns the old value.
  private let lock = NSRecursiveLock()

  /// Creates a lock around a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    _value = try value()
  }

  /// A part of the value, read with the lock held.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { _value[keyPath: keyPath] }
  }

  /// Reads and changes the value with the lock held.
  ///
  /// - Parameter operation: Receives the value.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws. Changes that it made before are kept.
  public func withValue<T: Sendable>(
    _ operation: @Sendable (inout Value) throws -> T
  ) rethrows -> T {
    try lock.withLock {
      // A copy, so that the operation may read this object.
      var value = _value
      defer { _value = value }
      return try operation(&value)
    }
  }

  /// Replaces the value.
  ///
  /// Use ``withValue(_:)`` when the new value depends on the old one.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { _value = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value.
  public var value: Value {
    lock.withLock { _value }
  }
}

extension LockIsolated: Equatable where Value: Equatable {
  public static func == (lhs: LockIsolated, rhs: LockIsolated) -> Bool {
    guard lhs !== rhs else { return true }
    // The locks are never held together: a thread that compares the same two objects in the
    // opposite order could otherwise cause a deadlock.
    let value = UncheckedSendable(lhs.lock.withLock { lhs._value })
    return rhs.lock.withLock { rhs._value == value.wrappedValue }
  }
}

extension LockIsolated: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(lock.withLock { UncheckedSendable(_value) }.wrappedValue)
  }
}
