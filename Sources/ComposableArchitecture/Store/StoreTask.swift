/// The work that follows from an action: its effects, the actions that they send, and so on.
///
/// ```swift
/// .task { await store.send(.task).finish() }
/// ```
public struct StoreTask: Sendable, Hashable {
  private let group: EffectGroup?

  @usableFromInline
  init(_ group: EffectGroup?) {
    self.group = group
  }

  /// Cancels all effects.
  public func cancel() {
    group?.effects.cancel()
  }

  /// Waits until the work is done. Cancelling the task that waits cancels the effects.
  public nonisolated(nonsending) func finish() async {
    guard let group, !group.isFinished else { return }
    await wait(for: group, isolation: #isolation)
  }

  private func wait(for group: EffectGroup, isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      // A closure that uses the isolation runs there, and not on another thread.
      _ = isolation
      await group.finish()
    } onCancel: {
      group.effects.cancel()
    }
  }

  /// Whether the effects have been cancelled.
  public var isCancelled: Bool { group?.effects.isCancelled ?? true }

  /// Whether the work is done.
  var isFinished: Bool { group?.isFinished ?? true }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.group === rhs.group }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}
