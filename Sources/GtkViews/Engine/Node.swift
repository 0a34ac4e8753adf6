import GtkKit

/// Where a new node will live: below which node, with which environment.
public struct NodeContext {
  /// The node above, `nil` for the root of a ``ViewHost`` that stands alone.
  public let parent: Node?
  /// The environment that the new node starts with.
  public let environment: EnvironmentValues

  /// - Parameters:
  ///   - parent: the node above.
  ///   - environment: the environment that the new node starts with.
  public init(parent: Node?, environment: EnvironmentValues) {
    self.parent = parent
    self.environment = environment
  }
}

/// What lives in the place of a view: it keeps widgets and state while view values come and go.
///
/// Nodes form a tree that mirrors the static types of the views. A node provides any number of
/// widgets to the container above it: none (`EmptyView`), one (`Text`), or as many as its children
/// together (`Group`). When that number or order changes it calls ``widgetsDidChange()``, which
/// travels upwards to the first container.
///
/// Subclass ``ViewNode`` rather than this class. A subclass with children overrides
/// ``forEachChild(_:)``: walking the tree, passing on the environment and destroying all follow
/// from it.
open class Node {
  /// The node above, `nil` at the root and once destroyed.
  public private(set) final unowned var parent: Node?

  /// The distance from the root. Updates run in this order: parents first.
  public final let depth: Int

  /// The values of the environment in this place.
  public private(set) final var environment: EnvironmentValues

  /// Whether ``destroy()`` has been called. A destroyed node does nothing any more.
  public private(set) final var isDestroyed = false

  private final var scope: ObservationScope?
  private final var isFrozen = false

  /// - Parameter context: where the node lives.
  public init(_ context: NodeContext) {
    parent = context.parent
    depth = context.parent.map { $0.depth + 1 } ?? 0
    environment = context.environment
  }

  deinit {
    scope?.forgetNode()
  }

  /// Whether what the user does here means nothing any more: the views are on their way out, or the state that they are shown
  /// for has gone a moment ago. Signals are dropped then, so that nothing is sent to what is gone.
  public final var isInert: Bool {
    isDestroyed || sequence(first: self, next: \.parent).contains(where: \.isFrozen)
      || !(environment.itemPresence?.isThere ?? true)
  }

  // MARK: Structure

  /// Calls `visit` with each child, in order. The default has none.
  open func forEachChild(_ visit: (Node) -> Void) {}

  /// Appends the widgets that this node gives to the container above. The default gives those of
  /// the children.
  open func appendWidgets(to widgets: inout [WidgetPointer]) {
    forEachChild { $0.appendWidgets(to: &widgets) }
  }

  /// The widgets that this node gives to the container above.
  public final var widgets: [WidgetPointer] {
    var widgets: [WidgetPointer] = []
    appendWidgets(to: &widgets)
    return widgets
  }

  /// Calls `visit` with each node below (or this one) that gives widgets of its own, in order. The
  /// default descends into the children; a node that owns a widget overrides it to visit itself.
  open func forEachLeaf(_ visit: (Node) -> Void) {
    forEachChild { $0.forEachLeaf(visit) }
  }

  /// Says that the widgets of this node have changed in number or order. The default tells the
  /// parent; containers take the new widgets instead.
  open func widgetsDidChange() {
    parent?.widgetsDidChange()
  }

  /// The nearest node above of a type, or `nil`. O(distance).
  public final func ancestor<T: Node>(_ type: T.Type = T.self) -> T? {
    var node = parent
    while let current = node {
      if let match = current as? T { return match }
      node = current.parent
    }
    return nil
  }

  /// The context for a child of this node.
  public final var childContext: NodeContext {
    NodeContext(parent: self, environment: childEnvironment)
  }

  // MARK: Environment

  /// The environment of the children. The default is the node's own.
  open var childEnvironment: EnvironmentValues { environment }

  /// Called when a value of the environment has changed. The default passes the environment on to
  /// the children; an override that reads the environment calls `super`.
  open func environmentDidChange() {
    let environment = childEnvironment
    forEachChild { $0.setEnvironment(environment) }
  }

  /// Gives the node another environment, and all nodes below.
  public final func setEnvironment(_ environment: EnvironmentValues) {
    self.environment = environment
    environmentDidChange()
  }

  // MARK: Observation

  /// Calls `body` and remembers what it reads of observable objects and state. When one of these
  /// changes, ``reevaluate()`` is called once, in the next update. Each call replaces what the one
  /// before remembered.
  @inlinable
  public final func tracked<T>(_ body: () -> T) -> T {
    var result: T?
    trackVoid { result = body() }
    return result!  // The closure has been called.
  }

  /// Not generic, so that there is one piece of code for all results.
  @usableFromInline
  final func trackVoid(_ body: () -> Void) {
    if isFrozen || isDestroyed { return body() }
    let scope = scope ?? ObservationScope(node: self)
    self.scope = scope
    scope.track(body)
  }

  /// Called in an update when something has changed that the last ``tracked(_:)`` read. The default
  /// does nothing.
  open func reevaluate() {}

  // MARK: Reuse

  /// Forgets what belongs to the element that was shown, before the same widgets show another one:
  /// state, tasks, what was read. The next update evaluates everything. Overrides call `super`.
  open func prepareForReuse() {
    scope?.cancel()
    forEachChild { $0.prepareForReuse() }
  }

  // MARK: End of life

  /// Stops following state in this node and all below, for good, while the widgets stay: for what
  /// leaves the screen in an animation, still showing its last state. What it presents goes at once.
  /// Overrides call `super`.
  open func freeze() {
    scope?.end()
    isFrozen = true
    forEachChild { $0.freeze() }
  }

  /// Takes the node and all below out of life: signals are disconnected, tasks cancelled, widgets
  /// released. The container above takes the widgets out when it is told that they have changed.
  /// Overrides call `super`.
  open func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    scope?.end()
    scope = nil
    forEachChild { $0.destroy() }
    parent = nil
  }
}

/// The node of a view of a known type.
///
/// Because the type is static, an old and a new view that meet in ``update(_:)`` are of the same
/// type: no node ever has to ask what it was given.
open class ViewNode<Content: View>: Node {
  /// The current description.
  public internal(set) final var view: Content

  /// - Parameters:
  ///   - view: the first description.
  ///   - context: where the node lives.
  public init(_ view: Content, _ context: NodeContext) {
    self.view = view
    super.init(context)
  }

  deinit {}

  /// Takes a new description. An override calls `super` and then changes what differs.
  open func update(_ view: Content) {
    self.view = view
  }
}
