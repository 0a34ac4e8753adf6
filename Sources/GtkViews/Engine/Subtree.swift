/// A second tree of views below a node, whose widgets are not among the node's own: the content of
/// a menu, a header bar or a dialog.
final class Subtree<Content: View>: ForwardingNode<HostedView<Content>, Content> {
  /// Called when the widgets of the content have changed in number or order.
  var onWidgetsChange: () -> Void = {}

  private var isUpdating = false
  private var isChanged = false

  /// - Parameters:
  ///   - content: The views.
  ///   - parent: The node that the tree belongs to.
  ///   - environment: The environment of the views.
  init(_ content: Content, parent: Node, environment: EnvironmentValues) {
    super.init(
      HostedView(content: content),
      NodeContext(parent: parent, environment: environment)
    ) { $0.content }
  }

  deinit {}

  func update(_ content: Content) {
    isUpdating = true
    update(HostedView(content: content))
    isUpdating = false
    if isChanged { widgetsDidChange() }
  }

  override func widgetsDidChange() {
    guard !isDestroyed, child != nil else { return }
    isChanged = isUpdating
    if !isUpdating { onWidgetsChange() }
  }

  /// The nodes of the tree that own a widget.
  var leaves: [Node] {
    var leaves: [Node] = []
    forEachLeaf { leaves.append($0) }
    return leaves
  }
}

/// The root of a tree that makes its node itself.
struct HostedView<Content: View>: PrimitiveView {
  let content: Content

  func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    ForwardingNode(self, context) { $0.content }
  }
}
