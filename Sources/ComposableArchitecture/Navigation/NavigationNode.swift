import Glibc
import Synchronization

/// A place in the navigation tree: the root of a store, a presented feature, or an element of a stack.
///
/// Effects belong to the place that they were made in. When a feature leaves, its node is unmounted and
/// all that it and the nodes below it had started is cancelled; a node that has left starts nothing more.
/// Cancellation ids are looked up from a node downwards, so that two elements of a stack that use the same id
/// never disturb each other, while a parent's cancellation reaches its children.
@usableFromInline
final class NavigationNode: Sendable {
  /// What distinguishes the children of one node: the operator that mounts them and an id.
  struct Key: Hashable {
    let operation: OperatorKey
    let id: ID
  }

  /// What distinguishes the children that one operator mounts. Of few types, as hashing values of any type is slow.
  @usableFromInline
  enum ID: Hashable, Sendable {
    case element(StackElementID)
    case state(StateIdentity)
    case row(AnyHashableSendable)
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

  private struct Contents {
    var children: [Key: NavigationNode] = [:]
    var mountedStates: [OperatorKey: StateIdentity] = [:]
    var mountedStacks: [OperatorKey: MountedStack] = [:]
    var cancellables: [AnyHashableSendable: [EffectScope]] = [:]
    var dismiss: (@MainActor @Sendable (EffectGroup?) -> Void)?
    var hasLeft = false

    mutating func child(_ key: Key, kind: Kind, of parent: NavigationNode) -> NavigationNode {
      if let child = children[key] { return child }
      let child = NavigationNode(kind: kind, parent: parent)
      children[key] = child
      return child
    }
  }

  /// The elements of a stack when an operator ran last. Not the stack's own list of ids: while two hold that, each change
  /// copies it.
  private struct MountedStack {
    var revision = _StackRevision.empty
    var ids: [StackElementID] = []

    func countOfCommonElements(with others: ContiguousArray<StackElementID>) -> Int {
      let count = min(ids.count, others.count)
      let isPrefix = ids.withUnsafeBytes { ids in
        others.withUnsafeBytes { others in
          // Mostly all are the same but the last.
          guard let ids = ids.baseAddress, let others = others.baseAddress else { return true }
          return memcmp(ids, others, count * MemoryLayout<StackElementID>.stride) == 0
        }
      }
      return isPrefix ? count : zip(ids, others).prefix { $0 == $1 }.count
    }
  }

  /// Where reducers and effects run that no store has started.
  static let detached = NavigationNode(kind: .root, parent: nil)

  /// The place that the running reducer or effect belongs to.
  @usableFromInline
  static var current: NavigationNode {
    ThreadContext.node ?? ReductionContext.current.node
  }

  let kind: Kind
  /// All effects of this node that run.
  let effects = EffectScope()
  private let parent: NavigationNode?
  /// The type of the root's state, which tells in reports which store this is about.
  private let rootState: Any.Type?
  private let contents = Mutex(Contents())

  init(kind: Kind, parent: NavigationNode?, rootState: Any.Type? = nil) {
    self.kind = kind
    self.parent = parent
    self.rootState = rootState
  }

  /// The store that the node belongs to, for reports.
  var store: String {
    var node = self
    while let parent = node.parent { node = parent }
    return node.rootState.map { " in the store of \"\(typeName($0))\"" } ?? ""
  }

  /// The nearest feature, from here upwards, that can be dismissed.
  var presentation: NavigationNode? {
    var node = self
    while node.kind == .part, let parent = node.parent { node = parent }
    return node.kind == .presentation ? node : nil
  }

  /// Whether the node or one above it has left the tree.
  var hasLeft: Bool {
    contents.withLock { $0.hasLeft }
  }

  /// The child for an id, made where there is none.
  @usableFromInline
  func child(_ operation: OperatorKey, _ id: ID, kind: Kind) -> NavigationNode {
    contents.withLock { $0.child(Key(operation: operation, id: id), kind: kind, of: self) }
  }

  /// Takes a child out of the tree, so that a feature that comes to the same place starts anew.
  @usableFromInline
  func removeChild(_ operation: OperatorKey, _ id: ID) -> NavigationNode? {
    contents.withLock { $0.children.removeValue(forKey: Key(operation: operation, id: id)) }
  }

  /// Takes the rows of an operator out of the tree that have left their collection.
  ///
  /// Complexity: linear in the number of rows that have ever handled an action, however long the collection is.
  func removeRows<RowID>(
    of operation: OperatorKey,
    where hasLeft: (RowID) -> Bool
  ) -> [NavigationNode] {
    contents.withLock { contents in
      let departed = contents.children.keys.filter { key in
        guard key.operation == operation, case .row(let id) = key.id, let id = id.base as? RowID
        else { return false }
        return hasLeft(id)
      }
      return departed.compactMap { contents.children.removeValue(forKey: $0) }
    }
  }

  /// Notes which state an operator presents.
  ///
  /// - Returns: The places of the feature that has left and of the one that has come; `nil` where it is the same as before.
  @usableFromInline
  func mount(
    _ identity: StateIdentity?,
    by operation: OperatorKey
  ) -> (departed: NavigationNode?, arrived: NavigationNode?)? {
    guard self !== NavigationNode.detached else { return nil }
    return contents.withLock { contents in
      let mounted = contents.mountedStates[operation]
      guard mounted != identity else { return nil }
      contents.mountedStates[operation] = identity
      return (
        mounted.flatMap {
          contents.children.removeValue(forKey: Key(operation: operation, id: .state($0)))
        },
        identity.map {
          contents.child(Key(operation: operation, id: .state($0)), kind: .presentation, of: self)
        }
      )
    }
  }

  /// Whether a stack holds other elements than when an operator ran last.
  @usableFromInline
  func hasChanged(_ revision: _StackRevision, of operation: OperatorKey) -> Bool {
    contents.withLock { ($0.mountedStacks[operation]?.revision ?? .empty) != revision }
  }

  /// Notes which elements a stack holds.
  ///
  /// Complexity: linear in the number of elements above the lowest change, apart from a comparison of the ids.
  ///
  /// - Returns: The places of the elements that have left, from the bottom up, and of those that have come.
  func mount(
    _ order: StackOrder,
    by operation: OperatorKey
  ) -> (departed: [NavigationNode], arrived: [(id: StackElementID, place: NavigationNode)]) {
    contents.withLock { contents in
      // Taken out of the dictionary, so that it is changed in place.
      var mounted = contents.mountedStacks.removeValue(forKey: operation) ?? MountedStack()
      defer { contents.mountedStacks[operation] = mounted }
      mounted.revision = order.revision

      // What lies below the change is the same in both, and needs no look-up.
      let same = mounted.countOfCommonElements(with: order.ids)
      let departed = mounted.ids[same...].compactMap { id in
        order.position(of: id) != nil
          ? nil
          : contents.children.removeValue(forKey: Key(operation: operation, id: .element(id)))
      }
      let before = Set(mounted.ids[same...])
      mounted.ids.removeSubrange(same...)
      mounted.ids.append(contentsOf: order.ids[same...])
      let arrived = mounted.ids[same...].compactMap { id in
        before.contains(id)
          ? nil
          : (
            id: id,
            place: contents.child(
              Key(operation: operation, id: .element(id)),
              kind: .presentation,
              of: self
            )
          )
      }
      return (departed, arrived)
    }
  }

  /// Ends all that runs at this node and below, for good.
  func leave() {
    let children = contents.withLock { contents in
      contents.hasLeft = true
      contents.dismiss = nil
      let children = contents.children
      contents.children = [:]
      contents.cancellables = [:]
      return children.values
    }
    effects.cancel()
    for child in children { child.leave() }
  }

  // MARK: Dismissal

  func setDismiss(_ dismiss: @escaping @MainActor @Sendable (EffectGroup?) -> Void) {
    contents.withLock { $0.dismiss = dismiss }
  }

  var dismiss: (@MainActor @Sendable (EffectGroup?) -> Void)? {
    contents.withLock { $0.dismiss }
  }

  // MARK: Cancellation by id

  func register(_ scope: EffectScope, id: AnyHashableSendable) {
    contents.withLock { $0.cancellables[id, default: []].append(scope) }
  }

  func unregister(_ scope: EffectScope, id: AnyHashableSendable) {
    contents.withLock { contents in
      guard var scopes = contents.cancellables[id] else { return }
      scopes.removeAll { $0 === scope }
      contents.cancellables[id] = scopes.isEmpty ? nil : scopes
    }
  }

  /// Cancels the effects with an id at this node and below.
  ///
  /// - Parameter spared: Effects that go on although they have the id.
  func cancel(id: AnyHashableSendable, sparing spared: [EffectScope] = []) {
    let (scopes, children) = contents.withLock { contents in
      let scopes = contents.cancellables.removeValue(forKey: id) ?? []
      let kept = spared.isEmpty ? [] : scopes.filter { scope in spared.contains { $0 === scope } }
      if !kept.isEmpty { contents.cancellables[id] = kept }
      return (scopes, contents.children.values)
    }
    for scope in scopes where !spared.contains(where: { $0 === scope }) { scope.cancel() }
    for child in children { child.cancel(id: id, sparing: spared) }
  }
}

/// Identifies a navigation operator among those of a feature by the state that it works on, and by the scopes around
/// it: a feature that its parent scopes to twice has operators of the same state twice.
@usableFromInline
struct OperatorKey: Hashable, @unchecked Sendable {
  // Key paths are immutable; not all of their types say so to the compiler.
  private let path: AnyKeyPath
  private let scopes: ScopePath
  private let hash: Int

  /// For an operator of the reducer that is being put together.
  @usableFromInline
  init(_ path: AnyKeyPath) {
    self.path = path
    scopes = ScopePath.current
    var hasher = Hasher()
    hasher.combine(path)
    hasher.combine(scopes)
    hash = hasher.finalize()
  }

  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hash == rhs.hash && lhs.path == rhs.path && lhs.scopes == rhs.scopes
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

/// The scopes that lead from a feature to one of its reducers.
struct ScopePath: Hashable, @unchecked Sendable {
  /// Those around the reducer that is being put together.
  @TaskLocal static var current = ScopePath(parts: [])

  // Immutable, as above.
  private let parts: [AnyKeyPath]

  private init(parts: [AnyKeyPath]) {
    self.parts = parts
  }

  /// Puts a reducer together that runs on a part of the state.
  static func appending<Child>(_ part: AnyKeyPath, _ make: () -> Child) -> Child {
    $current.withValue(ScopePath(parts: current.parts + [part]), operation: make)
  }
}

/// A hashable value of any type that may cross isolation.
@usableFromInline
struct AnyHashableSendable: Hashable, @unchecked Sendable {
  // Values are only compared and hashed. Those of ids and tokens are immutable values in all but perverse cases.
  private let hashable: AnyHashable

  @usableFromInline
  init(_ base: some Hashable & Sendable) {
    hashable = AnyHashable(base)
  }

  /// The value, of its own type.
  var base: Any { hashable.base }

  /// For ids of identifiable values, whose type cannot be asked whether it is sendable.
  init(unchecked hashable: AnyHashable) {
    self.hashable = hashable
  }
}

/// What reducers and effects are surrounded by.
@usableFromInline
struct ReductionContext: Sendable {
  @TaskLocal private static var ofTask = ReductionContext(node: .detached, effect: nil)

  let node: NavigationNode
  /// The effect whose task this is.
  let effect: RunningEffect?

  /// That of the reducer that runs on this thread, otherwise that of the task.
  static var current: ReductionContext {
    ThreadContext.node.map { ReductionContext(node: $0, effect: nil) } ?? ofTask
  }

  /// Makes this the context of the tasks that an operation starts.
  func inherit<Result>(_ operation: () -> Result) -> Result {
    Self.$ofTask.withValue(self, operation: operation)
  }
}

/// The place that the reducer which runs on this thread belongs to.
///
/// A reducer never suspends, so this needs no task-local value, which costs an order of magnitude more at each place.
@usableFromInline
enum ThreadContext {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Fails only where a process has used up all of its keys, hundreds of them.
    precondition(pthread_key_create(&key, nil) == 0)
    return key
  }()

  static var node: NavigationNode? {
    pthread_getspecific(key).map { Unmanaged<NavigationNode>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a reducer at a place in the navigation tree.
  @inlinable
  static func withNode<Result>(_ node: NavigationNode, _ body: () -> Result) -> Result {
    let outer = enter(node)
    defer { leave(node, backTo: outer) }
    return body()
  }

  @usableFromInline
  static func enter(_ node: NavigationNode) -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(node).toOpaque())
    return outer
  }

  // Takes the node so that it lives until here.
  @usableFromInline
  static func leave(_: NavigationNode, backTo outer: UnsafeMutableRawPointer?) {
    pthread_setspecific(key, outer)
  }
}
