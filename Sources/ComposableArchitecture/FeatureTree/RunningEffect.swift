import CustomDump
import Synchronization

/// The task of an effect that is running.
final class RunningEffect: Sendable, Hashable {
  /// The effect that the current task runs.
  static var current: RunningEffect? { FeatureContext.current.effect }

  private struct Contents {
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
    var hasDismissed = false
    var hasEnded = false
  }

  /// The group that the effect's actions belong to, and the effects of these.
  let group: EffectGroup?
  let location: IssueLocation?
  private let contents: Mutex<Contents>

  /// - Parameters:
  ///   - group: The group that the effect's actions belong to.
  ///   - location: Where the effect was made.
  init(group: EffectGroup, location: IssueLocation) {
    self.group = group
    self.location = location
    contents = Mutex(Contents())
  }

  /// - Parameter cancel: Cancels the effect.
  init(cancel: @escaping @Sendable () -> Void) {
    group = nil
    location = nil
    contents = Mutex(Contents(cancel: cancel))
  }

  func start(_ task: Task<Void, Never>) {
    let isCancelled = contents.withLock { contents in
      contents.cancel = { task.cancel() }
      return contents.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    contents.withLock { contents in
      contents.isCancelled = true
      return contents.cancel
    }?()
  }

  /// Whether the effect was cancelled, by its id or because its feature has left.
  var isCancelled: Bool { contents.withLock { $0.isCancelled } }

  /// Whether this effect has dismissed its own feature.
  var hasDismissed: Bool { contents.withLock { $0.hasDismissed } }

  /// Notes that the effect has dismissed its own feature, before which nobody had cancelled it.
  func markDismissed() {
    contents.withLock { $0.hasDismissed = true }
  }

  /// Whether the effect's operation has returned.
  var hasEnded: Bool { contents.withLock { $0.hasEnded } }

  func markEnded() {
    contents.withLock { $0.hasEnded = true }
  }

  func reportSendAfterEnd(_ action: some Any) {
    location?.report(
      """
      An effect's "send" was used when the effect had already ended:

        Action:
          \(debugCaseOutput(action))

      The action was handled all the same, but nobody waits for it or can cancel it: not \
      "StoreTask.finish", not "TestStore.finish", not the end of the feature. The likely cause:

      • The operation of the effect started work that it does not wait for, such as a "Task" or a \
      callback, and the work kept "send". Wait for it in the operation: use a task group, await \
      the task's value, or turn the callbacks into an "AsyncStream".
      """
    )
  }

  func reportSendAfterDismiss(_ action: some Any) {
    location?.report(
      """
      An action was sent from an effect that has already dismissed its feature:

        Action:
          \(debugCaseOutput(action))

      The feature's state is gone, so nothing can handle the action, and it was ignored. Send \
      actions before "await self.dismiss()", or let the parent react to the dismissal.
      """
    )
  }

  static func == (lhs: RunningEffect, rhs: RunningEffect) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
