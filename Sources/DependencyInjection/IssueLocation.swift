import IssueReporting

/// A location in the caller's source, at which issues are reported.
///
/// Not called `SourceLocation`, because tests import a type of that name with Swift Testing.
@usableFromInline
package struct IssueLocation: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Reports a misuse: as a warning on the standard error stream in an application, as a failure in
  /// a test.
  package func report(_ message: @autoclosure () -> String) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
