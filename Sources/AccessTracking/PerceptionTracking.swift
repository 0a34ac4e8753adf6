import Observation

/// Calls the standard library's `withObservationTracking(_:onChange:)`. Tests of features use this
/// name where they also run on platforms without `Observation`.
///
/// - Parameters:
///   - apply: Reads what is to be observed.
///   - onChange: Called once, when something that was read is about to change.
/// - Returns: What `apply` returns.
public func withPerceptionTracking<T>(
  _ apply: () -> T,
  onChange: @autoclosure () -> @Sendable () -> Void
) -> T {
  withObservationTracking(apply, onChange: onChange())
}
