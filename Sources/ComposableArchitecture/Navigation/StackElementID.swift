import CustomDump
import DependencyInjection
import IssueReporting
import Synchronization

/// The identity of an element of a ``StackState``.
///
/// Ids are opaque, and made by the stack. They are generational: an id is never used again, even
/// after its element has been removed. In tests they count 0, 1, 2, …, starting over for each test,
/// and can be written as integer literals.
public struct StackElementID: Hashable, Sendable {
  /// The number of ids that were made before this one.
  let generation: Int

  init(generation: Int) {
    self.generation = generation
  }

  /// Returns an id that has not been used before.
  @usableFromInline
  package static func next() -> Self {
    Self(generation: Counter.current.next())
  }

  /// Makes later ids follow one that comes from outside, in an action of a test.
  static func reserve(upTo id: Self) {
    Counter.current.reserve(id.generation)
  }

  /// The generation of the next id.
  static var upcoming: Int { Counter.current.upcoming }

  /// Runs an operation in which ids count from a generation on once more, as in an assertion of a
  /// test about what a reducer has done.
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

/// Makes the ids of stack elements; see `DependencyValues.stackElementID`.
public struct StackElementIDGenerator: Sendable {
  private let make: @Sendable () -> StackElementID
  private let look: @Sendable () -> StackElementID

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - next: Returns an id that has not been used before.
  ///   - peek: Returns the id that `next` will return.
  public init(
    next: @escaping @Sendable () -> StackElementID,
    peek: @escaping @Sendable () -> StackElementID
  ) {
    make = next
    look = peek
  }

  /// Returns an id that has not been used before.
  public func next() -> StackElementID { make() }

  /// Returns the id that ``next()`` will return.
  public func peek() -> StackElementID { look() }

  /// Returns an id that has not been used before.
  public func callAsFunction() -> StackElementID { make() }
}

extension DependencyValues {
  private enum StackElementIDKey: DependencyKey {
    static let liveValue = StackElementIDGenerator(
      next: { .next() },
      peek: { StackElementID(generation: StackElementID.upcoming) }
    )
    static var testValue: StackElementIDGenerator { liveValue }
  }

  /// Makes ids for actions that push: `.path(.push(id: stackElementID.next(), state: …))`. A stack
  /// takes the ids of what is appended to it from the same numbers. A generator that replaces this
  /// one is used by those only who ask for the dependency.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Makes the id that was the `value`th in the test, counting from 0.
  ///
  /// For tests only; elsewhere its use is reported.
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
