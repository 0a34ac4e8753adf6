import Observation

/// The standard library's `withObservationTracking(_:onChange:)`, under the name that tests of features know it by from platforms
/// without it.
///
/// - Parameters:
///   - apply: Reads what is observed.
///   - onChange: Called once, when something that was read is about to change.
/// - Returns: What `apply` returns.
public func withPerceptionTracking<T>(
  _ apply: () -> T,
  onChange: @autoclosure () -> @Sendable () -> Void
) -> T {
  withObservationTracking(apply, onChange: onChange())
}
