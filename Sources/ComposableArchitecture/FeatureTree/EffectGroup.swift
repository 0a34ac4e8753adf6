import Synchronization

/// All work that follows from one action that is sent from outside: its effects, the actions that
/// these send, and the effects of those.
@usableFromInline
final class EffectGroup: Sendable {
  private struct Contents {
    var pending = 0
    var waiters: [UnsafeContinuation<Void, Never>] = []
  }

  /// The effects of the group that are running.
  let effects = EffectSet()
  private let contents = Mutex(Contents())

  /// Counts a piece of work as pending until ``endWork()``.
  func beginWork() {
    contents.withLock { $0.pending += 1 }
  }

  func endWork() {
    let waiters = contents.withLock { contents -> [UnsafeContinuation<Void, Never>] in
      contents.pending -= 1
      guard contents.pending == 0 else { return [] }
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Whether no work is pending.
  var isFinished: Bool { contents.withLock { $0.pending == 0 } }

  /// Returns when no work is pending.
  ///
  /// Runs where the caller runs: to leave the main actor only to wait, and to come back to it,
  /// would cost as much as the effect itself.
  nonisolated(nonsending) func finish() async {
    await withUnsafeContinuation { continuation in
      let isFinished = contents.withLock { contents in
        if contents.pending > 0 { contents.waiters.append(continuation) }
        return contents.pending == 0
      }
      if isFinished { continuation.resume() }
    }
  }
}
