import DependencyInjection
import Foundation
import IssueReporting
import Observation

/// A value, the lock that guards it, and those who observe it.
final class SharedCell<Value>: Observable, @unchecked Sendable {
  // Unchecked: what changes is touched only while the lock is held.

  /// What holds the value, for people.
  let name: String
  private let lock = NSRecursiveLock()
  // Memory of its own, so that it can be read while the operation of `withLock` changes a copy.
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

  /// The value as it is now.
  ///
  /// To who reads it in the operation of `withLock`, which changes a copy, it is as it was before.
  var current: Value {
    lock.lock()
    defer { lock.unlock() }
    return storage.pointee
  }

  /// The value, for who is called under the lock, before a change.
  var valueBeforeChange: Value { storage.pointee }

  /// Whether this is called in the operation of `withLock`.
  var isInOwnLock: Bool {
    // Another thread's operation is waited for, and over then.
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

  /// Changes the value, and then tells the observers, also when the operation throws.
  ///
  /// While a test asserts, it is the expected value that changes, and nobody is told.
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    let isTracked = SharedChangeTracker.isInUse
    if isTracked, let assertion = SharedAssertion.current {
      return try assertion.withExpectedValue(of: self, operation)
    }
    // After the lock is released: observers may look at once, and what they see must be the new value.
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

  /// Takes a value from outside, and tells the observers unless it is the same.
  func replace(with value: Value) {
    lock.lock()
    if isChanging { reportIssue(changeInOwnLock(of: name)) }
    let isSame = isEqual(storage.pointee, value) == true
    if !isSame { storage.pointee = value }
    lock.unlock()
    if !isSame { notify() }
  }

  private func notify() {
    registrar.withMutation(of: self, keyPath: \.observed) {}
  }

  /// What is observed; the value itself is reached in other ways.
  private var observed: Void { () }
}

/// What is reported of a change inside of the operation that changes the value.
func changeInOwnLock(of name: String) -> String {
  """
  The shared value \(name) was changed inside its own "withLock".

  The closure of "withLock" has the value as its argument, and what it makes of the argument is \
  the value afterwards. A change that it makes in another way, or in a function that it calls, is \
  lost. Change the argument.
  """
}

extension SharedCell: ErasedCell {
  var erasedCurrent: Any { current }
}

/// A cell whose value's type does not matter.
protocol ErasedCell: AnyObject, Sendable {
  var name: String { get }
  var erasedCurrent: Any { get }
}

/// Whether two values are equal; `nil` where their type has no notion of it.
func isEqual(_ lhs: Any, _ rhs: Any) -> Bool? {
  func open<T: Equatable>(_ lhs: T) -> Bool { (rhs as? T) == lhs }
  return (lhs as? any Equatable).map { open($0) }
}
