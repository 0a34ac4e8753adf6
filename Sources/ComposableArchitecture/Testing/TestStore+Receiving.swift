extension TestStore {
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
    file filePath: StaticString = #filePath,
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
    file filePath: StaticString = #filePath,
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
  /// `await store.receive(\.path[id: 0].ferry.landed)`.
  @_disfavoredOverload
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      matching: { path.extract(from: $0) != nil },
      mismatch: {
        """
        \(otherAction)

            expected: an action of the case \(path.keyPathDescription)
            received: \(debugCaseOutput($0))
        """
      },
      described: { "an action of the case \(path.keyPathDescription)" },
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
    file filePath: StaticString = #filePath,
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

                expected: an action of the case \(path.keyPathDescription), with \(String(customDumping: value))
                received: \(debugCaseOutput(received))
            """
        }
        let difference = diff(value, actual, format: .proportional) ?? ""
        return
          "\(otherAction)\n\n\(difference.indented(by: 4))\n\n(− expected, + received)"
      },
      described: {
        "an action of the case \(path.keyPathDescription), with \(String(customDumping: value))"
      },
      timeout: duration,
      assert: updateStateToExpectedResult,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  var otherAction: String { "The next action of an effect is not the expected one:" }

  func receive(
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

  func laterHint(_ isMatching: (Action) -> Bool) -> String {
    journal.received.contains { isMatching($0.action) }
      ? "\n\nThe expected action comes after it. Receive actions in the order in which effects send "
        + "them."
      : ""
  }

  func failNothingReceived(
    _ expected: String,
    _ others: [Action],
    _ duration: Duration?,
    _ location: IssueLocation
  ) {
    let explanation: String
    if !others.isEmpty {
      explanation = "What came instead: \(String(customDumping: others))"
    } else if !journal.canReceive {
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
    file filePath: StaticString = #filePath,
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

  /// Skips the running effects: the test need not wait for their end. They run on, and what they
  /// send can be received.
  ///
  /// - Parameter strict: Whether it fails if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
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
    for index in journal.running.indices { journal.running[index].isSkipped = true }
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
    file filePath: StaticString = #filePath,
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
}
