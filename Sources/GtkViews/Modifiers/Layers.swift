import GtkKit

extension View {
  /// Shows views in front of this view. They have no part in its size.
  ///
  /// Views that expand, such as a ``Color``, fill the size of this view; others have their own
  /// size, also if they are larger.
  ///
  /// - Parameters:
  ///   - alignment: The position of the views in this view. Several views lie on top of each other.
  ///   - content: The views, from back to front.
  public func overlay(
    alignment: Alignment = .center,
    @ViewBuilder content: () -> some View
  ) -> some View {
    layered(content(), side: .front, alignment: alignment)
  }

  /// Shows a view or a colour in front of this view.
  ///
  /// - Parameters:
  ///   - overlay: The view in front; see ``overlay(alignment:content:)``.
  ///   - alignment: Its position in this view.
  public func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View {
    layered(overlay, side: .front, alignment: alignment)
  }

  /// Shows views behind this view. They have no part in its size.
  ///
  /// Views that expand, such as a ``Color``, fill the size of this view; others have their own
  /// size, also if they are larger.
  ///
  /// - Parameters:
  ///   - alignment: The position of the views in this view. Several views lie on top of each other.
  ///   - content: The views, from back to front.
  public func background(
    alignment: Alignment = .center,
    @ViewBuilder content: () -> some View
  ) -> some View {
    layered(content(), side: .behind, alignment: alignment)
  }

  /// Shows a view behind this view.
  ///
  /// - Parameters:
  ///   - background: The view behind; see ``background(alignment:content:)``.
  ///   - alignment: Its position in this view.
  @_disfavoredOverload
  public func background(_ background: some View, alignment: Alignment = .center) -> some View {
    layered(background, side: .behind, alignment: alignment)
  }

  private func layered(
    _ layer: some View,
    side: LayeredSide,
    alignment: Alignment
  ) -> some View {
    LayeredView(
      content: self,
      layer: layer.environment(\.placement, .plain),
      side: side,
      alignment: alignment
    )
  }
}

private enum LayeredSide {
  case front
  case behind
}

/// A view with others in front of it or behind it.
private struct LayeredView<Content: View, Layer: View>: PrimitiveView {
  let content: Content
  let layer: Layer
  let side: LayeredSide
  let alignment: Alignment

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { LayeredNode(self, context) }
}

private final class LayeredNode<Content: View, Layer: View>:
  ContainerNode<LayeredView<Content, Layer>, Content>
{
  /// The widgets of the content, whose size is that of the view.
  private let base: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private var layer: Subtree<Layer>?
  private var slots: [WidgetPointer: LayerSlot] = [:]

  init(_ view: LayeredView<Content, Layer>, _ context: NodeContext) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(box.cast(), base)
    LayerLayout.install(in: box, base: base)
    LayerLayout.setAlignment(view.alignment, of: box)
    super.init(view, context, widget: box) { $0.content }
    let layer = Subtree(view.layer, parent: self, environment: childEnvironment)
    layer.onWidgetsChange = { [unowned self] in arrangeLayer() }
    self.layer = layer
    arrangeLayer()
  }

  deinit {}

  override func arrange(_ widgets: [WidgetPointer]) {
    gtk_box_set_homogeneous(base.cast(), gbool(widgets.count == 1))
    GtkViews.arrange(widgets, inBox: base)
  }

  private func arrangeLayer() {
    let widgets = layer?.widgets ?? []
    let old = slots
    slots = [:]
    for widget in widgets { slots[widget] = old[widget] ?? LayerSlot(widget) }
    let layers = widgets.compactMap { slots[$0]?.box }
    GtkViews.arrange(view.side == .front ? [base] + layers : layers + [base], inBox: widget)
  }

  override func update(_ view: LayeredView<Content, Layer>) {
    let isMoved = view.alignment != self.view.alignment
    super.update(view)
    layer?.update(view.layer)
    if isMoved { LayerLayout.setAlignment(view.alignment, of: widget) }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    super.forEachChild(visit)
    if let layer { visit(layer) }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    GtkViews.arrange([], inBox: base)
    slots = [:]
    super.destroy()
  }
}

/// A box around a widget of a layer. It does not expand, so that the views around the layers know
/// only of the content whether it does; the widget in it may expand.
private final class LayerSlot {
  let box: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let reference: ObjectReference

  init(_ widget: WidgetPointer) {
    reference = ObjectReference(box)
    gtk_box_set_homogeneous(box.cast(), 1)
    gtk_widget_set_hexpand(box, 0)
    gtk_widget_set_vexpand(box, 0)
    gtk_box_append(box.cast(), widget)
    // What does not react to the pointer lets it through to what is behind, and so does its box.
    g_object_bind_property(
      widget.instance,
      "can-target",
      UnsafeMutableRawPointer(box),
      "can-target",
      G_BINDING_SYNC_CREATE
    )
  }

  isolated deinit {
    GtkViews.arrange([], inBox: box)
  }
}
