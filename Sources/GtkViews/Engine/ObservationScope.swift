import AccessTracking

/// What a node has read, and the wish to be told once when any of it changes.
final class ObservationScope: AccessTracker {
  /// Safe, because nodes are only used, and let go of, on the main actor. Not weak, which would make each use of the node
  /// slower: the node takes itself out at its end.
  private(set) nonisolated(unsafe) unowned var node: Node?
  nonisolated let depth: Int

  init(node: Node) {
    self.node = node
    depth = node.depth
    super.init()
  }

  deinit {}

  override nonisolated func didChange() {
    UpdateScheduler.shared.schedule(self)
  }

  /// Forgets what was read, for good.
  func end() {
    cancel()
    forgetNode()
  }

  nonisolated func forgetNode() {
    node = nil
  }
}
