import CustomDump
import DependencyInjection
import IssueReporting
import Synchronization

/// The identity of an element of a ``StackState``.
///
/// Ids are made by the stack and opaque. They are generational: an id is never given out again, also not after its
/// element has left. In tests they count 0, 1, 2, …, for each test anew, and can be written as integer literals.
public struct StackElementID: Hashable, Sendable {
  /// The number of ids that were given out before this one.
  let generation: Int

  init(generation: Int) {
    self.generation = generation
  }

  /// An id that has not been given out before.
  @usableFromInline
  package static func next() -> Self {
    Self(generation: Counter.current.next())
  }

  /// Lets ids that come from outside, through an action of a test, take part in the counting.
  static func reserve(upTo id: Self) {
    Counter.current.reserve(id.generation)
  }

  /// The generation of the id that comes next.
  static var upcoming: Int { Counter.current.upcoming }

  /// Runs an operation that gives out the ids from a generation on once more, as the assertions of a test do for what a
  /// reducer has done.
  static func repeating<Result>(
    from generation: Int,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    let counter = Counter.current
    let upcoming = counter.upcoming
    counter.set(generation)
    defer { counter.set(upcoming) }
    return try operation()
  }

  private final class Counter: Sendable {
    private static let live = Counter()
    private static let perTest = PerTest(Counter())
    static var current: Counter { isTesting ? perTest.value : live }

    private let count = Atomic(0)

    func next() -> Int {
      count.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    var upcoming: Int { count.load(ordering: .relaxed) }

    func set(_ generation: Int) {
      count.store(generation, ordering: .relaxed)
    }

    func reserve(_ generation: Int) {
      _ = count.max(generation + 1, ordering: .relaxed)
    }
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Makes the id that the stacks of a test gave out as the `value`th, counting from 0.
  ///
  /// For tests only; elsewhere it is reported.
  public init(integerLiteral value: Int) {
    self.init(integerLiteral: value, isTesting: isTesting)
  }

  init(integerLiteral value: Int, isTesting: Bool) {
    if !isTesting {
      reportIssue(
        """
        A stack element id was written as the integer literal \(value) outside a test.

        Ids are given out by "StackState" and cannot be known beforehand, so that the literal may name \
        any element or none. Read ids from the stack's "ids". Only in tests do they count up from 0.
        """
      )
    }
    self.init(generation: value)
  }
}

extension StackElementID: CustomDebugStringConvertible, CustomDumpStringConvertible {
  public var debugDescription: String { "#\(generation)" }
  public var customDumpDescription: String { "#\(generation)" }
}
