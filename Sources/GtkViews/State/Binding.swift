import AccessTracking

/// Reads and writes a value that is stored elsewhere.
///
/// Controls take bindings: a ``TextField`` shows the value and writes what the user types.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  let source: ValueSource<Value>

  init(source: ValueSource<Value>) {
    self.source = source
  }

  /// - Parameters:
  ///   - get: Returns the value. What it reads is observed.
  ///   - set: Stores a new value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    source = ClosureSource(get: get, set: set)
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
    Binding(source: ConstantSource(value))
  }

  /// The value.
  public var wrappedValue: Value {
    get { source.value }
    nonmutating set { BindingWrite.perform { source.value = newValue } }
  }

  /// The binding itself, as `$value`.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a property of the value.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(source: MemberSource(base: source, keyPath: keyPath))
  }
}

extension Binding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}
