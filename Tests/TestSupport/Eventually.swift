/// Waits until a condition holds.
///
/// Between two checks it suspends, so that other tasks run, also those of the caller's actor. It
/// records nothing: write `#expect(await eventually { … })`.
///
/// - Parameters:
///   - timeout: When to give up. It must be long enough for a busy machine, because it only delays
///     tests that fail.
///   - isolation: The actor on which the condition is checked.
///   - condition: The condition.
/// - Returns: Whether the condition came to hold.
package func eventually(
  within timeout: Duration = .seconds(600),
  isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + timeout
  while true {
    if try await condition() { return true }
    if ContinuousClock.now > deadline { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
}
