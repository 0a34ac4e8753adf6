import CustomDump
import DependencyInjection
import Observation
import Synchronization

/// An object that stores a shared value, or leads to one.
protocol Reference<Value>: AnyObject, Sendable {
  associatedtype Value

  /// Records for observers that the value is read.
  func access()
  /// Returns the value. The read is observed only if ``access()`` is called, too.
  func value(_ side: SharedAssertion.Side) -> Value
  /// The identity in dumps, which is the same for all shared values with the same storage.
  var identity: ObjectIdentifier { get }
  /// The name of the storage, for people.
  var description: String { get }

  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  func load() async throws
}

/// A reference whose value may be changed.
protocol MutableReference<Value>: Reference {
  /// Changes the value under a lock, and then notifies the observers.
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R
  /// Whether the caller is in the operation of ``withLock(_:)``.
  var isInOwnLock: Bool { get }

  var saveError: (any Error)? { get }
  func save() async throws
}

extension Reference {
  /// The value. Its reads are observed.
  var observedValue: Value {
    access()
    return value(.expected)
  }

  /// Returns the description of a shared value: its value, and the name of its storage.
  func describe(as type: String) -> String {
    "\(type)<\(Value.self)>(\(String(reflecting: observedValue)), \(description))"
  }
}

/// A reference that can be replaced by another. All copies of a ``Shared`` have the same box.
final class ReferenceBox<R>: Observable, Sendable {
  private let content: Mutex<Unchecked<R>>
  private let describe: @Sendable (R) -> (name: String, value: Any)
  private let registrar = ObservationRegistrar()

  /// - Parameters:
  ///   - reference: The first reference.
  ///   - describe: Returns the name of a reference, and its value.
  init(_ reference: R, describe: @escaping @Sendable (R) -> (name: String, value: Any)) {
    content = Mutex(Unchecked(reference))
    self.describe = describe
  }

  /// Returns the reference. Its replacement is observed. While a test asserts, there is an expected
  /// and an actual reference.
  func reference(_ side: SharedAssertion.Side = .expected) -> R {
    registrar.access(self, keyPath: \.observed)
    guard SharedChangeTracker.isInUse,
      let asserted = SharedAssertion.current?.reference(of: self, side)
    else { return current }
    // The cast succeeds: only `erased` stores references for a box.
    return asserted as? R ?? current
  }

  private var current: R { content.withLock { $0 }.value }

  /// Replaces the reference. While a test asserts, this replaces the expected reference and
  /// notifies no observers.
  func replace(with reference: R) {
    if SharedChangeTracker.isInUse {
      if let assertion = SharedAssertion.current {
        return assertion.expect(erased(reference), in: self)
      }
      for tracker in DependencyValues._current.sharedChangeTrackers {
        tracker.willChange(self, from: erasedCurrent)
      }
    }
    let reference = Unchecked(reference)
    content.withLock { $0 = reference }
    registrar.withMutation(of: self, keyPath: \.observed) {}
  }

  private func erased(_ reference: R) -> ErasedReference {
    let reference = Unchecked(reference)
    return ErasedReference(reference: reference) { [describe] in describe(reference.value).value }
  }

  /// The property that observers observe. The reference itself is not stored in it.
  private var observed: Void { () }
}

extension ReferenceBox: ErasedCell {
  var name: String { describe(current).name }
  var erasedCurrent: Any { erased(current) }
}

/// A type-erased reference, which is compared and dumped by its value.
struct ErasedReference: Equatable, CustomDumpRepresentable {
  private let unchecked: Any
  private let read: () -> Any

  init<R>(reference: Unchecked<R>, read: @escaping () -> Any) {
    unchecked = reference.value
    self.read = read
  }

  /// The reference.
  var reference: Any { unchecked }

  var customDumpValue: Any { read() }

  static func == (lhs: Self, rhs: Self) -> Bool { isEqual(lhs.read(), rhs.read()) == true }
}

/// A value that is passed between threads under a lock, or a reference that is `Sendable` although
/// its existential type is not.
struct Unchecked<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
