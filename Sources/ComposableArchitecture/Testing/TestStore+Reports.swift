extension TestStore {
  /// Fails the test; a non-exhaustive test only if the assertion itself is wrong.
  nonisolated func fail(
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
  nonisolated func note(_ message: String, _ location: IssueLocation) {
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

  func showSkipped(_ actions: [Action], _ location: IssueLocation) {
    guard !actions.isEmpty else { return }
    note(
      "The test passed over \(actionCount(actions.count)) of effects: "
        + String(customDumping: actions),
      location
    )
  }

  nonisolated func actionCount(_ count: Int) -> String {
    count == 1 ? "1 action" : "\(count) actions"
  }

  func skipReceived() {
    skip(journal.received[...])
  }

  /// Treats the changes of the first received actions as asserted.
  func skip(_ skipped: ArraySlice<TestJournal<State, Action>.Reduced>) {
    if let last = skipped.last {
      proceed(to: last)
      journal.sharedChanges.commit(last.shared)
    }
    journal.received.removeFirst(skipped.count)
  }

  /// Makes the state after an action the one that the test knows, unless it knows a later one.
  func proceed(to reduced: TestJournal<State, Action>.Reduced) {
    guard reduced.position >= assertedCount else { return }
    assertedCount = reduced.position + 1
    state = reduced.state
  }

  /// Fails if effects have sent actions that the test has not received.
  ///
  /// - Parameter moment: By when they should have been received, for the report.
  nonisolated func failUnreceived(_ moment: String, _ location: IssueLocation) {
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

  nonisolated func complete() {
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
        An effect still runs at the end of the test. It was returned for this action:

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
}
