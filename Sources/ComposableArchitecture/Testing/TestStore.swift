import DependencyInjection
import Foundation
import Sharing

/// Runs a feature in a test, which asserts step by step how the state changes and which actions
/// effects send.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) {
///   Counter()
/// } withDependencies: {
///   $0.continuousClock = ImmediateClock()
/// }
/// await store.send(.increment) {
///   $0.count = 1
/// }
/// await store.receive(\.response) {
///   $0.isLoading = false
/// }
/// ```
///
/// It is exhaustive by default. It fails, at the line of the call and with a diff, if a change is
/// not asserted or is asserted wrongly, if an action that an effect sent is not received, or if an
/// effect still runs when the test ends. See ``exhaustivity``.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state as far as it has been asserted. In the closure of an assertion, it is the state that
  /// is passed to the closure.
  public private(set) var state: State

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

  private let core: any TestCoreProtocol<State, Action>
  // Safe, because they are used on the main actor only, and in `deinit`, when no other code can use
  // them.
  nonisolated(unsafe) private let journal: TestJournal<State, Action>
  nonisolated(unsafe) private var currentExhaustivity = Exhaustivity.on
  private let dismissal: Dismissal
  /// The number of reduced actions that led to the state that the test knows.
  private var assertedCount = 0
  private var serialExecution: SerialExecution? = SerialExecution()
  private let location: IssueLocation

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
    filePath: StaticString = #filePath,
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
      journal.inFlight = []
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
    filePath: StaticString = #filePath,
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
  /// 0].counter.increment)`.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(action).embed(()),
      assert: updateStateToExpectedResult,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Sends an action by its case and payload: `await store.send(\.nameChanged, "Blob")`.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(action).embed(value),
      assert: updateStateToExpectedResult,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Asserts the current state, between actions.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
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

  // MARK: Receiving

  /// Asserts that an effect sends an action, and how the state changes.
  ///
  /// Waits for the action while effects run, until the timeout.
  ///
  /// - Parameters:
  ///   - expectedAction: The action.
  ///   - duration: How long to wait; by default, the store's ``timeout``.
  ///   - updateStateToExpectedResult: Changes the state before the action to the one expected after
  ///     it.
  public func receive(
    _ expectedAction: Action,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      matching: { $0 == expectedAction },
      mismatch: { received in
        let difference =
          diff(expectedAction, received, format: .proportional)
          .map { "\($0.indented(by: 4))\n\n(− expected, + received)" }
        return otherAction + "\n\n\(difference ?? debugCaseOutput(received))"
      },
      described: { "\(String(customDumping: expectedAction))" },
      timeout: duration,
      assert: updateStateToExpectedResult,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an effect sends an action that a predicate accepts, and how the state changes.
  @_disfavoredOverload
  public func receive(
    _ isMatching: (_ action: Action) -> Bool,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      matching: isMatching,
      mismatch: {
        """
        The predicate does not accept the next action of an effect:

        \(String(customDumping: $0).indented(by: 4))
        """
      },
      described: { "an action that the predicate accepts" },
      timeout: duration,
      assert: updateStateToExpectedResult,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an effect sends an action of a case, and how the state changes:
  /// `await store.receive(\.path[id: 0].counter.response)`.
  @_disfavoredOverload
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      matching: { path.extract(from: $0) != nil },
      mismatch: {
        """
        \(otherAction)

            expected: an action of the case
            received: \(debugCaseOutput($0))
        """
      },
      described: { "an action of the case" },
      timeout: duration,
      assert: updateStateToExpectedResult,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an effect sends an action of a case with a payload, and how the state changes:
  /// `await store.receive(\.response, 42)`.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      matching: { path.extract(from: $0) == value },
      mismatch: { received in
        guard let actual = path.extract(from: received) else {
          return """
            \(otherAction)

                expected: an action of the case, with \(String(customDumping: value))
                received: \(debugCaseOutput(received))
            """
        }
        let difference = diff(value, actual, format: .proportional) ?? ""
        return
          "\(otherAction)\n\n\(difference.indented(by: 4))\n\n(− expected, + received)"
      },
      described: {
        "an action of the case, with \(String(customDumping: value))"
      },
      timeout: duration,
      assert: updateStateToExpectedResult,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private var otherAction: String { "The next action of an effect is not the expected one:" }

  private func receive(
    matching isMatching: (Action) -> Bool,
    mismatch: (Action) -> String,
    described: () -> String,
    timeout duration: Duration?,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)?,
    _ location: IssueLocation
  ) async {
    let isExhaustive = exhaustivity == .on
    await wait(for: duration) {
      isExhaustive ? !journal.received.isEmpty : journal.received.contains { isMatching($0.action) }
    }
    if !isExhaustive, let index = journal.received.firstIndex(where: { isMatching($0.action) }) {
      showSkipped(journal.received[..<index].map(\.action), location)
      skip(journal.received[..<index])
    }
    guard let received = journal.received.first, isExhaustive || isMatching(received.action) else {
      failNothingReceived(described(), journal.received.map(\.action), duration, location)
      return
    }
    journal.received.removeFirst()
    proceed(to: received)
    guard isMatching(received.action) else {
      // The change of state was asserted for another action, so comparing it would confuse.
      fail(mismatch(received.action) + laterHint(isMatching), location, isAlwaysFailure: true)
      journal.sharedChanges.commit(received.shared)
      return
    }
    compare(received, updateStateToExpectedResult, location)
    await settle()
  }

  private func laterHint(_ isMatching: (Action) -> Bool) -> String {
    journal.received.contains { isMatching($0.action) }
      ? "\n\nThe expected action comes after it. Receive actions in the order in which effects send "
        + "them."
      : ""
  }

  private func failNothingReceived(
    _ expected: String,
    _ others: [Action],
    _ duration: Duration?,
    _ location: IssueLocation
  ) {
    let explanation: String
    if !others.isEmpty {
      explanation = "What came instead: \(String(customDumping: others))"
    } else if journal.inFlight.isEmpty {
      explanation = """
        No effect runs that could still send it. The likely causes:

        • The reducer did not return the effect.

        • The effect has been cancelled, or has ended without sending the action.
        """
    } else {
      explanation = """
        Effects still run, but sent nothing within \(timeout(duration) / .seconds(1)) s. The \
        likely causes:

        • The effect waits for a clock. Advance the "TestClock" before receiving, or use an \
        "ImmediateClock".

        • The effect takes longer. Give "receive" a longer timeout.
        """
    }
    fail(
      "No effect has sent \(expected).\n\n\(explanation)",
      location,
      isAlwaysFailure: true
    )
  }

  /// Skips the actions that effects have sent and that were not received. Their changes of state
  /// are kept.
  ///
  /// - Parameter strict: Whether it fails if there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await settle()
    if strict, journal.received.isEmpty {
      fail(
        """
        There is nothing to skip: no action of an effect waits to be received.

        Pass "strict: false" where there need not be any.
        """,
        location,
        isAlwaysFailure: true
      )
      return
    }
    showSkipped(journal.received.map(\.action), location)
    skipReceived()
  }

  /// Cancels all running effects.
  ///
  /// - Parameter strict: Whether it fails if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await settle()
    if strict, journal.inFlight.isEmpty {
      fail(
        """
        There is nothing to skip: no effect runs.

        Pass "strict: false" where there need not be any.
        """,
        location,
        isAlwaysFailure: true
      )
      return
    }
    for inFlight in journal.inFlight { inFlight.effect.cancel() }
    journal.inFlight = []
    await settle()
  }

  /// Waits until all effects have ended, and fails if they do not end in time.
  ///
  /// It also fails if actions that effects sent earlier have not been received. They can still be
  /// received afterwards, as can those that effects send while this waits.
  ///
  /// - Parameter duration: How long to wait; by default, the store's ``timeout``.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    failUnreceived("before it waits for effects to finish", location)
    await wait(for: duration) { journal.inFlight.isEmpty }
    if !journal.inFlight.isEmpty {
      fail(
        """
        Effects still run after \(timeout(duration) / .seconds(1)) s. They were returned for \
        these actions:

        \(journal.inFlight.map { "• \($0.description)" }.joined(separator: "\n"))

        Advance the clock that they wait for, cancel what runs until it is cancelled, as \
        subscriptions do, or give "finish" a longer timeout.
        """,
        location
      )
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

  // MARK: Comparison

  /// Returns the shared values that an assertion starts with: in an exhaustive test those that were
  /// last asserted, otherwise the actual ones.
  private func sharedAssertion(about snapshot: SharedSnapshot) -> SharedAssertion {
    journal.sharedChanges.assertion(
      about: snapshot,
      startingWithActual: exhaustivity != .on
    )
  }

  private func compare(
    _ reduced: TestJournal<State, Action>.Reduced,
    _ update: ((inout State) throws -> Void)?,
    _ location: IssueLocation
  ) {
    let assertion = sharedAssertion(about: reduced.shared)
    defer { journal.sharedChanges.commit(reduced.shared) }
    assertion.perform {
      switch exhaustivity {
      case .on:
        compareAll(reduced, update, assertion, location)
      case .off(let showSkippedAssertions):
        guard compareAsserted(with: reduced, update, location), showSkippedAssertions else {
          return
        }
        showUnasserted(reduced, update, location)
      }
    }
  }

  private func compareAll(
    _ reduced: TestJournal<State, Action>.Reduced,
    _ update: ((inout State) throws -> Void)?,
    _ assertion: SharedAssertion,
    _ location: IssueLocation
  ) {
    let before = reduced.stateBefore
    let actual = reduced.state
    var expected = before
    if let update {
      guard apply(update, to: &expected, upcomingID: reduced.upcomingID, location) else { return }
    }
    if expected != actual {
      if update == nil {
        failUnexpectedChange(before: before, actual: actual, location)
      } else {
        failMismatch(expected: expected, actual: actual, location)
      }
    } else if update != nil, expected == before, !assertion.hasChanges {
      fail(
        """
        The state is the same after the action as before, and so the closure asserts no change.

        Leave the closure out where an action changes nothing.
        """,
        location
      )
    }
  }

  /// - Returns: Whether the assertion is right.
  private func compareAsserted(
    with reduced: TestJournal<State, Action>.Reduced,
    _ update: ((inout State) throws -> Void)?,
    _ location: IssueLocation
  ) -> Bool {
    guard let update else { return true }
    var expected = reduced.state
    guard apply(update, to: &expected, upcomingID: reduced.upcomingID, location) else {
      return false
    }
    if expected == reduced.state { return true }
    failMismatch(expected: expected, actual: reduced.state, location)
    return false
  }

  private func showUnasserted(
    _ reduced: TestJournal<State, Action>.Reduced,
    _ update: ((inout State) throws -> Void)?,
    _ location: IssueLocation
  ) {
    journal.sharedChanges.assertion(about: reduced.shared).perform {
      var asserted = reduced.stateBefore
      if let update { _ = apply(update, to: &asserted, upcomingID: reduced.upcomingID, location) }
      if let difference = diff(asserted, reduced.state, format: .proportional) {
        note(
          "The state changed in what the test does not say:\n\n\(difference.indented(by: 4))",
          location
        )
      }
    }
  }

  /// Runs an assertion closure with the ids and dependencies that the reducer had.
  private func apply(
    _ update: (inout State) throws -> Void,
    to state: inout State,
    upcomingID: Int,
    _ location: IssueLocation
  ) -> Bool {
    let current = self.state
    self.state = state
    defer { self.state = current }
    do {
      try DependencyValues.$_current.withValue(dependencies) {
        try StackElementID.repeating(from: upcomingID) {
          try CaseModification.$mustChange.withValue(exhaustivity == .on) {
            try update(&state)
          }
        }
      }
      return true
    } catch {
      fail("The assertion closure threw an error: \(error)", location, isAlwaysFailure: true)
      return false
    }
  }

  private func failMismatch(expected: State, actual: State, _ location: IssueLocation) {
    let difference =
      diff(expected, actual, format: .proportional)?.indented(by: 4)
      ?? "    The values differ, but their dumps do not. Conform the types to \"CustomDumpReflectable\"."
    fail(
      "The state is not what the test expects:\n\n\(difference)\n\n(− expected, + actual)",
      location,
      isAlwaysFailure: true
    )
  }

  private func failUnexpectedChange(before: State, actual: State, _ location: IssueLocation) {
    let difference =
      diff(before, actual, format: .proportional)?.indented(by: 4) ?? String(customDumping: actual)
    fail(
      """
      The action changed the state, and the test does not say so:

      \(difference)

      (− before, + after)

      Say what changes in a closure after the action.
      """,
      location
    )
  }

  // MARK: Reports

  /// Fails the test; a non-exhaustive test only if the assertion itself is wrong.
  nonisolated private func fail(
    _ message: String,
    _ location: IssueLocation,
    isAlwaysFailure: Bool = false
  ) {
    if isAlwaysFailure || currentExhaustivity == .on {
      location.report(message)
    } else {
      note(message, location)
    }
  }

  /// Shows what a non-exhaustive test skips, if that is asked for.
  nonisolated private func note(_ message: String, _ location: IssueLocation) {
    guard currentExhaustivity == .off(showSkippedAssertions: true) else { return }
    guard case .swiftTesting = TestContext.current, TestReporter.knowsExpectedIssues else {
      // XCTest has no expected failures on Linux, and without its product for tests IssueReporting
      // would fail for them.
      print("\(location.fileID):\(location.line): Not asserted: \(message)")
      return
    }
    withExpectedIssue(isIntermittent: true) {
      location.report("Not asserted: \(message)")
    }
  }

  private func showSkipped(_ actions: [Action], _ location: IssueLocation) {
    guard !actions.isEmpty else { return }
    note(
      "The test passed over \(actionCount(actions.count)) of effects: "
        + String(customDumping: actions),
      location
    )
  }

  nonisolated private func actionCount(_ count: Int) -> String {
    count == 1 ? "1 action" : "\(count) actions"
  }

  private func skipReceived() {
    skip(journal.received[...])
  }

  /// Treats the changes of the first received actions as asserted.
  private func skip(_ skipped: ArraySlice<TestJournal<State, Action>.Reduced>) {
    if let last = skipped.last {
      proceed(to: last)
      journal.sharedChanges.commit(last.shared)
    }
    journal.received.removeFirst(skipped.count)
  }

  /// Makes the state after an action the one that the test knows, unless it knows a later one.
  private func proceed(to reduced: TestJournal<State, Action>.Reduced) {
    guard reduced.position >= assertedCount else { return }
    assertedCount = reduced.position + 1
    state = reduced.state
  }

  /// Fails if effects have sent actions that the test has not received.
  ///
  /// - Parameter moment: By when they should have been received, for the report.
  nonisolated private func failUnreceived(_ moment: String, _ location: IssueLocation) {
    guard !journal.received.isEmpty else { return }
    fail(
      """
      Effects sent \(actionCount(journal.received.count)) that the test has not received \(moment):

      \(journal.received.map { "    • \(debugCaseOutput($0.action))" }.joined(separator: "\n"))

      Assert them with "receive", or let go of them with "skipReceivedActions".
      """,
      location
    )
  }

  nonisolated private func complete() {
    failUnreceived("by its end", location)
    let differences = journal.sharedChanges.unassertedDifferences
    if !differences.isEmpty {
      fail(
        """
        Shared state has changed, and the test has ended without saying so:

        \(differences.joined(separator: "\n\n").indented(by: 4))

        (− before, + after)

        An effect has changed it after the last action that was asserted. Assert the change with \
        "store.assert { $0.$value.withLock { … } }".
        """,
        location
      )
    }
    for inFlight in journal.inFlight {
      fail(
        """
        An effect runs on after the end of the test. It was returned for this action:

            \(inFlight.description)

        The likely causes:

        • The effect needs a moment to end. Wait for it with "await store.finish()".

        • The effect waits for a clock or another source of time. Use a "TestClock" and advance it, or an \
        "ImmediateClock".

        • The effect is long-living, as a subscription or a timer is. Let the feature cancel it by its id, \
        or cancel the task that "send" returned.
        """,
        inFlight.origin ?? location
      )
    }
  }

  // MARK: Waiting

  private func timeout(_ duration: Duration?) -> Duration {
    duration.map { max(.zero, $0) } ?? Duration(nanoseconds: timeout)
  }

  /// Lets effects run until a condition is met, no effect is left, or the time is up.
  private func wait(for duration: Duration?, until condition: () -> Bool) async {
    await settle()
    var patience = Patience(timeout(duration))
    while !condition(), !journal.inFlight.isEmpty, !patience.isExhausted() { await Task.yield() }
  }

  /// Lets effects run that need not wait for anything, including those that are about to begin.
  private func settle() async {
    for _ in 0..<Self.maximumSettlingTurns {
      await Task.yield()
      if journal.inFlight.isEmpty { return }
    }
  }

  /// How often ``settle()`` yields while effects run. An effect takes several turns from one
  /// element of a stream to the next, and a new one waits ``TestCore/turnsBeforeEffects`` turns.
  private static var maximumSettlingTurns: Int { 40 }
}

/// The test store of a reducer's domain.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

/// A test core, without the type of its reducer.
@MainActor
private protocol TestCoreProtocol<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action
  var dependencies: DependencyValues { get set }
  func send(_ action: Action, group: EffectGroup?) -> EffectGroup?
}

extension TestCore: TestCoreProtocol {}
