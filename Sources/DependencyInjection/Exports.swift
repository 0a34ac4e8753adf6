// Dependency clients are written with `unimplemented`, `isTesting` and `reportIssue`.
@_exported import IssueReporting

// Clients of services are written with `URLSession`, which belongs to Foundation on Apple's
// platforms.
#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
