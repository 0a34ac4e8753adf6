/// Builds the content of a view from a list of views, with `if`, `if let` and `switch`.
///
/// The result has a static type. Only a condition, an optional, a ``ForEach`` or an ``AnyView`` can
/// change its structure later.
@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }

  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> {
    .first(first)
  }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> {
    .second(second)
  }

  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
    AnyView(content)
  }
}

/// A view without content.
public struct EmptyView: PrimitiveView {
  public init() {}

  public func makeNode(_ context: NodeContext) -> ViewNode<EmptyView> { ViewNode(self, context) }
}

/// Several views in order. Made by ``ViewBuilder``.
public struct TupleView<each Content: View>: PrimitiveView {
  let content: (repeat each Content)

  public init(_ content: repeat each Content) {
    self.content = (repeat each content)
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { TupleNode(self, context) }
}

private final class TupleNode<each Content: View>: ViewNode<TupleView<repeat each Content>> {
  private var children: (repeat ViewNode<each Content>)?

  override init(_ view: TupleView<repeat each Content>, _ context: NodeContext) {
    super.init(view, context)
    let context = childContext
    func make<Child: View>(_ view: Child) -> ViewNode<Child> { Child._makeNode(view, context) }
    children = (repeat make(each view.content))
  }

  deinit {}

  override func update(_ view: TupleView<repeat each Content>) {
    super.update(view)
    guard let children else { return }
    func update<Child: View>(_ node: ViewNode<Child>, _ view: Child) { node.update(view) }
    repeat update(each children, each view.content)
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    guard let children else { return }
    for child in repeat each children { visit(child) }
  }
}

/// One of two views. Made by ``ViewBuilder`` from `if`/`else` and `switch`.
public enum ConditionalContent<First: View, Second: View>: PrimitiveView {
  case first(First)
  case second(Second)

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { ConditionalNode(self, context) }
}

private final class ConditionalNode<First: View, Second: View>:
  ViewNode<ConditionalContent<First, Second>>
{
  private enum Child {
    case first(ViewNode<First>)
    case second(ViewNode<Second>)

    var node: Node {
      switch self {
      case .first(let node): node
      case .second(let node): node
      }
    }
  }

  private var child: Child?

  override init(_ view: ConditionalContent<First, Second>, _ context: NodeContext) {
    super.init(view, context)
    child = makeChild()
  }

  deinit {}

  private func makeChild() -> Child {
    switch view {
    case .first(let view): .first(First._makeNode(view, childContext))
    case .second(let view): .second(Second._makeNode(view, childContext))
    }
  }

  override func update(_ view: ConditionalContent<First, Second>) {
    super.update(view)
    switch (child, view) {
    case (.first(let node), .first(let view)): node.update(view)
    case (.second(let node), .second(let view)): node.update(view)
    default:
      child?.node.destroy()
      child = makeChild()
      widgetsDidChange()
    }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child.node) }
  }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  public func makeNode(_ context: NodeContext) -> ViewNode<Wrapped?> { OptionalNode(self, context) }
}

private final class OptionalNode<Wrapped: View>: ViewNode<Wrapped?> {
  private var child: ViewNode<Wrapped>?

  override init(_ view: Wrapped?, _ context: NodeContext) {
    super.init(view, context)
    child = view.map { Wrapped._makeNode($0, childContext) }
  }

  deinit {}

  override func update(_ view: Wrapped?) {
    super.update(view)
    switch (child, view) {
    case (let child?, let view?):
      child.update(view)
    case (nil, let view?):
      child = Wrapped._makeNode(view, childContext)
      widgetsDidChange()
    case (let child?, nil):
      child.destroy()
      self.child = nil
      widgetsDidChange()
    case (nil, nil):
      break
    }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }
}

/// Several views that the container lays out as if they were not grouped.
///
/// Use it to apply a modifier to all of them, or to return more than one view from a function.
public struct Group<Content: View>: PrimitiveView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    ForwardingNode(self, context) { $0.content }
  }
}

/// A node that represents the same view as its only child, such as the node of a modifier.
protocol Forwarding: Node {
  /// The child; `nil` while it is being made.
  var forwarded: Node? { get }
}

extension ForwardingNode {
  final var forwarded: Node? { child }
}

/// A node with one child that represents the view.
class ForwardingNode<Content: View, Child: View>: ViewNode<Content>, Forwarding {
  private(set) final var child: ViewNode<Child>?
  private let content: (Content) -> Child

  init(_ view: Content, _ context: NodeContext, content: @escaping (Content) -> Child) {
    self.content = content
    super.init(view, context)
    prepare()
    child = Child._makeNode(content(view), childContext)
  }

  deinit {}

  /// Called before the child is made.
  func prepare() {}

  override func update(_ view: Content) {
    super.update(view)
    child?.update(content(view))
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }
}

/// A view whose type is not known statically.
///
/// If the type of the content changes, its node is replaced, and its state and widgets are lost.
public struct AnyView: PrimitiveView {
  fileprivate let box: AnyViewBox

  /// - Parameter view: The view to wrap. An `AnyView` is not wrapped again.
  public init<Content: View>(_ view: Content) {
    box = (view as? AnyView)?.box ?? AnyViewBoxOf(view)
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<AnyView> { AnyViewNode(self, context) }
}

private class AnyViewBox {
  init() {}
  deinit {}
  func makeNode(_ context: NodeContext) -> Node { fatalError("abstract") }
  /// Updates the node, if it was made for a view of this type. Returns whether it was.
  func update(_ node: Node) -> Bool { fatalError("abstract") }
}

private final class AnyViewBoxOf<Content: View>: AnyViewBox {
  let view: Content

  init(_ view: Content) { self.view = view }

  deinit {}

  override func makeNode(_ context: NodeContext) -> Node { Content._makeNode(view, context) }

  override func update(_ node: Node) -> Bool {
    guard let node = node as? ViewNode<Content> else { return false }
    node.update(view)
    return true
  }
}

private final class AnyViewNode: ViewNode<AnyView>, Forwarding {
  private var child: Node?

  var forwarded: Node? { child }

  override init(_ view: AnyView, _ context: NodeContext) {
    super.init(view, context)
    child = view.box.makeNode(childContext)
  }

  deinit {}

  override func update(_ view: AnyView) {
    super.update(view)
    if let child, view.box.update(child) { return }
    child?.destroy()
    child = view.box.makeNode(childContext)
    widgetsDidChange()
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }
}

/// A view whose content is computed in an observation scope of its own.
///
/// For containers that keep a closure and call it outside of any body, as ``ForEach`` and ``List``
/// do.
public struct LazyView<Content: View>: View {
  let content: () -> Content

  public init(@ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  public var body: Content { content() }
}
