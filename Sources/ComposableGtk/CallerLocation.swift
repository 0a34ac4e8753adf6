import IssueReporting

/// The location in the source at which a view or a call is written, for reports that name it.
@usableFromInline
typealias CallerLocation = (
  fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
)

/// Reports a misuse of the library at the caller's location.
func reportIssue(_ message: String, at location: CallerLocation) {
  reportIssue(
    message,
    fileID: location.fileID,
    filePath: location.filePath,
    line: location.line,
    column: location.column
  )
}
