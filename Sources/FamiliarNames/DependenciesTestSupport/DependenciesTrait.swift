@_exported import DependencyInjection
public import Testing

/// Overrides dependencies for the tests that it is written at; made by ``Testing/Trait/dependencies(_:)`` and its like.
public struct _DependenciesTrait: SuiteTrait, TestScoping, TestTrait {
  fileprivate let updateValues: @Sendable (inout DependencyValues) throws -> Void

  /// A suite's overrides hold for the tests of its nested suites, too.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies {
      try updateValues(&$0)
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == _DependenciesTrait {
  /// Gives each test dependencies of its own: `@Suite(.dependencies)`.
  ///
  /// Every test has them here without this trait: what one test leaves behind in a dependency, no other test sees.
  public static var dependencies: Self {
    Self { _ in }
  }

  /// Overrides dependencies for a test, or for each test of a suite and of what is nested in it:
  ///
  ///     @Suite(
  ///       .dependencies {
  ///         $0.uuid = .incrementing
  ///         $0.date = .constant(.distantPast)
  ///       }
  ///     )
  ///     struct FeatureTests { … }
  ///
  /// A test's overrides come after those of its suite.
  ///
  /// - Parameter updateValues: Changes the dependencies, once for each test case. An error that it throws fails the test.
  public static func dependencies(
    _ updateValues: @escaping @Sendable (inout DependencyValues) throws -> Void
  ) -> Self {
    Self(updateValues: updateValues)
  }

  /// Overrides one dependency for a test, or for each test of a suite: `@Test(.dependency(\.continuousClock, ImmediateClock()))`.
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

  /// Overrides the dependency of a type for a test, or for each test of a suite: `@Test(.dependency(APIClient.mock))`.
  ///
  /// - Parameter value: Its value, evaluated once for each test case.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value == Value.Value {
    Self { $0[Value.self] = try value() }
  }
}
