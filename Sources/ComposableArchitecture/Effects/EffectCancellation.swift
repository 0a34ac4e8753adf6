/// Effects that are cancelled by id.
extension Effect {
  /// Returns the effect as one that ``cancel(id:)`` can cancel.
  ///
  /// Ids belong to the feature that makes the effect: the same id in two elements of a stack names
  /// two effects.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - cancelInFlight: Whether a running effect with the same id is cancelled first.
  public func cancellable(
    id: some Hashable & Sendable,
    cancelInFlight: Bool = false
  ) -> Self {
    if case .none = operation { return .none }
    return Self(
      .cancellable(
        operation,
        id: AnyHashableSendable(id),
        cancelInFlight: cancelInFlight,
        FeatureNode.current
      )
    )
  }

  /// Returns an effect that cancels the effects with an id, of this feature and of those presented
  /// from it.
  ///
  /// - Parameter id: The id.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: AnyHashableSendable(id), FeatureNode.current))
  }
}

/// Runs an operation within an effect, as one that can be cancelled by id.
///
/// - Parameters:
///   - id: The id.
///   - cancelInFlight: Whether running work with the same id is cancelled first.
///   - operation: The work.
/// - Throws: The error that the operation throws. Cancellation cancels the task of the operation.
/// - Returns: The value that the operation returns.
public func withTaskCancellation<T: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws(Failure) -> T
) async throws(Failure) -> T {
  let node = FeatureNode.current
  let id = AnyHashableSendable(id)
  if cancelInFlight { node.cancel(id: id) }
  let effects = EffectSet()
  node.register(effects, id: id)
  defer { node.unregister(effects, id: id) }
  let task = Task {
    do throws(Failure) {
      return Result<T, Failure>.success(try await operation())
    } catch {
      return .failure(error)
    }
  }
  effects.insert(RunningEffect { task.cancel() })
  let result = await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects with an id, from within an effect.
  ///
  /// - Parameter id: The id.
  public static func cancel(id: some Hashable & Sendable) {
    FeatureNode.current.cancel(id: AnyHashableSendable(id))
  }
}
