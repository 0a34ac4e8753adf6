import IssueReporting

/// Where in the caller's source something was written, for reports that name it.
@usableFromInline
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  @usableFromInline
  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Reports a misuse of the library: a warning on stderr in an app, a failure in a test.
  func report(_ message: @autoclosure () -> String) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
