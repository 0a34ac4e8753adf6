@available(*, unavailable, message: "use '@ObservableState' and plain properties")
@propertyWrapper
public struct BindingState<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public var wrappedValue: Value
  public var projectedValue: Self { self }
}
