import Synchronization

/// Tells that the server has refused something because the role may not do it: its rights may be
/// others by now.
final class Refusals: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
  }

  private let state = Mutex(State())

  func note() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// A stream that yields after each refusal from now on. Several in quick succession may be told
  /// once.
  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let listener = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = continuation
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: listener) }
    }
    return stream
  }
}
