import GtkKit

/// Gives its views a proxy that scrolls to a view with an identity.
///
/// ```swift
/// ScrollViewReader { proxy in
///   List(messages) { MessageRow(message: $0) }
///     .onChange(of: messages.last?.id) { _, id in
///       withAnimation { proxy.scrollTo(id, anchor: .bottom) }
///     }
/// }
/// ```
///
/// A view has the identity of its element in a ``ForEach``, ``List`` or ``Table``, or the one that
/// ``View/id(_:)`` gives it. Rows of lists and tables need not have been made yet.
public struct ScrollViewReader<Content: View>: View {
  @State private var proxy = ScrollViewProxy()
  private let content: (ScrollViewProxy) -> Content

  /// - Parameter content: Makes the views, among them those that scroll.
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }

  public var body: some View { ScrollScope(proxy: proxy, content: content(proxy)) }
}

/// Scrolls to views in a ``ScrollViewReader``.
public struct ScrollViewProxy {
  private final class Scope {
    weak var node: Node?

    init() {}

    deinit {}
  }

  private let scope = Scope()

  fileprivate init() {}

  fileprivate func adopt(_ node: Node) { scope.node = node }

  /// Scrolls the first scroll view, list or table in the reader that has a view with an identity.
  /// Does nothing if there is none.
  ///
  /// Views that changes of the state are about to add count. Call it in ``withAnimation(_:)`` to
  /// see the views move.
  ///
  /// - Parameters:
  ///   - id: The identity of the view.
  ///   - anchor: The point of the view, and of what is in sight, that are to meet: `.top` shows the
  ///     view at the top. `nil` to scroll no further than until the view is in sight. In languages
  ///     that are written from right to left, `.leading` is on the right.
  public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {
    // The identity of an optional value is that of the value.
    guard let identity = id as Any as? AnyHashable else { return }
    let request = ScrollRequest(id: identity, anchor: anchor, isAnimated: isInAnimation)
    UpdateScheduler.shared.afterUpdate { [weak scope] in
      guard let node = scope?.node, !node.isDestroyed else { return }
      node.scrollAreas(to: request)
    }
  }
}

/// The views among which a proxy looks for identities.
private struct ScrollScope<Content: View>: PrimitiveView {
  let proxy: ScrollViewProxy
  let content: Content

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ScrollScopeNode(self, context) }
}

private final class ScrollScopeNode<Content: View>: ForwardingNode<ScrollScope<Content>, Content> {
  init(_ view: ScrollScope<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    view.proxy.adopt(self)
  }

  deinit {}

  override func update(_ view: ScrollScope<Content>) {
    super.update(view)
    view.proxy.adopt(self)
  }
}
