// `unimplemented`, `isTesting` and `reportIssue` belong to what dependency clients are written with.
@_exported import IssueReporting
