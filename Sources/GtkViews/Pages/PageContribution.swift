import GtkKit

/// The title, subtitle and items that one view contributes to its page.
public struct PageContribution {
  /// A widget for the header bar.
  public struct Item {
    public var placement: ToolbarItemPlacement
    public var widget: WidgetPointer

    /// - Parameters:
    ///   - placement: The position in the header bar.
    ///   - widget: The widget. The contributor must retain it.
    public init(placement: ToolbarItemPlacement, widget: WidgetPointer) {
      self.placement = placement
      self.widget = widget
    }
  }

  public var title: String?
  public var subtitle: String?
  public var items: [Item]

  public init(title: String? = nil, subtitle: String? = nil, items: [Item] = []) {
    self.title = title
    self.subtitle = subtitle
    self.items = items
  }
}

/// What a node contributes to the page that contains it.
struct PagePart {
  private var page: PageContext?

  /// Contributes to the page in the node's environment.
  mutating func contribute(_ contribution: PageContribution, of node: Node) {
    page = node.environment.pageContext
    page?.contribute(contribution, owner: node, depth: node.depth)
  }

  /// Withdraws the contribution if the node's environment has another page by now.
  ///
  /// - Returns: Whether the node has to contribute to the other page.
  mutating func withdrawFromFormerPage(_ node: Node) -> Bool {
    guard page !== node.environment.pageContext else { return false }
    withdraw(node)
    return true
  }

  mutating func withdraw(_ node: Node) {
    page?.contribute(nil, owner: node)
    page = nil
  }
}
