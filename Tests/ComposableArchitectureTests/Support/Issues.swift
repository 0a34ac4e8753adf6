import ComposableArchitecture
import Foundation
import IssueReporting
import Synchronization

/// An issue that the library has reported.
struct ReportedIssue: Sendable {
  let message: String
  let fileID: String
  let line: UInt
}

/// Runs an operation and collects the issues that are reported meanwhile, also by the effects that
/// it starts. The issues do not fail the test.
@MainActor
func issues(of operation: @MainActor () async throws -> Void) async rethrows -> [ReportedIssue] {
  let recorder = IssueRecorder()
  try await withIssueReporters([recorder]) { try await operation() }
  return recorder.issues.withLock { $0 }
}

/// Runs an operation and collects what is reported meanwhile, in place of failing.
func issues(of operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let recorder = IssueRecorder()
  try withIssueReporters([recorder]) { try operation() }
  return recorder.issues.withLock { $0 }
}

private final class IssueRecorder: IssueReporter {
  let issues = Mutex<[ReportedIssue]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity _: IssueSeverity,
    fileID: StaticString,
    filePath _: StaticString,
    line: UInt,
    column _: UInt
  ) {
    // Differences are aligned with figure spaces, which look like any other.
    let message = message()?.replacingOccurrences(of: "\u{2007}", with: " ") ?? ""
    let issue = ReportedIssue(message: message, fileID: "\(fileID)", line: line)
    issues.withLock { $0.append(issue) }
  }
}
