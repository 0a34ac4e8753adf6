import GtkKit

extension View {
  /// Sets the title of the page that contains this view.
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    PageView(content: self, contribution: PageContribution(title: String(title)))
  }

  /// Sets the line below the title of the page that contains this view.
  public func navigationSubtitle(_ subtitle: some StringProtocol) -> some View {
    PageView(content: self, contribution: PageContribution(subtitle: String(subtitle)))
  }

  /// Adds items to the header bar of the page that contains this view.
  ///
  /// - Parameter content: ``ToolbarItem``s; other views are placed at the trailing end.
  public func toolbar<Items: View>(@ViewBuilder content: () -> Items) -> some View {
    ToolbarView(content: self, items: content())
  }
}

private struct PageView<Content: View>: PrimitiveView {
  let content: Content
  let contribution: PageContribution

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { PageNode(self, context) }
}

private final class PageNode<Content: View>: ForwardingNode<PageView<Content>, Content> {
  private var page: PageContext?

  init(_ view: PageView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    contribute()
  }

  deinit {}

  private func contribute() {
    page = environment.pageContext
    page?.contribute(view.contribution, owner: self, depth: depth)
  }

  override func update(_ view: PageView<Content>) {
    let old = self.view.contribution
    super.update(view)
    if old.title != view.contribution.title || old.subtitle != view.contribution.subtitle {
      contribute()
    }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    guard page !== environment.pageContext else { return }
    page?.contribute(nil, owner: self)
    contribute()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    page?.contribute(nil, owner: self)
    super.destroy()
  }
}

/// Views for a position in a header bar; see ``View/toolbar(content:)``.
public struct ToolbarItem<Content: View>: PrimitiveView {
  let placement: ToolbarItemPlacement
  let content: Content

  /// - Parameters:
  ///   - placement: The position of the views.
  ///   - content: The views.
  public init(
    placement: ToolbarItemPlacement = .automatic,
    @ViewBuilder content: () -> Content
  ) {
    self.placement = placement
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { ToolbarItemNode(self, context) }
}

/// Several views for a position in a header bar.
public typealias ToolbarItemGroup = ToolbarItem

private protocol ToolbarPlacing: Node {
  var placement: ToolbarItemPlacement { get }
}

private final class ToolbarItemNode<Content: View>: ForwardingNode<ToolbarItem<Content>, Content>,
  ToolbarPlacing
{
  init(_ view: ToolbarItem<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  var placement: ToolbarItemPlacement { view.placement }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    if view.placement.isProminent, environment.buttonStyle == .automatic {
      environment.buttonStyle = .borderedProminent
    }
    return environment
  }

  override func update(_ view: ToolbarItem<Content>) {
    let isMoved = view.placement != self.view.placement
    super.update(view)
    if isMoved { widgetsDidChange() }
  }
}

private struct ToolbarView<Content: View, Items: View>: PrimitiveView {
  let content: Content
  let items: Items

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ToolbarNode(self, context) }
}

private final class ToolbarNode<Content: View, Items: View>:
  ForwardingNode<ToolbarView<Content, Items>, Content>
{
  private var items: Subtree<Items>?
  private var page: PageContext?

  init(_ view: ToolbarView<Content, Items>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    let items = Subtree(view.items, parent: self, environment: itemEnvironment)
    items.onWidgetsChange = { [unowned self] in contribute() }
    self.items = items
    contribute()
  }

  deinit {}

  private var itemEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .headerBar
    return environment
  }

  private func contribute() {
    page = environment.pageContext
    var found: [PageContribution.Item] = []
    for leaf in items?.leaves ?? [] {
      let placement = placement(of: leaf)
      found += leaf.widgets.map { PageContribution.Item(placement: placement, widget: $0) }
    }
    page?.contribute(PageContribution(items: found), owner: self, depth: depth)
  }

  private func placement(of leaf: Node) -> ToolbarItemPlacement {
    var node: Node? = leaf
    while let current = node, current !== self {
      if let item = current as? any ToolbarPlacing { return item.placement }
      node = current.parent
    }
    return .automatic
  }

  override func update(_ view: ToolbarView<Content, Items>) {
    super.update(view)
    items?.update(view.items)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    items?.setEnvironment(itemEnvironment)
    guard page !== environment.pageContext else { return }
    page?.contribute(nil, owner: self)
    contribute()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    page?.contribute(nil, owner: self)
    items?.destroy()
    super.destroy()
  }
}
