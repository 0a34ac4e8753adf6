import AccessTracking

/// What a node has read, and the wish to be told once when any of it changes.
final class ObservationScope {
  private(set) weak var node: Node?
  private var tracker: AccessTracker?

  init(node: Node) {
    self.node = node
    let depth = node.depth
    tracker = AccessTracker { [weak self] in
      if let self { UpdateScheduler.shared.schedule(self, depth: depth) }
    }
  }

  deinit {}

  func track<T>(_ body: () -> T) -> T {
    tracker?.track(body) ?? body()
  }

  /// Forgets what was read. Nothing is reported any more until the next ``track(_:)``.
  func cancel() {
    tracker?.cancel()
  }

  /// Forgets what was read, for good.
  func end() {
    cancel()
    tracker = nil
    node = nil
  }

  /// Whether a change would be reported.
  var isWaiting: Bool { tracker?.isWaiting ?? false }
}
