import AccessTracking
import Glibc

/// A value that belongs to the node of a view, and so outlives the view's values.
///
/// ```swift
/// @State private var isExpanded = false
/// ```
///
/// Changing it evaluates again the bodies that have read it. The initial value is used only when
/// the node is made.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initialValue: () -> Value
  /// The stored value, once the view has a node.
  private var source: StateSource<Value>?

  /// - Parameter wrappedValue: The initial value, computed only if it is needed.
  public init(wrappedValue: @autoclosure @escaping () -> Value) {
    initialValue = wrappedValue
  }

  /// - Parameter initialValue: The initial value.
  public init(initialValue: Value) {
    self.initialValue = { initialValue }
  }

  /// The value. Before the view has a node, for example in an initializer, reading returns the
  /// initial value and writing does nothing.
  public var wrappedValue: Value {
    get { source?.value ?? initialValue() }
    nonmutating set { source?.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    if let source { return Binding(source: source) }
    return .constant(initialValue())
  }

  public mutating func connect(to node: Node, storage: inout AnyObject?) {
    if let known = storage as? StateSource<Value> {
      source = known
    } else {
      let new = StateSource(initialValue())
      source = new
      storage = new
    }
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {
    self.init(wrappedValue: nil)
  }
}

/// The storage of a value, which is observed.
final class StateSource<Value>: ValueSource<Value> {
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

/// Returns whether two values are known to be equal. Identifiable values must also have equal ids.
/// Types that cannot be compared are equal only if their bytes are, as for references to the same
/// object.
func areEqual<Value>(_ old: Value, _ new: Value) -> Bool {
  func compare<T: Equatable>(_ old: T) -> Bool { (new as? T) == old }
  func haveSameID<T: Identifiable>(_ old: T) -> Bool { (new as? T)?.id == old.id }
  if let old = old as? any Identifiable, !haveSameID(old) { return false }
  if let old = old as? any Equatable { return compare(old) }
  return haveSameBits(old, new)
}

/// Returns whether two values consist of equal bytes, which means that they are the same value.
func haveSameBits<Value>(_ old: Value, _ new: Value) -> Bool {
  withUnsafePointer(to: old) { old in
    withUnsafePointer(to: new) { memcmp(old, $0, MemoryLayout<Value>.size) == 0 }
  }
}
