/// A second tree of views below a node: what stands in a menu, a header bar or a dialog instead of
/// where the node's own widgets stand.
final class Subtree<Content: View>: ForwardingNode<HostedView<Content>, Content> {
  /// Called when the widgets of the content have changed in number or order.
  var onWidgetsChange: () -> Void = {}

  private var isUpdating = false
  private var isChanged = false

  /// - Parameters:
  ///   - content: the views.
  ///   - parent: the node that the tree belongs to.
  ///   - environment: the environment of the views.
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

  /// The nodes with widgets of their own.
  var leaves: [Node] {
    var leaves: [Node] = []
    forEachLeaf { leaves.append($0) }
    return leaves
  }
}

/// Stands for the root of a tree, which makes its node itself.
struct HostedView<Content: View>: PrimitiveView {
  let content: Content

  func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    ForwardingNode(self, context) { $0.content }
  }
}
