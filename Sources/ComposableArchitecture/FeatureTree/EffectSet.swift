import Synchronization

/// Running effects that are cancelled together.
final class EffectSet: Sendable {
  private struct Contents {
    /// One of the effects. Most sets never have a second one, and need no hash table then.
    var single: RunningEffect?
    var others: Set<RunningEffect> = []
    var isCancelled = false

    mutating func insert(_ effect: RunningEffect) {
      if single == nil { single = effect } else if single !== effect { others.insert(effect) }
    }

    mutating func remove(_ effect: RunningEffect) {
      if single === effect { single = nil } else { others.remove(effect) }
    }
  }

  private let contents = Mutex(Contents())

  var isCancelled: Bool { contents.withLock { $0.isCancelled } }

  /// Adds an effect. It is cancelled at once if the set has been cancelled.
  func insert(_ effect: RunningEffect) {
    let isCancelled = contents.withLock { contents in
      if !contents.isCancelled { contents.insert(effect) }
      return contents.isCancelled
    }
    if isCancelled { effect.cancel() }
  }

  func remove(_ effect: RunningEffect) {
    contents.withLock { $0.remove(effect) }
  }

  func cancel() {
    let (single, others) = contents.withLock { contents in
      contents.isCancelled = true
      defer {
        contents.single = nil
        contents.others = []
      }
      return (contents.single, contents.others)
    }
    single?.cancel()
    for effect in others { effect.cancel() }
  }
}
