import Glibc

/// The elements of a stack when an operator last mounted it, with their nodes.
///
/// A list of its own, because each change of the stack's list of ids would copy it if the list were
/// kept here as well.
struct MountedStack {
  private(set) var revision = _StackRevision.empty
  private var ids: ContiguousArray<StackElementID> = []
  /// The nodes of the elements, in the same order.
  private var nodes: [FeatureNode] = []
  private var isAscending = true
  /// The nodes of elements that have handled an action before they were mounted.
  private var earlyNodes: [StackElementID: FeatureNode] = [:]

  var hasEarlyNodes: Bool { !earlyNodes.isEmpty }

  /// The nodes of all elements, in any order.
  var allNodes: [FeatureNode] { nodes + earlyNodes.values }

  /// Returns the node of an element, which is made if there is none.
  ///
  /// - Complexity: O(log *n*); linear once an element has been inserted below another.
  mutating func node(of id: StackElementID, in parent: FeatureNode) -> FeatureNode {
    let position = isAscending ? ids.ascendingPosition(of: id) : ids.firstIndex(of: id)
    if let position { return nodes[position] }
    if let node = earlyNodes[id] { return node }
    let node = FeatureNode(kind: .presentation, parent: parent)
    earlyNodes[id] = node
    return node
  }

  /// Replaces the elements by those of a stack.
  ///
  /// - Complexity: Linear in the number of elements above the lowest change, apart from a
  ///   comparison of the ids.
  ///
  /// - Returns: The nodes that have been removed, which the caller must unmount, and those that are
  ///   new, from the bottom up.
  mutating func update(
    to order: StackOrder,
    in parent: FeatureNode
  ) -> (removed: [FeatureNode], inserted: [(id: StackElementID, node: FeatureNode)]) {
    revision = order.idsRevision
    isAscending = order.isAscending
    // What lies below the change is the same in both, and needs no look-up.
    let common = countOfCommonElements(with: order.ids)
    var former: [StackElementID: FeatureNode] = [:]
    var removed: [FeatureNode] = []
    if ids.count > common {
      if order.ids.count == common {
        removed = Array(nodes[common...])
      } else {
        former = Dictionary(uniqueKeysWithValues: zip(ids[common...], nodes[common...]))
        let kept = Set(order.ids[common...])
        removed = ids[common...].filter { !kept.contains($0) }.compactMap { former[$0] }
      }
      ids.removeSubrange(common...)
      nodes.removeSubrange(common...)
    }
    var inserted: [(id: StackElementID, node: FeatureNode)] = []
    for id in order.ids[common...] {
      ids.append(id)
      if let node = former[id] {
        nodes.append(node)
      } else {
        let node = takeEarlyNode(of: id) ?? FeatureNode(kind: .presentation, parent: parent)
        nodes.append(node)
        inserted.append((id, node))
      }
    }
    // What is left has handled an action, and was taken away by the same.
    if !earlyNodes.isEmpty {
      removed += earlyNodes.values
      earlyNodes = [:]
    }
    return (removed, inserted)
  }

  private mutating func takeEarlyNode(of id: StackElementID) -> FeatureNode? {
    earlyNodes.isEmpty ? nil : earlyNodes.removeValue(forKey: id)
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
