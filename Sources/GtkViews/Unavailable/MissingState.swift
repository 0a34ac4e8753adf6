// Property wrappers and environment values of SwiftUI that do not exist here, with what to use
// instead. Nobody can call their accessors, because nobody can name them.

@available(*, unavailable, message: "use '@State' with an '@Observable' object, or a store")
@propertyWrapper
public struct StateObject<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@available(*, unavailable, message: "use '@Bindable' with an '@Observable' object, or a store")
@propertyWrapper
public struct ObservedObject<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@available(*, unavailable, message: "use '@Environment' with a key of your own")
@propertyWrapper
public struct EnvironmentObject<Value> {
  public init() { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@available(*, unavailable, message: "use '@State'")
@propertyWrapper
public struct GestureState<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

extension EnvironmentValues {
  @available(*, unavailable, message: "use '\\.dismiss'")
  public var presentationMode: MissingName { MissingName() }
}
