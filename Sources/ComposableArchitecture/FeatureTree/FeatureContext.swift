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

  /// Makes this the context of the tasks that an operation starts.
  func inherit<Result>(_ operation: () -> Result) -> Result {
    Self.$ofTask.withValue(self, operation: operation)
  }
}
