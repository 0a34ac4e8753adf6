import Glibc

/// The elements of a stack when an operator last mounted it.
///
/// A list of its own, because each change of the stack's list of ids would copy it if the list were
/// kept here as well.
struct MountedStack {
  private(set) var revision = _StackRevision.empty
  private var ids: ContiguousArray<StackElementID> = []
  /// The nodes of the elements, and of those that have handled an action before they were mounted.
  private var nodesByID: [StackElementID: FeatureNode] = [:]

  var nodes: some Collection<FeatureNode> { nodesByID.values }

  /// Returns the node of an element, which is made if there is none.
  mutating func node(of id: StackElementID, in parent: FeatureNode) -> FeatureNode {
    if let node = nodesByID[id] { return node }
    let node = FeatureNode(kind: .presentation, parent: parent)
    nodesByID[id] = node
    return node
  }

  /// Takes the node of an element out. The caller must unmount it.
  mutating func removeNode(of id: StackElementID) -> FeatureNode? {
    nodesByID.removeValue(forKey: id)
  }

  /// Replaces the ids by those of a stack.
  ///
  /// - Complexity: Linear in the number of elements above the lowest change, apart from a
  ///   comparison of the ids.
  ///
  /// - Returns: The ids that have been removed and those that are new, from the bottom up.
  mutating func update(
    to order: StackOrder
  ) -> (removed: [StackElementID], inserted: [StackElementID]) {
    revision = order.idsRevision
    // What lies below the change is the same in both, and needs no look-up.
    let common = countOfCommonElements(with: order.ids)
    let removed = ids[common...].filter { order.position(of: $0) == nil }
    let before = Set(ids[common...])
    ids.removeSubrange(common...)
    ids.append(contentsOf: order.ids[common...])
    return (removed, ids[common...].filter { !before.contains($0) })
  }

  /// Returns how many elements are the same from the bottom up.
  ///
  /// Not by `commonEnds` of IdentifiedArrays, which also compares the other end, in several passes:
  /// a push and a pop would take 5 to 10 % longer.
  private func countOfCommonElements(with others: ContiguousArray<StackElementID>) -> Int {
    let count = min(ids.count, others.count)
    let isPrefix = ids.withUnsafeBytes { ids in
      others.withUnsafeBytes { others in
        // Usually all are the same but the last.
        guard let ids = ids.baseAddress, let others = others.baseAddress else { return true }
        return memcmp(ids, others, count * MemoryLayout<StackElementID>.stride) == 0
      }
    }
    return isPrefix ? count : zip(ids, others).prefix { $0 == $1 }.count
  }
}
