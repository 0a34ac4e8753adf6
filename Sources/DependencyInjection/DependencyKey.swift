/// A dependency with values for tests and previews.
///
/// Conform to this protocol, and not to ``DependencyKey``, in a module of interfaces that does not
/// contain the live value.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency. It is read from many tasks.
  associatedtype Value: Sendable = Self

  /// The default in tests.
  ///
  /// Best a value each of whose endpoints is `unimplemented`, so that a test that uses what it did
  /// not override fails. It is read once for each test: as a computed property it starts anew in
  /// each.
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
  /// The default in an application. It is read once.
  static var liveValue: Value { get }

  // Declared again, so that the defaults below are found for keys with a live value.
  associatedtype Value = Self
  static var testValue: Value { get }
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }

  /// Whether a `testValue` that is being made should report that its dependency is not overridden:
  /// a test uses it, and does not only read it to change a part of it.
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

  /// The preview value. Using it is reported, once for each test: a test must not reach the world
  /// outside by accident.
  public static var testValue: Value {
    DependencyValues.reportMissingTestValue(of: Self.self)
    return previewValue
  }
}
