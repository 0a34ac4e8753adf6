import CustomDump
import DependencyInjection
import Observation
import Synchronization

/// A place that a shared value lives in, or is found in.
protocol Reference<Value>: AnyObject, Sendable {
  associatedtype Value

  /// Notes that the value is read, for whoever observes.
  func access()
  /// The value. Observed only together with ``access()``.
  func value(_ side: SharedAssertion.Side) -> Value
  /// What is told apart in dumps: the same for everybody who shares the place.
  var identity: ObjectIdentifier { get }
  /// What holds the value, for people.
  var description: String { get }

  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  func load() async throws
}

/// A place whose value may be changed.
protocol MutableReference<Value>: Reference {
  /// Changes the value while nobody else can, and then tells the observers.
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R
  /// Whether this is called in the operation of ``withLock(_:)``.
  var isInOwnLock: Bool { get }

  var saveError: (any Error)? { get }
  func save() async throws
}

extension Reference {
  /// The value, observed.
  var observedValue: Value {
    access()
    return value(.expected)
  }
}

/// A reference that may be replaced by another: what the copies of a ``Shared`` have in common.
final class ReferenceBox<R>: Observable, Sendable {
  private let content: Mutex<Unchecked<R>>
  private let describe: @Sendable (R) -> (name: String, value: Any)
  private let registrar = ObservationRegistrar()

  /// - Parameters:
  ///   - reference: The first one.
  ///   - describe: Gives the name of a reference, and its value.
  init(_ reference: R, describe: @escaping @Sendable (R) -> (name: String, value: Any)) {
    content = Mutex(Unchecked(reference))
    self.describe = describe
  }

  /// The reference; its replacement is observed. While a test asserts, it is one of two.
  func reference(_ side: SharedAssertion.Side = .expected) -> R {
    registrar.access(self, keyPath: \.observed)
    guard SharedChangeTracker.isInUse,
      let asserted = SharedAssertion.current?.reference(of: self, side)
    else { return current }
    // What is kept for a box comes from `erased`.
    return asserted as? R ?? current
  }

  private var current: R { content.withLock { $0 }.value }

  /// Replaces the reference. While a test asserts, it is the expected one that is replaced, and
  /// nobody is told.
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

  /// What is observed; the reference itself is reached in other ways.
  private var observed: Void { () }
}

extension ReferenceBox: ErasedCell {
  var name: String { describe(current).name }
  var erasedCurrent: Any { erased(current) }
}

/// A reference of any type, which is compared and dumped by its value.
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

/// A value that is handed between threads under a lock, or is a reference that is `Sendable` although its existential type
/// does not say so.
struct Unchecked<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
