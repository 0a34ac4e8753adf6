extension View {
  /// Gives this view an identity. When the identity changes, the view is replaced by a new one: its
  /// state is lost, its tasks are cancelled, and it appears anew.
  ///
  /// - Parameter id: The identity.
  public func id(_ id: some Hashable) -> some View {
    IdentifiedView(content: self, id: id)
  }
}

private struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
  let content: Content
  let id: ID

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { IdentityNode(self, context) }
}

private final class IdentityNode<Content: View, ID: Hashable>:
  ViewNode<IdentifiedView<Content, ID>>, Forwarding
{
  private var child: ViewNode<Content>?

  override init(_ view: IdentifiedView<Content, ID>, _ context: NodeContext) {
    super.init(view, context)
    child = Content._makeNode(view.content, childContext)
  }

  deinit {}

  var forwarded: Node? { child }

  override func update(_ view: IdentifiedView<Content, ID>) {
    let isSame = view.id == self.view.id
    super.update(view)
    guard !isSame else {
      child?.update(view.content)
      return
    }
    child?.destroy()
    child = Content._makeNode(view.content, childContext)
    widgetsDidChange()
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }
}
