import GtkKit

/// How a view of a fixed ratio of width to height uses its space.
public enum ContentMode: Equatable, Sendable {
  /// As large as it can be inside the space.
  case fit
  /// So large that it covers the space. What is outside is cut off.
  case fill
}

extension View {
  /// Keeps the ratio of this view's width to its height, in the middle of its space.
  ///
  /// - Parameters:
  ///   - ratio: The width divided by the height; `nil` for the ratio of the view's own size, such
  ///     as that of a picture. A ratio that is not above zero counts as `nil`.
  ///   - contentMode: Whether the view fits into its space or fills it. Unlike in SwiftUI, a view
  ///     that fills its space is cut off there, as if it were clipped.
  public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> some View {
    AspectView(content: self, ratio: ratio, contentMode: contentMode)
  }

  /// Shows this view as large as it can be inside its space, with the ratio of its own size.
  public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

  /// Shows this view so large that it covers its space, with the ratio of its own size.
  public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
}

private struct AspectView<Content: View>: PrimitiveView {
  let content: Content
  let ratio: Double?
  let contentMode: ContentMode

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { AspectNode(self, context) }
}

private final class AspectNode<Content: View>: ContainerNode<AspectView<Content>, Content>,
  Forwarding
{
  init(_ view: AspectView<Content>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)) { $0.content }
    AspectLayout.install(in: widget)
    apply()
  }

  deinit {}

  var forwarded: Node? { child }

  private func apply() {
    AspectLayout.set(view.ratio, view.contentMode, of: widget)
    gtk_widget_set_overflow(
      widget,
      view.contentMode == .fill ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE
    )
  }

  override func update(_ view: AspectView<Content>) {
    let isChanged = view.ratio != self.view.ratio || view.contentMode != self.view.contentMode
    super.update(view)
    if isChanged { apply() }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: widget)
  }
}
