import DependencyInjection
import Foundation
import Sharing

/// Runs a feature in a test, which asserts step by step how the state changes and which actions
/// effects send.
///
/// ```swift
/// let store = TestStore(initialState: Ferry.State()) {
///   Ferry()
/// } withDependencies: {
///   $0.continuousClock = ImmediateClock()
/// }
/// await store.send(.departTapped) {
///   $0.isCrossing = true
/// }
/// await store.receive(\.landed) {
///   $0.isCrossing = false
/// }
/// ```
///
/// It is exhaustive by default. It fails, at the line of the call and with a diff, if a change is
/// not asserted or is asserted wrongly, if an action that an effect sent is not received, or if an
/// effect still runs when the test ends. See ``exhaustivity``.
@preconcurrency @MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state as far as it has been asserted. In the closure of an assertion, it is the state that
  /// is passed to the closure.
  public internal(set) var state: State

  /// How much has to be asserted, `.on` by default.
  public var exhaustivity: Exhaustivity {
    get { currentExhaustivity }
    set { currentExhaustivity = newValue }
  }

  /// How long `receive` and `finish` wait for effects, in nanoseconds. The default is one second.
  public var timeout: UInt64 = 1_000_000_000

  /// Whether asynchronous work of the whole process runs on the main actor, in the order in which
  /// it was started, while the store exists. The default is `true`, which makes tests of effects
  /// deterministic.
  public var useMainSerialExecutor: Bool {
    get { serialExecution != nil }
    set { serialExecution = newValue ? (serialExecution ?? SerialExecution()) : nil }
  }

  /// Whether the feature has dismissed itself, which cancels its effects.
  public var isDismissed: Bool { dismissal.isDismissed }

  /// The dependencies of the reducer and its effects.
  public var dependencies: DependencyValues {
    get { core.dependencies }
    set { core.dependencies = newValue }
  }

  @MainActor
  private final class Dismissal {
    private(set) var isDismissed = false
    /// Cancels all effects of the feature.
    var end: (() -> Void)?

    func perform() {
      isDismissed = true
      // Sending an action from now on is a mistake of the feature: if a parent presented it, no
      // feature would be left to handle the action.
      RunningEffect.current?.markDismissed()
      end?()
    }
  }

  let core: any TestCoreProtocol<State, Action>
  // Safe, because they are used on the main actor only, and in `deinit`, when no other code can use
  // them.
  nonisolated(unsafe) let journal: TestJournal<State, Action>
  nonisolated(unsafe) private(set) var currentExhaustivity = Exhaustivity.on
  private let dismissal: Dismissal
  /// The number of reduced actions that led to the state that the test knows.
  var assertedCount = 0
  private var serialExecution: SerialExecution? = SerialExecution()
  let location: IssueLocation

  /// Makes a test store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state, evaluated with the dependencies in place.
  ///   - reducer: The reducer.
  ///   - prepareDependencies: Changes the dependencies of the reducer and its effects.
  public init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    let journal = TestJournal<State, Action>()
    let dismissal = Dismissal()
    let core = DependencyInjection.withDependencies {
      $0.dismiss = DismissEffect { dismissal.perform() }
      prepareDependencies(&$0)
    } operation: {
      // In a tuple, because for an object `withDependencies` would keep the dependencies, even
      // after the object is gone.
      (
        TestCore(
          initialState: initialState(),
          reducer: reducer(),
          dependencies: DependencyValues._current,
          journal: journal
        ), ()
      )
    }
    .0
    dismissal.end = { [node = core.node] in
      node.unmount()
      journal.running = []
    }
    self.core = core
    self.journal = journal
    self.dismissal = dismissal
    state = core.state
    location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  deinit {
    complete()
  }

  // MARK: Sending

  /// Sends an action, as a view would, and asserts how the state changes.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Changes the state before the action to the one expected after
  ///     it. Leave it out if nothing changes.
  /// - Returns: The effects of the action, to be awaited or cancelled.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if isDismissed {
      fail(
        """
        The action was not sent, because the feature has dismissed itself:

            \(debugCaseOutput(action))

        Where a parent presents the feature, it is gone by now. End the test here, or test what \
        the parent does afterwards in a test of the parent.
        """,
        location
      )
      return TestStoreTask(rawValue: nil, timeout: timeout)
    }
    if !journal.received.isEmpty {
      var actions = ""
      customDump(journal.received.map(\.action), to: &actions)
      fail(
        """
        An action was sent while \(actionCount(journal.received.count)) of effects \
        \(journal.received.count == 1 ? "waits" : "wait") to be received: \(actions)

        Receive actions in the order in which they come, with "receive", or let go of them with \
        "skipReceivedActions", before sending the next.
        """,
        location
      )
      if exhaustivity == .on {
        // The action that is sent now does not account for their changes.
        if let last = journal.received.last { journal.sharedChanges.commit(last.shared) }
      } else {
        skipReceived()
      }
    }
    journal.sendLocation = location
    let group = core.send(action, group: nil)
    if let sent = journal.sent {
      proceed(to: sent)
      journal.sent = nil
      compare(sent, updateStateToExpectedResult, location)
    }
    await settle()
    return TestStoreTask(rawValue: StoreTask(group), timeout: timeout)
  }

  /// Sends an action without payload by its case: `await store.send(\.path[id:
  /// 0].ferry.departTapped)`.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(action).embed(()),
      assert: updateStateToExpectedResult,
      fileID: fileID,
      file: filePath,
      line: line,
      column: column
    )
  }

  /// Sends an action by its case and payload: `await store.send(\.nameChanged, "Ida")`.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(action).embed(value),
      assert: updateStateToExpectedResult,
      fileID: fileID,
      file: filePath,
      line: line,
      column: column
    )
  }

  /// Asserts the current state, between actions.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let shared = journal.sharedChanges.snapshot()
    let assertion = sharedAssertion(about: shared)
    defer { journal.sharedChanges.commit(shared) }
    assertion.perform {
      var expected = state
      guard
        apply(
          updateStateToExpectedResult,
          to: &expected,
          upcomingID: StackElementID.upcoming,
          location
        )
      else { return }
      if expected != state { failMismatch(expected: expected, actual: state, location) }
    }
  }

  // MARK: Settings

  /// Runs an operation with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () throws -> Result
  ) rethrows -> Result {
    let previous = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = previous }
    return try operation()
  }

  /// Runs an operation with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let previous = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = previous }
    return try await operation()
  }

  /// Runs an operation with other dependencies.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let previous = dependencies
    defer { dependencies = previous }
    try update(&dependencies)
    return try operation()
  }

  /// Runs an operation with other dependencies.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let previous = dependencies
    defer { dependencies = previous }
    try update(&dependencies)
    return try await operation()
  }
}

/// The test store of a reducer's domain.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

/// A test core, without the type of its reducer.
@MainActor
protocol TestCoreProtocol<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action
  var dependencies: DependencyValues { get set }
  func send(_ action: Action, group: EffectGroup?) -> EffectGroup?
}

extension TestCore: TestCoreProtocol {}
