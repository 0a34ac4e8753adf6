/// A dependency with values for tests and previews.
///
/// Conform to this protocol instead of ``DependencyKey`` in a module that declares the interface of
/// a dependency without its live value.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency. Values are read from many tasks.
  associatedtype Value: Sendable = Self

  /// The default in tests.
  ///
  /// Use a value whose functions are all `unimplemented`, so that a test fails if it calls one that
  /// it has not overridden. The property is read once for each test; a computed property gives each
  /// test a new value. Tasks that need the value meanwhile wait for it.
  static var testValue: Value { get }

  /// The default in previews; `testValue` unless declared.
  static var previewValue: Value { get }
}

/// A dependency: a default value for each ``DependencyContext``.
///
///     private enum APIClientKey: DependencyKey {
///       static let liveValue = APIClient.live
///     }
///
///     extension DependencyValues {
///       var apiClient: APIClient {
///         get { self[APIClientKey.self] }
///         set { self[APIClientKey.self] = newValue }
///       }
///     }
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The default in an application. The property is read once. Tasks and threads that need the
  /// value meanwhile wait for it, as they do for a static property.
  static var liveValue: Value { get }

  // Declared again, so that keys with a live value use the default implementations below.
  associatedtype Value = Self
  static var testValue: Value { get }
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }

  /// Whether a `testValue` that is being read should report that its dependency is not overridden.
  /// `false` while a test only reads the value to override a part of it.
  ///
  /// ```swift
  /// static var testValue: Date {
  ///   if shouldReportUnimplemented { reportIssue("The start date is not overridden.") }
  ///   return .distantPast
  /// }
  /// ```
  public static var shouldReportUnimplemented: Bool { DependencyValues.isUsedInTest }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value. Its use is reported once for each test, because a test should not use the
  /// network or files by accident.
  public static var testValue: Value {
    DependencyValues.reportMissingTestValue(of: Self.self)
    return previewValue
  }
}
