extension View {
  /// Gives this view an identity. When the identity changes, the view is replaced by a new one: its
  /// state is lost, its tasks are cancelled, and it appears anew.
  ///
  /// - Parameter id: The identity.
  public func id(_ id: some Hashable) -> some View {
    IdentifiedView(content: self, id: id)
  }
}

private struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView, IdentifiedContent {
  let content: Content
  let id: ID

  var identity: AnyHashable { AnyHashable(id) }

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { IdentityNode(self, context) }
}

extension IdentifiedView: RowSource {
  static var hasElements: Bool { RowPlan.hasElements(Content.self) }
  static var hasSections: Bool { RowPlan.hasSections(Content.self) }

  func addRows(to plan: inout RowPlan) {
    if Self.hasElements || Self.hasSections {
      plan.add(content, identifiedBy: id)
    } else {
      plan.append(SingleRow(self, kind: .row))
    }
  }
}

private final class IdentityNode<Content: View, ID: Hashable>:
  ViewNode<IdentifiedView<Content, ID>>, Forwarding, Identified
{
  private var child: ViewNode<Content>?

  override init(_ view: IdentifiedView<Content, ID>, _ context: NodeContext) {
    super.init(view, context)
    child = Content._makeNode(view.content, childContext)
  }

  deinit {}

  var forwarded: Node? { child }

  var identity: AnyHashable { AnyHashable(view.id) }

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
