import GtkKit

/// The position of a new node in the tree: its parent and its environment.
public struct NodeContext {
  /// The parent node; `nil` for the root of a ``ViewHost`` without a parent.
  public let parent: Node?
  /// The environment that the new node starts with.
  public let environment: EnvironmentValues

  /// - Parameters:
  ///   - parent: The parent node.
  ///   - environment: The environment that the new node starts with.
  public init(parent: Node?, environment: EnvironmentValues) {
    self.parent = parent
    self.environment = environment
  }
}

/// The long-lived counterpart of a view: it keeps widgets and state while view values come and go.
///
/// Nodes form a tree that mirrors the static types of the views. A node provides any number of
/// widgets to its container, the nearest node above that arranges widgets: none (`EmptyView`), one
/// (`Text`), or all of its children's (`Group`). When their number or order changes, the node calls
/// ``widgetsDidChange()``, which travels up to the container.
///
/// Subclass ``ViewNode`` rather than this class. A subclass with children overrides
/// ``forEachChild(_:)``: walking the tree, passing on the environment and destroying the children
/// all rely on it.
open class Node {
  /// The parent node; `nil` at the root and once the node is destroyed.
  public private(set) final unowned var parent: Node?

  /// The distance from the root. Updates run in order of depth, parents first.
  public final let depth: Int

  /// The environment values of this node.
  public private(set) final var environment: EnvironmentValues

  /// Whether ``destroy()`` has been called. A destroyed node does nothing any more.
  public private(set) final var isDestroyed = false

  private final var scope: ObservationScope?
  /// Whether ``freeze()`` has been called.
  private(set) final var isFrozen = false

  /// - Parameter context: The parent node and the environment.
  public init(_ context: NodeContext) {
    parent = context.parent
    depth = context.parent.map { $0.depth + 1 } ?? 0
    environment = context.environment
  }

  deinit {
    scope?.forgetNode()
  }

  /// Whether the views of this node are disappearing, or the state no longer has the item that they
  /// show. Signals are dropped then, so that no action is sent for an item that is gone.
  public final var isInert: Bool {
    isDestroyed || sequence(first: self, next: \.parent).contains(where: \.isFrozen)
      || !(environment.itemPresence?.isThere ?? true)
  }

  /// Whether user input to this node must be ignored: the node is inert, or the state has put
  /// something above its views, such as another page or a sheet.
  ///
  /// What covered views do by themselves is no input, and goes on.
  public final var ignoresInput: Bool { isInert || environment.coverage?.isCovered ?? false }

  // MARK: Structure

  /// Calls `visit` with each child, in order. The default implementation has no children.
  open func forEachChild(_ visit: (Node) -> Void) {}

  /// Appends the widgets that this node provides to its container. The default implementation
  /// appends those of the children.
  open func appendWidgets(to widgets: inout [WidgetPointer]) {
    forEachChild { $0.appendWidgets(to: &widgets) }
  }

  /// The widgets that this node provides to its container.
  public final var widgets: [WidgetPointer] {
    var widgets: [WidgetPointer] = []
    appendWidgets(to: &widgets)
    return widgets
  }

  /// Calls `visit` with each node of this subtree that owns a widget, in order, without descending
  /// into those nodes. The default implementation descends into the children; a node that owns a
  /// widget overrides it to visit itself.
  open func forEachLeaf(_ visit: (Node) -> Void) {
    forEachChild { $0.forEachLeaf(visit) }
  }

  /// Reports that the widgets of this node have changed in number or order. The default
  /// implementation tells the parent; a container arranges the new widgets instead.
  open func widgetsDidChange() {
    parent?.widgetsDidChange()
  }

  /// Returns the nearest node above that is of a type, or `nil`. O(distance).
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

  /// The environment of the children. The default is the node's own environment.
  open var childEnvironment: EnvironmentValues { environment }

  /// Called when a value of the environment has changed. The default implementation passes the
  /// environment on to the children. Overrides call `super`.
  open func environmentDidChange() {
    let environment = childEnvironment
    forEachChild { $0.setEnvironment(environment) }
  }

  /// Replaces the environment of the node and of all nodes below.
  public final func setEnvironment(_ environment: EnvironmentValues) {
    self.environment = environment
    environmentDidChange()
  }

  // MARK: Observation

  /// Calls `body` and records what it reads of observable objects and state. When any of that
  /// changes, ``reevaluate()`` is called once, in the next update. Each call replaces the record of
  /// the previous one.
  ///
  /// - Returns: The result of `body`.
  @inlinable
  public final func tracked<T>(_ body: () -> T) -> T {
    var result: T?
    trackVoid { result = body() }
    return result!  // The closure has been called.
  }

  /// Not generic, so that all result types share one piece of code.
  @usableFromInline
  final func trackVoid(_ body: () -> Void) {
    if isFrozen || isDestroyed { return body() }
    let scope = scope ?? ObservationScope(node: self)
    self.scope = scope
    scope.track(body)
  }

  /// Called in an update when something has changed that the last ``tracked(_:)`` read. The default
  /// implementation does nothing.
  open func reevaluate() {}

  // MARK: Reuse

  /// Discards everything that belongs to the shown element, such as state, tasks and observation,
  /// before the same widgets show another element. The next update evaluates everything again.
  /// Overrides call `super`.
  open func prepareForReuse() {
    scope?.cancel()
    forEachChild { $0.prepareForReuse() }
  }

  // MARK: End of life

  /// Permanently stops observing state in this node and all nodes below, but keeps the widgets: for
  /// views that disappear in an animation and still show their last state. Presentations of these
  /// views end at once. Overrides call `super`.
  open func freeze() {
    scope?.end()
    isFrozen = true
    forEachChild { $0.freeze() }
  }

  /// Destroys the node and all nodes below: signals are disconnected, tasks are cancelled, widgets
  /// are released. The container removes the widgets when it is told that they have changed.
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

/// The node of a view whose type is known.
///
/// The type is static, so the old and the new view in ``update(_:)`` always have the same type and
/// no node needs to check it.
open class ViewNode<Content: View>: Node {
  /// The current value of the view.
  public internal(set) final var view: Content

  /// - Parameters:
  ///   - view: The first value of the view.
  ///   - context: The parent node and the environment.
  public init(_ view: Content, _ context: NodeContext) {
    self.view = view
    super.init(context)
  }

  deinit {}

  /// Takes a new value of the view. Overrides call `super` and then change what differs.
  open func update(_ view: Content) {
    self.view = view
  }
}
