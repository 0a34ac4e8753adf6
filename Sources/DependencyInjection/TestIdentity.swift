import Foundation
import Synchronization

/// The running test, or the absence of one.
///
/// It is the key for everything that is stored for the duration of one test: see ``PerTest``. It
/// works in Swift Testing and in XCTest without linking, calling or adding anything.
public struct TestIdentity: Hashable, Sendable {
  private let kind: Kind

  private enum Kind: Hashable, Sendable {
    case none
    case swiftTesting(SwiftTestingIdentity)
    case xcTest(generation: Int)
  }

  /// The absence of a test, as in an application.
  public static let none = TestIdentity(kind: .none)

  /// The test that calls this.
  ///
  /// Swift Testing runs tests in parallel and identifies them by the task, so there is no test in a
  /// detached task. Each case of a test with arguments counts as a test.
  ///
  /// - Complexity: O(1). About a microsecond in a test; reading a variable in an application.
  public static var current: TestIdentity {
    guard isTesting else { return .none }
    TestReporter.install
    if let identity = SwiftTestingIdentity.current {
      return TestIdentity(kind: .swiftTesting(identity))
    }
    return TestIdentity(kind: .xcTest(generation: XCTestGeneration.current))
  }

  /// Whether the test that calls this is one of Swift Testing.
  ///
  /// In a detached task, where there is no test, returns whether SwiftPM has started the process
  /// for Swift Testing.
  static var isSwiftTesting: Bool {
    SwiftTestingIdentity.current != nil || CommandLine.arguments.contains("swift-testing")
  }
}

/// A value that each test has its own of. An application has one.
///
///     private let nextID = PerTest(0)
///     let id = nextID.withValue { id in
///       defer { id += 1 }
///       return id
///     }
public final class PerTest<Value: Sendable>: Sendable {
  private let makeInitialValue: @Sendable () -> Value
  private let values = Mutex<[TestIdentity: Value]>([:])

  /// - Parameter initialValue: The initial value, which is evaluated for each test.
  public init(_ initialValue: @autoclosure @escaping @Sendable () -> Value) {
    makeInitialValue = initialValue
  }

  /// Reads and changes the value of the running test.
  ///
  /// - Parameter body: Runs while a lock is held. It must neither wait nor use this object.
  /// - Returns: What `body` returns.
  public func withValue<Result: Sendable>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    let test = TestIdentity.current
    return try values.withLock { values in
      try body(&values[test, default: makeInitialValue()])
    }
  }

  /// The value of the running test.
  public var value: Value {
    withValue { $0 }
  }
}
