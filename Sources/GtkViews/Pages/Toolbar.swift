import GtkKit

/// The position of a view in a header bar.
public struct ToolbarItemPlacement: Equatable, Sendable {
  /// The part of the header bar.
  enum End { case leading, trailing, center }

  let end: End
  let isProminent: Bool
  /// Of the items at one end, those with a higher rank are nearer to the edge.
  let rank: Int

  /// At the trailing end.
  public static let automatic = ToolbarItemPlacement(end: .trailing, isProminent: false, rank: 0)
  /// At the leading end.
  public static let leading = ToolbarItemPlacement(end: .leading, isProminent: false, rank: 0)
  /// At the trailing end.
  public static let trailing = ToolbarItemPlacement(end: .trailing, isProminent: false, rank: 0)
  /// For the most frequent action of the page: at the trailing edge.
  public static let primaryAction = ToolbarItemPlacement(
    end: .trailing,
    isProminent: false,
    rank: 1
  )
  /// For leaving a dialog without an effect: at the leading edge.
  public static let cancellationAction = ToolbarItemPlacement(
    end: .leading,
    isProminent: false,
    rank: 1
  )
  /// For confirming a dialog: at the trailing edge, emphasized.
  public static let confirmationAction = ToolbarItemPlacement(
    end: .trailing,
    isProminent: true,
    rank: 2
  )
  /// For removing something: at the trailing end.
  public static let destructiveAction = ToolbarItemPlacement(
    end: .trailing,
    isProminent: false,
    rank: 0
  )
  /// In the centre, instead of the title.
  public static let principal = ToolbarItemPlacement(end: .center, isProminent: false, rank: 0)
  /// For navigation, such as the back button of a stack: at the leading end.
  public static let navigation = ToolbarItemPlacement(end: .leading, isProminent: false, rank: 2)
  /// For the primary menu of a window: at the trailing edge.
  static let primaryMenu = ToolbarItemPlacement(end: .trailing, isProminent: false, rank: 3)
  /// At the leading end.
  public static let topBarLeading = leading
  /// At the trailing end.
  public static let topBarTrailing = trailing
  /// At the leading end.
  public static let navigationBarLeading = leading
  /// At the trailing end.
  public static let navigationBarTrailing = trailing
}

extension View {
  /// Adds items to the header bar of the page that contains this view.
  ///
  /// Items with the same placement stand in the order in which they are written.
  ///
  /// - Parameter content: ``ToolbarItem``s; other views are placed at the trailing end.
  public func toolbar<Items: View>(@ViewBuilder content: () -> Items) -> some View {
    ToolbarView(content: self, items: content())
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
  private var page = PagePart()

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
    environment.automaticLabelStyle = .iconOnly
    return environment
  }

  private func contribute() {
    var found: [PageContribution.Item] = []
    for leaf in items?.leaves ?? [] {
      let placement = placement(of: leaf)
      found += leaf.widgets.map { PageContribution.Item(placement: placement, widget: $0) }
    }
    page.contribute(PageContribution(items: found), of: self)
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
    if page.withdrawFromFormerPage(self) { contribute() }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    page.withdraw(self)
    items?.destroy()
    super.destroy()
  }
}
