/// Reads and writes a value that is stored elsewhere.
///
/// Controls take bindings: a ``TextField`` shows the value and writes what the user types.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  let location: Location<Value>

  init(location: Location<Value>) {
    self.location = location
  }

  /// - Parameters:
  ///   - get: Returns the value. What it reads is observed.
  ///   - set: Stores a new value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    location = ClosureLocation(get: get, set: set)
  }

  /// For `init(@Binding value: …)` and parameters declared as `$value`.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// Unwraps a binding to an optional value.
  ///
  /// - Parameter base: A binding to an optional value.
  /// - Returns: A binding to the value, or `nil` if there is none. If the value becomes `nil`
  ///   later, the binding reads the last value and ignores writes.
  public init?(_ base: Binding<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    var last = value
    self.init(
      get: {
        if let value = base.wrappedValue { last = value }
        return last
      },
      set: { if base.wrappedValue != nil { base.wrappedValue = $0 } }
    )
  }

  /// Makes a binding to an optional value from a binding to a value. Writing `nil` does nothing.
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(
      get: { base.wrappedValue },
      set: { if let value = $0 { base.wrappedValue = value } }
    )
  }

  /// A binding to a value that never changes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(location: ConstantLocation(value))
  }

  /// The value.
  public var wrappedValue: Value {
    get { location.value }
    nonmutating set { location.value = newValue }
  }

  /// The binding itself, as `$value`.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a property of the value.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(location: MemberLocation(base: location, keyPath: keyPath))
  }
}

extension Binding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

/// The storage of a value. A class, so that bindings to the same storage have equal bytes: a view
/// that gets the same binding again is not evaluated again.
class Location<Value> {
  init() {}

  deinit {}

  var value: Value {
    get { fatalError("abstract") }
    set { fatalError("abstract") }
  }
}

private final class ClosureLocation<Value>: Location<Value> {
  let get: () -> Value
  let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  deinit {}

  override var value: Value {
    get { get() }
    set { set(newValue) }
  }
}

private final class ConstantLocation<Value>: Location<Value> {
  let constant: Value

  init(_ constant: Value) { self.constant = constant }

  deinit {}

  override var value: Value {
    get { constant }
    set {}
  }
}

private final class MemberLocation<Base, Member>: Location<Member> {
  let base: Location<Base>
  let keyPath: WritableKeyPath<Base, Member>

  init(base: Location<Base>, keyPath: WritableKeyPath<Base, Member>) {
    self.base = base
    self.keyPath = keyPath
  }

  deinit {}

  override var value: Member {
    get { base.value[keyPath: keyPath] }
    set { base.value[keyPath: keyPath] = newValue }
  }
}
