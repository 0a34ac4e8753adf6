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
  private let registrar = ObservationRegistrar()

  init(_ reference: R) {
    content = Mutex(Unchecked(reference))
  }

  /// The reference; its replacement is observed.
  var reference: R {
    registrar.access(self, keyPath: \.reference)
    return content.withLock { $0 }.value
  }

  func replace(with reference: R) {
    let reference = Unchecked(reference)
    content.withLock { $0 = reference }
    notify()
  }

  /// Tells whoever read the reference that it is another now.
  func notify() {
    registrar.withMutation(of: self, keyPath: \.reference) {}
  }
}

/// A value that is handed between threads under a lock, or is a reference that is `Sendable` although its existential type
/// does not say so.
struct Unchecked<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
