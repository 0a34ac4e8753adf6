import Synchronization

/// Running effects that are cancelled together.
final class EffectSet: Sendable {
  private struct Contents {
    var effects: Set<RunningEffect> = []
    var isCancelled = false
  }

  private let contents = Mutex(Contents())

  var isCancelled: Bool { contents.withLock { $0.isCancelled } }

  /// Adds an effect. It is cancelled at once if the set has been cancelled.
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
