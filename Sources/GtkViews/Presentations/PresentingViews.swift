import GtkKit

/// The node of a view that presents, independent of what it presents.
protocol PresentingNode: Node {
  func openLater()
  var window: WindowPointer? { get }
  var isCurrent: Bool { get }
  /// Whether the state still has the shown item.
  var isInState: Bool { get }
  func dismiss() -> Bool
}

/// The views that are presenting at present, and the nodes that wait for their turn.
enum PresentingViews {
  private static var presenting: [ObjectIdentifier: any PresentingNode] = [:]
  private static var waiting: [ObjectIdentifier: [any PresentingNode]] = [:]

  /// Reserves a view for a node, or lets the node wait until it is told to open.
  ///
  /// - Returns: Whether the view is reserved for the node.
  static func claim(_ view: ObjectIdentifier, for node: any PresentingNode) -> Bool {
    guard let other = presenting[view], other !== node else {
      presenting[view] = node
      return true
    }
    if waiting[view]?.contains(where: { $0 === node }) != true {
      waiting[view, default: []].append(node)
    }
    return false
  }

  /// Releases the view that is reserved for a node.
  static func release(_ node: any PresentingNode) {
    for (view, owner) in presenting where owner === node {
      presenting[view] = nil
      for next in waiting.removeValue(forKey: view) ?? [] { next.openLater() }
    }
  }

  /// Removes a node from those that wait.
  static func forget(_ node: any PresentingNode) {
    guard !waiting.isEmpty else { return }
    for view in waiting.keys {
      waiting[view]?.removeAll { $0 === node }
      if waiting[view]?.isEmpty == true { waiting[view] = nil }
    }
  }
}
