import GtkKit
import Synchronization

/// Collects the nodes that need another look, and updates them all at once before anything else happens.
///
/// However many properties change in one go, there is one source in the main loop, and each node is
/// evaluated at most once: parents first, because a parent's new body may update its children or end
/// them. The source comes before the next event of the user, not only before the next layout: the second
/// click of two would otherwise reach a button whose state the first has taken away.
package final class UpdateScheduler {
  package nonisolated static let shared = UpdateScheduler()

  private struct Inbox {
    var scopes: [ObservationScope] = []
    var isScheduled = false
  }

  /// Changes arrive on any thread; everything else happens on the main actor.
  private nonisolated let inbox = Mutex(Inbox())
  private var followUps: [() -> Void] = []
  private var lastActions: [() -> Void] = []
  private var isFlushing = false

  /// Ahead of `G_PRIORITY_DEFAULT`, at which GDK hands out events.
  private nonisolated let beforeEvents = G_PRIORITY_DEFAULT - 10

  private nonisolated init() {}

  deinit {}

  /// Asks for `scope`'s node to be evaluated again. May be called on any thread.
  nonisolated func schedule(_ scope: ObservationScope) {
    let mustStart = inbox.withLock { inbox in
      inbox.scopes.append(scope)
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
    if mustStart { addSource() }
  }

  /// Runs `action` when the tree is consistent again: at the end of the update that is going on, or
  /// of the next one.
  func afterUpdate(_ action: @escaping () -> Void) {
    followUps.append(action)
    startIfNeeded()
  }

  /// Runs `action` at the end of the update that is going on, or of the next one, when nothing that was to be done after it is
  /// left: for what should be done once for everything that changed.
  package func whenSettled(_ action: @escaping () -> Void) {
    lastActions.append(action)
    startIfNeeded()
  }

  private func startIfNeeded() {
    guard !isFlushing else { return }
    let mustStart = inbox.withLock { inbox in
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
    if mustStart { addSource() }
  }

  /// The main context wakes up for a source that another thread adds.
  private nonisolated func addSource() {
    g_idle_add_full(
      beforeEvents,
      { _ in
        MainActor.assumeIsolated { UpdateScheduler.shared.flush() }
        return G_SOURCE_REMOVE
      },
      nil,
      nil
    )
  }

  /// Updates everything that is waiting. What becomes due meanwhile waits for the next round.
  func flush() {
    guard !isFlushing else { return }
    var scopes = inbox.withLock { inbox in
      inbox.isScheduled = false
      defer { inbox.scopes = [] }
      return inbox.scopes
    }
    isFlushing = true
    scopes.sort { $0.depth < $1.depth }
    for scope in scopes {
      // Evaluated meanwhile by a parent: then it waits for changes again and is up to date.
      guard !scope.isWaiting, let node = scope.node else { continue }
      node.reevaluate()
    }
    // Actions may ask for more: those run in this round too, as the tree is consistent. Actions
    // that ask without end must not keep the frame from being drawn.
    var rounds = 0
    while !followUps.isEmpty || !lastActions.isEmpty, rounds < 100 {
      let actions = followUps.isEmpty ? lastActions : followUps
      if followUps.isEmpty { lastActions = [] } else { followUps = [] }
      for action in actions { action() }
      rounds += 1
    }
    isFlushing = false
    if !followUps.isEmpty || !lastActions.isEmpty { startIfNeeded() }
  }
}

/// Brings all views up to date now, instead of just before the next frame.
///
/// For tests and measurements; an application never needs it.
public func updateViewsNow() {
  UpdateScheduler.shared.flush()
}
