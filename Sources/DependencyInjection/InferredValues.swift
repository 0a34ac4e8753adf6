// Each protocol declares the associated type again, so that it is inferred from the function.

/// A key that `@DependencyEntry` generates for a property without a type annotation.
public protocol _InferredTestValue<Value>: TestDependencyKey {
  associatedtype Value
  static var _testValue: @Sendable () -> Value { get }
}

/// A generated key with a live value.
public protocol _InferredLiveValue<Value>: DependencyKey {
  associatedtype Value
  static var _liveValue: @Sendable () -> Value { get }
}

/// A generated key with a value for previews.
public protocol _InferredPreviewValue<Value>: TestDependencyKey {
  associatedtype Value
  static var _previewValue: @Sendable () -> Value { get }
}

extension _InferredTestValue {
  public static var testValue: Value { _testValue() }
}

extension _InferredTestValue where Self: DependencyKey {
  // Takes precedence over the default implementation for keys with a live value.
  public static var testValue: Value { _testValue() }
}

extension _InferredLiveValue {
  public static var liveValue: Value { _liveValue() }
}

extension _InferredPreviewValue {
  public static var previewValue: Value { _previewValue() }
}

extension _InferredPreviewValue where Self: DependencyKey {
  // Takes precedence over the default implementation for keys with a live value.
  public static var previewValue: Value { _previewValue() }
}
