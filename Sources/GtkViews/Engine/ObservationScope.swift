import AccessTracking

/// Records what a node has read, and schedules the node for an update when any of it changes.
final class ObservationScope: AccessTracker {
  /// Safe, because nodes are used and released only on the main actor. Not weak, because that would
  /// slow down every access: the node clears this reference when it ends.
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

  /// Permanently stops observing.
  func end() {
    cancel()
    forgetNode()
  }

  nonisolated func forgetNode() {
    node = nil
  }
}
