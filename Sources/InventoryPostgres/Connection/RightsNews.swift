import InventoryCore
import Synchronization

/// Tells that the rights of the role may be others by now: the server has refused something because
/// the role may not do it, or has said that it may do something else than before.
final class RightsNews: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    /// What the server has said last.
    var rights: InventoryRights?
  }

  private let state = Mutex(State())

  /// Notes that the server has refused something.
  func noteRefusal() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// Notes what the server says that the role may do.
  func note(_ rights: InventoryRights) {
    let listeners = state.withLock { state in
      let isNews = state.rights.map { $0 != rights } ?? false
      state.rights = rights
      return isNews ? Array(state.listeners.values) : []
    }
    for listener in listeners { listener.yield() }
  }

  /// A stream that yields after each news from now on. Several in quick succession may be told
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
