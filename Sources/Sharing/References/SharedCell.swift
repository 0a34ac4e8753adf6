import DependencyInjection
import Foundation
import IssueReporting
import Observation

/// A value with its lock and its observers.
final class SharedCell<Value>: Observable, @unchecked Sendable {
  // Unchecked: mutable state is only accessed with the lock held.

  /// The name of the storage, for people.
  let name: String
  private let lock = NSRecursiveLock()
  // Separate memory, so that it can be read while the operation of `withLock` changes a copy.
  private let storage: UnsafeMutablePointer<Value>
  private var isChanging = false
  private let registrar = ObservationRegistrar()

  init(_ value: Value, name: String) {
    self.name = name
    storage = .allocate(capacity: 1)
    storage.initialize(to: value)
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The current value.
  ///
  /// The operation of `withLock` changes a copy, and reads the value before the change here.
  var current: Value {
    lock.lock()
    defer { lock.unlock() }
    return storage.pointee
  }

  /// The value before a change, for code that is called with the lock held.
  var valueBeforeChange: Value { storage.pointee }

  /// Whether the caller is in the operation of `withLock`.
  var isInOwnLock: Bool {
    // The lock waits for an operation on another thread, so `isChanging` is only true on the thread
    // of the operation.
    lock.withLock { isChanging }
  }

  func access() {
    registrar.access(self, keyPath: \.observed)
  }

  func value(_ side: SharedAssertion.Side) -> Value {
    guard SharedChangeTracker.isInUse, let assertion = SharedAssertion.current else {
      return current
    }
    return assertion.value(of: self, side)
  }

  /// Changes the value, and then notifies the observers, also if the operation throws.
  ///
  /// While a test asserts, this changes the expected value and notifies no observers.
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    let isTracked = SharedChangeTracker.isInUse
    if isTracked, let assertion = SharedAssertion.current {
      return try assertion.withExpectedValue(of: self, operation)
    }
    // After the lock is released, so that observers can read the new value at once.
    defer { notify() }
    lock.lock()
    defer { lock.unlock() }
    if isTracked {
      for tracker in DependencyValues._current.sharedChangeTrackers { tracker.willChange(self) }
    }
    let wasChanging = isChanging
    isChanging = true
    var value = storage.pointee
    defer {
      storage.pointee = value
      isChanging = wasChanging
    }
    return try operation(&value)
  }

  /// Replaces the value by one from outside, and notifies the observers.
  ///
  /// Also by one that is equal, because the `==` of a type may ignore properties.
  func replace(with value: Value) {
    lock.lock()
    if isChanging { reportIssue(changeInOwnLock(of: name)) }
    storage.pointee = value
    lock.unlock()
    notify()
  }

  private func notify() {
    registrar.withMutation(of: self, keyPath: \.observed) {}
  }

  /// The property that observers observe. The value itself is not stored in it.
  private var observed: Void { () }
}

/// Returns the report for a change inside of the operation that changes the same value.
func changeInOwnLock(of name: String) -> String {
  """
  The shared value \(name) was changed inside its own "withLock".

  The change is lost. The closure of "withLock" takes the value as its argument, and the argument \
  becomes the new value. Change only the argument, also in functions that the closure calls.
  """
}

extension SharedCell: ErasedCell {
  var erasedCurrent: Any { current }
}

/// A cell whose value type is erased.
protocol ErasedCell: AnyObject, Sendable {
  var name: String { get }
  var erasedCurrent: Any { get }
}

/// Returns whether two values are equal; `nil` if their type is not `Equatable`.
func isEqual(_ lhs: Any, _ rhs: Any) -> Bool? {
  func open<T: Equatable>(_ lhs: T) -> Bool { (rhs as? T) == lhs }
  return (lhs as? any Equatable).map { open($0) }
}
