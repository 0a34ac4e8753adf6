import Testing

/// Waits until a condition holds, for a minute at most.
func eventually(
  isolation: isolated (any Actor)? = #isolation,
  _ condition: () -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("The condition did not come true in time.", sourceLocation: sourceLocation)
      return
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}
