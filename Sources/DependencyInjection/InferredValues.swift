// Each protocol declares the type of the value again, so that it is inferred from the function.

/// A key that `@DependencyEntry` makes of a property whose type is not stated.
public protocol _InferredTestValue<Value>: TestDependencyKey {
  associatedtype Value
  static var _testValue: @Sendable () -> Value { get }
}

/// One that has a live value, too.
public protocol _InferredLiveValue<Value>: DependencyKey {
  associatedtype Value
  static var _liveValue: @Sendable () -> Value { get }
}

/// One that has a value for previews, too.
public protocol _InferredPreviewValue<Value>: TestDependencyKey {
  associatedtype Value
  static var _previewValue: @Sendable () -> Value { get }
}

extension _InferredTestValue {
  public static var testValue: Value { _testValue() }
}

extension _InferredTestValue where Self: DependencyKey {
  // Rather than the default of keys with a live value.
  public static var testValue: Value { _testValue() }
}

extension _InferredLiveValue {
  public static var liveValue: Value { _liveValue() }
}

extension _InferredPreviewValue {
  public static var previewValue: Value { _previewValue() }
}

extension _InferredPreviewValue where Self: DependencyKey {
  // Rather than the default of keys with a live value.
  public static var previewValue: Value { _previewValue() }
}
