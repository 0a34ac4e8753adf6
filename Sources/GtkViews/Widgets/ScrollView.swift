import GtkKit

/// Views that scroll if there is not enough space.
public struct ScrollView<Content: View>: PrimitiveView {
  let axes: Edge.Set
  let content: Content

  /// - Parameters:
  ///   - axes: `.vertical`, `.horizontal` or both.
  ///   - content: The views, stacked vertically.
  public init(_ axes: Edge.Set = .vertical, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { ScrollNode(self, context) }
}

private final class ScrollNode<Content: View>: ContainerNode<ScrollView<Content>, Content>,
  ScrollArea
{
  private let box: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let focusScrolling: FocusScrolling
  private var scrollWork: LayoutWork?
  private var scrollMotions: [ScrollMotion] = []

  init(_ view: ScrollView<Content>, _ context: NodeContext) {
    let scroller = gtk_scrolled_window_new()!
    gtk_widget_set_hexpand(scroller, 1)
    gtk_widget_set_vexpand(scroller, 1)
    gtk_scrolled_window_set_child(scroller.opaque, box)
    focusScrolling = FocusScrolling(in: scroller)
    super.init(view, context, widget: scroller) { $0.content }
    applyAxes()
  }

  deinit {}

  private func applyAxes() {
    let isHorizontal = view.axes.contains(.leading)
    let isVertical = view.axes.contains(.top)
    gtk_scrolled_window_set_policy(
      widget.opaque,
      isHorizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      isVertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER
    )
    gtk_scrolled_window_set_propagate_natural_height(widget.opaque, 1)
    // GTK would make the content as narrow as it can be before it scrolls, and cut its texts.
    let viewport = gtk_scrolled_window_get_child(widget.opaque)
    gtk_scrollable_set_hscroll_policy(
      OpaquePointer(viewport),
      isHorizontal ? GTK_SCROLL_NATURAL : GTK_SCROLL_MINIMUM
    )
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    gtk_box_set_homogeneous(box.cast(), gbool(widgets.count == 1))
    GtkViews.arrange(widgets, inBox: box)
  }

  override func update(_ view: ScrollView<Content>) {
    let isChanged = view.axes != self.view.axes
    super.update(view)
    if isChanged { applyAxes() }
  }

  // MARK: Scrolling to a view

  func scroll(to request: ScrollRequest) -> Bool {
    guard let target = descendant(identifiedBy: request.id) else { return false }
    endScrolling()
    scrollWork = LayoutWork(on: widget) { [weak self, weak target] in
      guard let self, let target, !target.isDestroyed else { return }
      show(target, request)
    }
    return true
  }

  private func show(_ target: Node, _ request: ScrollRequest) {
    guard let place = place(of: target) else { return }
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    let anchor = request.anchor.map { isMirrored ? UnitPoint(x: 1 - $0.x, y: $0.y) : $0 }
    if view.axes.contains(.leading) {
      move(gtk_scrolled_window_get_hadjustment(widget.opaque), place.x, anchor?.x, request)
    }
    if view.axes.contains(.top) {
      move(gtk_scrolled_window_get_vadjustment(widget.opaque), place.y, anchor?.y, request)
    }
  }

  private func move(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>,
    _ place: Range<Double>,
    _ anchor: Double?,
    _ request: ScrollRequest
  ) {
    let value = ScrollMotion.value(showing: place, anchor: anchor, in: adjustment)
    scrollMotions.append(
      ScrollMotion(on: widget, adjustment, to: value, duration: request.duration)
    )
  }

  /// The place of all widgets of a node in the content; `nil` if there are none.
  private func place(of target: Node) -> (x: Range<Double>, y: Range<Double>)? {
    var union: graphene_rect_t?
    for widget in target.widgets {
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(widget, box, &bounds) != 0 else { continue }
      var known = union ?? bounds
      var all = graphene_rect_t()
      graphene_rect_union(&known, &bounds, &all)
      union = all
    }
    guard let union else { return nil }
    let (x, y) = (Double(union.origin.x), Double(union.origin.y))
    return (x..<x + Double(union.size.width), y..<y + Double(union.size.height))
  }

  private func endScrolling() {
    scrollWork?.cancel()
    scrollWork = nil
    for motion in scrollMotions { motion.cancel() }
    scrollMotions = []
  }

  override func destroy() {
    guard !isDestroyed else { return }
    focusScrolling.disconnect()
    endScrolling()
    GtkViews.arrange([], inBox: box)
    super.destroy()
  }
}
