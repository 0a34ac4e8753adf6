import Foundation
import IssueReporting
import Testing
import XCTest

@testable import DependencyInjection

// These tests link the library that the reporter replaces, so they call the reporter directly.
@Suite struct TestReporterTests {
  private func report(_ message: String, severity: IssueSeverity = .error) {
    TestReporter().reportIssue(
      message,
      severity: severity,
      fileID: "Module/File.swift",
      filePath: "/Module/File.swift",
      line: 12,
      column: 3
    )
  }

  @Test func `an issue fails the running test, with its text and location`() {
    let text = String(repeating: "A text that is too long to be kept in place. ", count: 3)
    withKnownIssue {
      report(text)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [text]
        && issue.sourceLocation?.fileID == "Module/File.swift"
        && issue.sourceLocation?.line == 12
        && issue.sourceLocation?.column == 3
    }
  }

  @Test func `an issue without a text fails the test as well`() {
    withKnownIssue {
      report("")
    } matching: {
      $0.comments.isEmpty
    }
  }

  @Test func `a warning does not fail a test`() {
    report("This is only a warning, and belongs into the output of the tests.", severity: .warning)
  }
}

/// A test that fails. Only the test below runs it.
private final class FailingTestCase: XCTestCase {
  func fail() {
    TestReporter().reportIssue(
      "The reason",
      severity: .error,
      fileID: "Module/File.swift",
      filePath: "/Module/File.swift",
      line: 12,
      column: 3
    )
  }
}

final class TestReporterXCTests: XCTestCase {
  func testAnIssueFailsTheRunningTestWithItsTextAndWhereItCameFrom() {
    let failures = Failures()
    XCTestObservationCenter.shared.addTestObserver(failures)
    defer { XCTestObservationCenter.shared.removeTestObserver(failures) }
    let test = FailingTestCase(name: "fail") { ($0 as? FailingTestCase)?.fail() }
    test.run()
    XCTAssertEqual(failures.texts, ["failed - The reason, /Module/File.swift:12"])
  }

  private final class Failures: XCTestObservation {
    var texts: [String] = []

    func testCase(
      _ testCase: XCTestCase,
      didFailWithDescription description: String,
      inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      texts.append("\(description), \(filePath ?? "nowhere"):\(lineNumber)")
    }
  }
}
