import GtkKit
import Synchronization

/// Collects the nodes that need an update, and updates them together before the main loop does
/// anything else.
///
/// However many properties change at once, there is one source in the main loop, and each node is
/// evaluated at most once: parents first, because a parent's new body may update or destroy its
/// children. The source runs before the next user event, not just before the next layout. Otherwise
/// the second of two clicks could reach a button that the state no longer shows.
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

  private nonisolated init() {}

  deinit {}

  /// Schedules an update of `scope`'s node. May be called on any thread.
  nonisolated func schedule(_ scope: ObservationScope) {
    let mustStart = inbox.withLock { inbox in
      inbox.scopes.append(scope)
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
    if mustStart { addSource() }
  }

  /// Runs `action` when the tree is consistent again: at the end of the current update, or of the
  /// next one.
  func afterUpdate(_ action: @escaping () -> Void) {
    followUps.append(action)
    startIfNeeded()
  }

  /// Runs `action` at the end of the current update, or of the next one, after all actions of
  /// ``afterUpdate(_:)``. For work that is to be done once for all changes.
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

  private nonisolated func addSource() {
    MainLoop.scheduleFromAnyThread(priority: .beforeEvents) { UpdateScheduler.shared.flush() }
  }

  /// Updates all scheduled nodes. Nodes that are scheduled during the update wait for the next one.
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
      // A parent has evaluated it in this round, so it is up to date.
      guard !scope.isWaiting, let node = scope.node else { continue }
      node.reevaluate()
    }
    // Actions may add further actions. These run now too, because the tree is consistent, but only
    // for a limited number of rounds: an endless chain of actions must not keep the frame from
    // being drawn.
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

/// Updates all views now, instead of just before the next event.
///
/// For tests and benchmarks; applications do not need it.
public func updateViewsNow() {
  UpdateScheduler.shared.flush()
}
