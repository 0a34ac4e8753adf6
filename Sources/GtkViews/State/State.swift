import AccessTracking
import Glibc

/// A value that belongs to the place where a view stands, and outlives the view's values.
///
///     @State private var isExpanded = false
///
/// Changing it evaluates the bodies again that read it. The initial value counts only when the view
/// appears in its place for the first time.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initialValue: () -> Value
  /// The place, once the view stands in one.
  private var location: StateLocation<Value>?

  /// - Parameter wrappedValue: the initial value, computed only if it is needed.
  public init(wrappedValue: @autoclosure @escaping () -> Value) {
    initialValue = wrappedValue
  }

  /// - Parameter initialValue: the initial value.
  public init(initialValue: Value) {
    self.initialValue = { initialValue }
  }

  /// The value. Read and written outside a view's place, for example in an initialiser, it is the
  /// initial value.
  public var wrappedValue: Value {
    get { location?.value ?? initialValue() }
    nonmutating set { location?.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    if let location { return Binding(location: location) }
    return .constant(initialValue())
  }

  public mutating func connect(to node: Node, storage: inout AnyObject?) {
    if let known = storage as? StateLocation<Value> {
      location = known
    } else {
      let new = StateLocation(initialValue())
      location = new
      storage = new
    }
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {
    self.init(wrappedValue: nil)
  }
}

/// A place for a value that is observed.
final class StateLocation<Value>: Location<Value> {
  private nonisolated let subject = AccessSubject()
  private var stored: Value

  init(_ value: Value) { stored = value }

  deinit {}

  override var value: Value {
    get {
      subject.access(0)
      return stored
    }
    set {
      guard !areEqual(stored, newValue) else { return }
      stored = newValue
      subject.notify(0)
    }
  }
}

/// Whether two values are known to be equal, and the same by their ids where they have any. Types
/// that cannot be compared are equal only if their bits are, as for the same object.
func areEqual<Value>(_ old: Value, _ new: Value) -> Bool {
  func compare<T: Equatable>(_ old: T) -> Bool { (new as? T) == old }
  func haveSameID<T: Identifiable>(_ old: T) -> Bool { (new as? T)?.id == old.id }
  if let old = old as? any Identifiable, !haveSameID(old) { return false }
  if let old = old as? any Equatable { return compare(old) }
  return haveSameBits(old, new)
}

/// Whether two values consist of the same bits: then they are the same value.
func haveSameBits<Value>(_ old: Value, _ new: Value) -> Bool {
  withUnsafePointer(to: old) { old in
    withUnsafePointer(to: new) { memcmp(old, $0, MemoryLayout<Value>.size) == 0 }
  }
}
