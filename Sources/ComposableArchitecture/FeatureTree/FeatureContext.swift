import DependencyInjection

/// The node and the effect that running code belongs to.
@usableFromInline
struct FeatureContext: Sendable {
  @TaskLocal private static var ofTask = FeatureContext(node: .detached, effect: nil)

  let node: FeatureNode
  /// The effect that the current task runs.
  let effect: RunningEffect?

  /// The context of the reducer that runs on this thread, otherwise that of the task.
  static var current: FeatureContext {
    ReducingNode.current.map { FeatureContext(node: $0, effect: nil) } ?? ofTask
  }

  /// Has `withEscapedDependencies` pass the context on, once.
  static let passesOn: Void = EscapedContexts.install {
    let context = current
    return context.node === FeatureNode.detached ? nil : context
  }
}

extension FeatureContext: EscapedContext {
  /// Runs an operation in the context, which is also that of the tasks that it starts.
  func perform<R>(_ operation: () throws -> R) rethrows -> R {
    try Self.$ofTask.withValue(self, operation: operation)
  }

  func perform<R>(
    isolation: isolated (any Actor)?,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    try await Self.$ofTask.withValue(self, operation: operation, isolation: isolation)
  }
}
