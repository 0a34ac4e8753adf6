import DependencyInjection
import IssueReporting
import Sharing

extension TestStore {
  /// Returns the shared values that an assertion starts with: in an exhaustive test those that were
  /// last asserted, otherwise the actual ones.
  func sharedAssertion(about snapshot: SharedSnapshot) -> SharedAssertion {
    journal.sharedChanges.assertion(
      about: snapshot,
      startingWithActual: exhaustivity != .on
    )
  }

  func compare(
    _ reduced: TestJournal<State, Action>.Reduced,
    _ update: ((inout State) throws -> Void)?,
    _ location: IssueLocation
  ) {
    let shared = sharedValues(after: reduced, update)
    let assertion = sharedAssertion(about: shared)
    defer { journal.sharedChanges.commit(shared) }
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

  /// Returns the shared values to compare with: those after the action, or the current ones if the
  /// test expects these. An effect may have changed them since, and a test may say so at the first
  /// of the actions, or at the last.
  private func sharedValues(
    after reduced: TestJournal<State, Action>.Reduced,
    _ update: ((inout State) throws -> Void)?
  ) -> SharedSnapshot {
    guard exhaustivity == .on else { return reduced.shared }
    let current = journal.sharedChanges.snapshot()
    guard current.hasChanges(since: reduced.shared), !matches(reduced, update, reduced.shared),
      matches(reduced, update, current)
    else { return reduced.shared }
    return current
  }

  private func matches(
    _ reduced: TestJournal<State, Action>.Reduced,
    _ update: ((inout State) throws -> Void)?,
    _ shared: SharedSnapshot
  ) -> Bool {
    sharedAssertion(about: shared).perform {
      withIssueReporters([]) {
        var expected = reduced.stateBefore
        if let update {
          do {
            try perform(update, on: &expected, upcomingID: reduced.upcomingID)
          } catch {
            return false
          }
        }
        return expected == reduced.state
      }
    }
  }

  func compareAll(
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
  func compareAsserted(
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

  func showUnasserted(
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
  func apply(
    _ update: (inout State) throws -> Void,
    to state: inout State,
    upcomingID: Int,
    _ location: IssueLocation
  ) -> Bool {
    do {
      try perform(update, on: &state, upcomingID: upcomingID)
      return true
    } catch {
      fail("The assertion closure threw an error: \(error)", location, isAlwaysFailure: true)
      return false
    }
  }

  private func perform(
    _ update: (inout State) throws -> Void,
    on state: inout State,
    upcomingID: Int
  ) throws {
    let current = self.state
    self.state = state
    defer { self.state = current }
    try DependencyValues.$_current.withValue(dependencies) {
      try StackElementID.repeating(from: upcomingID) {
        try CaseModification.$mustChange.withValue(exhaustivity == .on) {
          try update(&state)
        }
      }
    }
  }

  func failMismatch(expected: State, actual: State, _ location: IssueLocation) {
    let difference =
      diff(expected, actual, format: .proportional)?.indented(by: 4)
      ?? "    The values differ, but their dumps do not. Conform the types to \"CustomDumpReflectable\"."
    fail(
      "The state is not what the test expects:\n\n\(difference)\n\n(− expected, + actual)",
      location,
      isAlwaysFailure: true
    )
  }

  func failUnexpectedChange(before: State, actual: State, _ location: IssueLocation) {
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
}
