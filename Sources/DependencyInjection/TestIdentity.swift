import Foundation
import Synchronization

/// The running test, or the absence of one.
///
/// Whatever is kept for the duration of one test is kept under this key: see ``PerTest``. There is
/// nothing to link, call or add to a suite for it to work, in Swift Testing and in XCTest.
public struct TestIdentity: Hashable, Sendable {
  private let kind: Kind

  private enum Kind: Hashable, Sendable {
    case none
    case swiftTesting(SwiftTestingIdentity)
    case xcTest(generation: Int)
  }

  /// No test: that of an application.
  public static let none = TestIdentity(kind: .none)

  /// The test that this is called from.
  ///
  /// Swift Testing runs tests side by side, and knows which is which by the task: in a detached
  /// task there is no test. Each case of a test with arguments is a test of its own.
  ///
  /// - Complexity: O(1); about a microsecond in a test, and a load in an application.
  public static var current: TestIdentity {
    guard isTesting else { return .none }
    TestReporter.install
    if let identity = SwiftTestingIdentity.current {
      return TestIdentity(kind: .swiftTesting(identity))
    }
    return TestIdentity(kind: .xcTest(generation: XCTestGeneration.current))
  }

  /// Whether the test that this is called from is one of Swift Testing.
  ///
  /// In a detached task there is no test. Then it is the library that SwiftPM has started this process for.
  static var isSwiftTesting: Bool {
    SwiftTestingIdentity.current != nil || CommandLine.arguments.contains("swift-testing")
  }
}

/// A value that every test starts with anew, and that an application has one of.
///
///     private let nextID = PerTest(0)
///     let id = nextID.withValue { id in
///       defer { id += 1 }
///       return id
///     }
public final class PerTest<Value: Sendable>: Sendable {
  private let makeInitialValue: @Sendable () -> Value
  private let values = Mutex<[TestIdentity: Value]>([:])

  /// - Parameter initialValue: What each test starts with; evaluated for each test.
  public init(_ initialValue: @autoclosure @escaping @Sendable () -> Value) {
    makeInitialValue = initialValue
  }

  /// Reads and changes the running test's value.
  ///
  /// - Parameter body: Runs while a lock is held: it must neither wait nor use this object.
  /// - Returns: What `body` returns.
  public func withValue<Result: Sendable>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    let test = TestIdentity.current
    return try values.withLock { values in
      try body(&values[test, default: makeInitialValue()])
    }
  }

  /// The running test's value.
  public var value: Value {
    withValue { $0 }
  }
}
