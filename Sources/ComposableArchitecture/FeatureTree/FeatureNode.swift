import Synchronization

/// A living feature, as a node in the tree of features of a store: the root, a presented feature,
/// an element of a stack or a row of a collection.
///
/// Effects belong to the node that they were made at. When a feature's state is gone, its node is
/// unmounted: all effects of the node and of those below it are cancelled, and no new ones start.
/// Cancellation ids are looked up from a node downwards. So two elements of a stack that use the
/// same id never disturb each other, while a parent's cancellation reaches its children.
@usableFromInline
final class FeatureNode: Sendable {
  /// What distinguishes the children of one node: the operator that mounts them and an id.
  struct ChildKey: Hashable {
    let operation: OperatorKey
    let id: ChildID
  }

  /// What distinguishes the children that one operator mounts.
  ///
  /// An enum of few types, because hashing values of any type is slow.
  @usableFromInline
  enum ChildID: Hashable, Sendable {
    case state(StateIdentity)
    case row(FeatureID)
  }

  @usableFromInline
  enum Kind: Sendable {
    /// The top of a store.
    case root
    /// A feature that can be dismissed.
    case presentation
    /// A part of a feature with effects of its own, such as a row.
    case part
  }

  /// The feature that an operator presents.
  private struct Presented {
    let operation: OperatorKey
    let identity: StateIdentity
    let node: FeatureNode
    /// Whether the feature was there when the operator last mounted it. It may handle an action
    /// before.
    var isMounted: Bool
  }

  private struct Contents {
    var children: [ChildKey: FeatureNode] = [:]
    /// One for each operator that presents something. A list, because there are few: searching it
    /// takes less time than hashing.
    var presented: [Presented] = []
    var mountedStacks: [OperatorKey: MountedStack] = [:]
    var cancellables: [AnyHashableSendable: [EffectSet]] = [:]
    var throttles: [AnyHashableSendable: Throttle] = [:]
    var dismiss: (@MainActor @Sendable (EffectGroup?) -> Void)?
    var isUnmounted = false

    mutating func part(_ key: ChildKey, of parent: FeatureNode) -> FeatureNode {
      if let child = children[key] { return child }
      let child = FeatureNode(kind: .part, parent: parent)
      children[key] = child
      return child
    }

    /// Returns the index of the feature that an operator presents, which is made if there is none.
    mutating func indexOfPresented(
      _ operation: OperatorKey,
      _ identity: StateIdentity,
      by parent: FeatureNode
    ) -> Int {
      let index = presented.firstIndex { $0.operation == operation && $0.identity == identity }
      if let index { return index }
      let node = FeatureNode(kind: .presentation, parent: parent)
      presented.append(
        Presented(operation: operation, identity: identity, node: node, isMounted: false)
      )
      return presented.count - 1
    }

    /// All children. Those of stacks and presentations are kept apart, because they are found
    /// faster.
    var allChildren: [FeatureNode] {
      var all: [FeatureNode] = []
      // Most features have none, and closing a stack asks each of its elements.
      if !children.isEmpty { all += children.values }
      if !presented.isEmpty { all += presented.map(\.node) }
      for stack in mountedStacks.values { all += stack.allNodes }
      return all
    }
  }

  /// The node of reducers and effects that run outside of any store.
  static let detached = FeatureNode(kind: .root, parent: nil)

  /// The node that the running reducer or effect belongs to.
  @usableFromInline
  static var current: FeatureNode {
    ReducingNode.current ?? FeatureContext.current.node
  }

  let kind: Kind
  /// The effects of this node that are running.
  let effects = EffectSet()
  private let parent: FeatureNode?
  /// The type of the root's state, by which reports name the store.
  private let rootState: Any.Type?
  private let contents = Mutex(Contents())

  init(kind: Kind, parent: FeatureNode?, rootState: Any.Type? = nil) {
    self.kind = kind
    self.parent = parent
    self.rootState = rootState
  }

  /// The store that the node belongs to, as reports name it.
  var storeDescription: String {
    var node = self
    while let parent = node.parent { node = parent }
    return node.rootState.map { " in the store of \"\(typeName($0))\"" } ?? ""
  }

  /// The nearest node, from this one upwards, whose feature can be dismissed.
  var presentation: FeatureNode? {
    var node = self
    while node.kind == .part, let parent = node.parent { node = parent }
    return node.kind == .presentation ? node : nil
  }

  /// Whether this is another node or a part of its feature.
  func isPart(of other: FeatureNode) -> Bool {
    var node = self
    while node !== other {
      guard node.kind == .part, let parent = node.parent else { return false }
      node = parent
    }
    return true
  }

  // MARK: Children

  /// Returns the child that is a part with an id, which is made if there is none.
  @usableFromInline
  func part(_ operation: OperatorKey, _ id: ChildID) -> FeatureNode {
    contents.withLock { $0.part(ChildKey(operation: operation, id: id), of: self) }
  }

  /// Returns the child that is an element of a stack, which is made if there is none.
  @usableFromInline
  func child(_ operation: OperatorKey, _ id: StackElementID) -> FeatureNode {
    contents.withLock {
      $0.mountedStacks[operation, default: MountedStack()].node(of: id, in: self)
    }
  }

  /// Returns the child that an operator presents, which is made if there is none, and whether the
  /// operator has mounted it.
  @usableFromInline
  func presentedChild(
    _ operation: OperatorKey,
    _ identity: StateIdentity
  ) -> (node: FeatureNode, isMounted: Bool) {
    contents.withLock { contents in
      let index = contents.indexOfPresented(operation, identity, by: self)
      return (contents.presented[index].node, contents.presented[index].isMounted)
    }
  }

  /// Takes a child out of the tree, so that the next feature with the same id gets a new node.
  ///
  /// The caller must unmount it.
  @usableFromInline
  func removeChild(_ operation: OperatorKey, _ id: ChildID) -> FeatureNode? {
    contents.withLock { $0.children.removeValue(forKey: ChildKey(operation: operation, id: id)) }
  }

  /// Takes those rows of an operator out of the tree that are no longer in their collection.
  ///
  /// The caller must unmount them.
  ///
  /// - Complexity: Linear in the number of rows that have ever handled an action, however long the
  ///   collection is.
  func removeRows<RowID: Hashable>(
    of operation: OperatorKey,
    where isRemoved: (RowID) -> Bool
  ) -> [FeatureNode] {
    contents.withLock { contents in
      let removed = contents.children.keys.filter { key in
        guard key.operation == operation, case .row(let id) = key.id,
          let id = id.value(as: RowID.self)
        else { return false }
        return isRemoved(id)
      }
      return removed.compactMap { contents.children.removeValue(forKey: $0) }
    }
  }

  /// Notes which state an operator presents.
  ///
  /// - Returns: The nodes that the caller must unmount and the one that is new; `nil` if the same
  ///   state is presented as before.
  @usableFromInline
  func mount(
    _ identity: StateIdentity?,
    by operation: OperatorKey
  ) -> (removed: [FeatureNode], inserted: FeatureNode?)? {
    guard self !== FeatureNode.detached else { return nil }
    return contents.withLock { contents in
      var isMounted = false
      // Also those that have handled an action before they were mounted.
      var removed: [FeatureNode] = []
      for presented in contents.presented where presented.operation == operation {
        if presented.identity == identity {
          isMounted = presented.isMounted
        } else {
          removed.append(presented.node)
        }
      }
      if !removed.isEmpty {
        contents.presented.removeAll { $0.operation == operation && $0.identity != identity }
      }
      guard let identity, !isMounted else { return removed.isEmpty ? nil : (removed, nil) }
      let index = contents.indexOfPresented(operation, identity, by: self)
      contents.presented[index].isMounted = true
      return (removed, contents.presented[index].node)
    }
  }

  /// Returns whether a stack has other ids than when the operator last mounted it, or elements that
  /// have handled an action before they were mounted.
  @usableFromInline
  func hasChanged(_ idsRevision: _StackRevision, of operation: OperatorKey) -> Bool {
    contents.withLock {
      guard let stack = $0.mountedStacks[operation] else { return idsRevision != .empty }
      return stack.revision != idsRevision || stack.hasEarlyNodes
    }
  }

  /// Notes which elements a stack holds.
  ///
  /// - Complexity: Linear in the number of elements above the lowest change, apart from a
  ///   comparison of the ids.
  ///
  /// - Returns: The nodes that the caller must unmount, from the bottom up, and those of the new
  ///   elements.
  func mount(
    _ order: StackOrder,
    by operation: OperatorKey
  ) -> (removed: [FeatureNode], inserted: [(id: StackElementID, node: FeatureNode)]) {
    contents.withLock { contents in
      // Taken out of the dictionary, so that it is changed in place.
      var stack = contents.mountedStacks.removeValue(forKey: operation) ?? MountedStack()
      defer { contents.mountedStacks[operation] = stack }
      return stack.update(to: order, in: self)
    }
  }

  // MARK: Unmounting

  /// Whether the node, or one above it, has been unmounted.
  var isUnmounted: Bool {
    contents.withLock { $0.isUnmounted }
  }

  /// Cancels all effects of this node and of those below it; none of them starts another one.
  func unmount() {
    let children = contents.withLock { contents in
      let children = contents.allChildren
      contents = Contents(isUnmounted: true)
      return children
    }
    effects.cancel()
    for child in children { child.unmount() }
  }

  // MARK: Dismissal

  /// What dismisses the feature: it sends an action to the parent.
  var dismiss: (@MainActor @Sendable (EffectGroup?) -> Void)? {
    contents.withLock { $0.dismiss }
  }

  func setDismiss(_ dismiss: @escaping @MainActor @Sendable (EffectGroup?) -> Void) {
    contents.withLock { $0.dismiss = dismiss }
  }

  // MARK: Cancellation by id

  func register(_ effects: EffectSet, id: AnyHashableSendable) {
    contents.withLock { $0.cancellables[id, default: []].append(effects) }
  }

  func unregister(_ effects: EffectSet, id: AnyHashableSendable) {
    contents.withLock { contents in
      guard var registered = contents.cancellables[id] else { return }
      registered.removeAll { $0 === effects }
      contents.cancellables[id] = registered.isEmpty ? nil : registered
    }
  }

  /// Whether effects of this node with an id are running.
  func hasEffects(id: AnyHashableSendable) -> Bool {
    contents.withLock { $0.cancellables[id] != nil }
  }

  /// Takes the id from the effects of this node that have it, which go on.
  func unregisterEffects(id: AnyHashableSendable) {
    contents.withLock { $0.cancellables[id] = nil }
  }

  /// Cancels the effects with an id at this node and below.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - spared: Effects that are not cancelled although they have the id.
  func cancel(id: AnyHashableSendable, sparing spared: [EffectSet] = []) {
    let (registered, children) = contents.withLock { contents in
      let registered = contents.cancellables.removeValue(forKey: id) ?? []
      let kept =
        spared.isEmpty
        ? [] : registered.filter { effects in spared.contains { $0 === effects } }
      if !kept.isEmpty { contents.cancellables[id] = kept }
      return (registered, contents.allChildren)
    }
    for effects in registered where !spared.contains(where: { $0 === effects }) {
      effects.cancel()
    }
    for child in children { child.cancel(id: id, sparing: spared) }
  }

  // MARK: Throttling

  /// Returns what is known of the effects with an id that are throttled.
  func throttle(id: AnyHashableSendable) -> Throttle {
    contents.withLock { contents in
      if let throttle = contents.throttles[id] { return throttle }
      let throttle = Throttle()
      contents.throttles[id] = throttle
      return throttle
    }
  }
}
