@_exported import DependencyInjection
public import Testing

/// A trait that overrides dependencies. It is created by ``Testing/Trait/dependencies(_:)`` and the
/// traits next to it.
public struct _DependenciesTrait: SuiteTrait, TestScoping, TestTrait {
  fileprivate let updateValues: @Sendable (inout DependencyValues) async throws -> Void

  /// The overrides of a suite also apply to the tests of its nested suites.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies {
      try await updateValues(&$0)
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == _DependenciesTrait {
  /// Gives each test its own dependencies: `@Suite(.dependencies)`.
  ///
  /// In this package tests have their own dependencies without this trait: no test sees what
  /// another has left behind in a dependency.
  public static var dependencies: Self {
    Self { _ in }
  }

  /// Overrides dependencies for a test, or for each test of a suite and of its nested suites:
  ///
  ///     @Suite(
  ///       .dependencies {
  ///         $0.uuid = .incrementing
  ///         $0.date = .constant(.distantPast)
  ///       }
  ///     )
  ///     struct FeatureTests { … }
  ///
  /// The overrides of a test are applied after those of its suite.
  ///
  /// - Parameter updateValues: Changes the dependencies. It is called once for each test case. If
  ///   it throws an error, the test fails.
  public static func dependencies(
    _ updateValues: @escaping @Sendable (inout DependencyValues) throws -> Void
  ) -> Self {
    Self(updateValues: updateValues)
  }

  /// Overrides dependencies for a test, or for each test of a suite, with an asynchronous closure.
  ///
  /// - Parameter updateValues: Changes the dependencies. It is called once for each test case. If
  ///   it throws an error, the test fails.
  @_disfavoredOverload
  public static func dependencies(
    _ updateValues: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(updateValues: updateValues)
  }

  /// Overrides one dependency for a test, or for each test of a suite:
  /// `@Test(.dependency(\.continuousClock, ImmediateClock()))`.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: Its value, evaluated once for each test case.
  public static func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Overrides the dependency of a type for a test, or for each test of a suite:
  /// `@Test(.dependency(APIClient.mock))`.
  ///
  /// - Parameter value: Its value, evaluated once for each test case.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value == Value.Value {
    Self { $0[Value.self] = try value() }
  }
}
