import Synchronization

/// Tells what is done through the clients of a window to whoever can take it back.
///
/// An engine makes one for the clients of each window.
package final class ChangeJournal: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<InventoryChange>.Continuation] = [:]
    var nextListener = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether anybody wants to know. Otherwise nothing has to be remembered.
  package var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

  package func add(_ change: InventoryChange) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(change) }
  }

  /// What is done from now on.
  package func changes() -> AsyncStream<InventoryChange> {
    let (stream, continuation) = AsyncStream<InventoryChange>.makeStream()
    let listener = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[listener] = nil }
    }
    return stream
  }
}
