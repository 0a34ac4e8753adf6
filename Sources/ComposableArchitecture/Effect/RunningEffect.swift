import CustomDump
import Synchronization

/// An effect's task while it runs.
final class RunningEffect: Sendable, Hashable {
  /// The effect that the current task runs.
  static var current: RunningEffect? { ReductionContext.current.effect }

  private struct Contents {
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
    var hasDismissed = false
    var hasEnded = false
  }

  /// What the effect's actions, and the effects of those, count towards.
  let group: EffectGroup?
  let location: SourceLocation?
  private let contents: Mutex<Contents>

  /// - Parameters:
  ///   - group: What the effect's actions count towards.
  ///   - location: Where the effect was made.
  init(group: EffectGroup, location: SourceLocation) {
    self.group = group
    self.location = location
    contents = Mutex(Contents())
  }

  /// - Parameter cancel: Ends the effect.
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

  /// Whether this effect has asked for the dismissal of its own feature.
  var hasDismissed: Bool { contents.withLock { $0.hasDismissed } }

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

/// Running effects that are cancelled together.
final class EffectScope: Sendable {
  private struct Contents {
    var effects: Set<RunningEffect> = []
    var isCancelled = false
  }

  private let contents = Mutex(Contents())

  var isCancelled: Bool { contents.withLock { $0.isCancelled } }

  /// Adds an effect; it is cancelled at once where the scope has been.
  func insert(_ effect: RunningEffect) {
    let isCancelled = contents.withLock { contents in
      if !contents.isCancelled { contents.effects.insert(effect) }
      return contents.isCancelled
    }
    if isCancelled { effect.cancel() }
  }

  func remove(_ effect: RunningEffect) {
    _ = contents.withLock { $0.effects.remove(effect) }
  }

  func cancel() {
    let effects = contents.withLock { contents in
      contents.isCancelled = true
      defer { contents.effects = [] }
      return contents.effects
    }
    for effect in effects { effect.cancel() }
  }
}

/// All work that follows from one action sent from outside: its effects, the actions that they send, and
/// the effects of those.
@usableFromInline
final class EffectGroup: Sendable {
  private struct Contents {
    var pending = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let scope = EffectScope()
  private let contents = Mutex(Contents())

  func enter() {
    contents.withLock { $0.pending += 1 }
  }

  func leave() {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      contents.pending -= 1
      guard contents.pending == 0 else { return [] }
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Whether nothing is left to do.
  var isFinished: Bool { contents.withLock { $0.pending == 0 } }

  /// Returns when nothing is left to do.
  func finish() async {
    await withCheckedContinuation { continuation in
      let isFinished = contents.withLock { contents in
        if contents.pending > 0 { contents.waiters.append(continuation) }
        return contents.pending == 0
      }
      if isFinished { continuation.resume() }
    }
  }
}
