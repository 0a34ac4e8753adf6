/// Scrolls to what gets the keyboard focus in a scrolled window, and keeps it in sight.
///
/// GTK scrolls to a widget in the moment in which it gets the focus. A widget that has not been
/// laid out yet has no place then, and content that comes later moves a widget away. This object
/// scrolls after the layout, unless the user has scrolled away from the widget.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
package final class FocusScrolling {
  private let scroller: WidgetPointer
  private let viewport: WidgetPointer
  private var connections: [SignalConnection] = []
  private var connectionsOnScreen: [SignalConnection] = []
  /// Whether the focused widget is in sight, or has yet to come there.
  private var follows = false
  private var isLayoutChanged = false
  /// How far the focused widget was out of sight when that was last looked at.
  private var distance = 0.0

  /// - Parameter scroller: A GtkScrolledWindow that contains a widget that does not scroll itself.
  ///   Not retained.
  package init(in scroller: WidgetPointer) {
    self.scroller = scroller
    viewport = gtk_scrolled_window_get_child(OpaquePointer(scroller))
    connections = [
      Signal.connect(scroller, "map") { [weak self] in self?.start() },
      Signal.connect(scroller, "unmap") { [weak self] in self?.stop() },
      Signal.connect(adjustment, "changed") { [weak self] in self?.isLayoutChanged = true },
      Signal.connect(adjustment, "value-changed") { [weak self] in self?.scrolled() },
    ]
  }

  isolated deinit { disconnect() }

  /// Stops following the focus. To be called before the scrolled window is destroyed.
  package func disconnect() {
    stop()
    for connection in connections { connection.disconnect() }
    connections = []
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
  }

  private func start() {
    stop()
    guard let root = gtk_widget_get_root(scroller), let clock = gtk_widget_get_frame_clock(scroller)
    else { return }
    connectionsOnScreen = [
      Signal.connect(root, notify: "focus-widget") { [weak self] in self?.focusMoved() },
      // The window's own handler has laid out all widgets.
      Signal.connect(clock, "layout") { [weak self] in self?.laidOut() },
    ]
    focusMoved()
  }

  private func stop() {
    for connection in connectionsOnScreen { connection.disconnect() }
    connectionsOnScreen = []
    follows = false
  }

  // MARK: What happens

  private func focusMoved() {
    guard let focus else {
      follows = false
      return
    }
    let mayScroll = gtk_viewport_get_scroll_to_focus(OpaquePointer(viewport)) != 0
    distance = distance(of: focus) ?? 0
    follows = mayScroll || (isLaidOut(focus) && distance == 0)
    // A widget without a place is scrolled to when it has one.
    if follows, !isLaidOut(focus) { isLayoutChanged = true }
  }

  private func scrolled() {
    // A shorter content moves the value, too, before the layout.
    guard let focus, !isLayoutChanged, isLaidOut(focus), let distance = distance(of: focus)
    else { return }
    if distance == 0 {
      follows = true
    } else if distance > self.distance {
      follows = false
    }
    self.distance = distance
  }

  private func laidOut() {
    guard isLayoutChanged else { return }
    let focus = focus
    // The next layout gives it its place.
    if let focus, !isLaidOut(focus) { return }
    isLayoutChanged = false
    guard let focus else { return }
    if follows { scroll(to: focus) }
    distance = distance(of: focus) ?? 0
  }

  // MARK: Places

  /// The focused widget in the scrolled window.
  private var focus: WidgetPointer? {
    guard let root = gtk_widget_get_root(scroller), let focus = gtk_root_get_focus(root),
      focus != viewport, gtk_widget_is_ancestor(focus, viewport) != 0,
      // What is in a popover does not scroll along.
      gtk_widget_get_native(focus) == gtk_widget_get_native(viewport)
    else { return nil }
    return focus
  }

  private var pageSize: Double { gtk_adjustment_get_page_size(adjustment) }

  private func isLaidOut(_ widget: WidgetPointer) -> Bool {
    gtk_widget_get_height(widget) > 0
  }

  /// The place of a widget, or of the row around it if that is not too high, in the viewport.
  private func place(of widget: WidgetPointer) -> Range<Double>? {
    let row = gtk_widget_get_ancestor(widget, gtk_list_box_row_get_type())
    if let row, gtk_widget_is_ancestor(row, viewport) != 0, let place = bounds(of: row),
      place.upperBound - place.lowerBound <= pageSize
    {
      return place
    }
    return bounds(of: widget)
  }

  private func bounds(of widget: WidgetPointer) -> Range<Double>? {
    // The content itself moves only with the next layout.
    guard let content = gtk_viewport_get_child(OpaquePointer(viewport)) else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, content, &bounds) != 0 else { return nil }
    let top = Double(bounds.origin.y) - gtk_adjustment_get_value(adjustment)
    return top..<top + Double(bounds.size.height)
  }

  /// How far a widget is out of sight: 0 if all of it is in sight, or as much as fits.
  private func distance(of widget: WidgetPointer) -> Double? {
    place(of: widget).map { abs(step(to: $0)) }
  }

  /// How far to scroll to see a place.
  private func step(to place: Range<Double>) -> Double {
    let below = place.upperBound - pageSize
    if place.lowerBound < 0 { return below > 0 ? 0 : max(place.lowerBound, below) }
    return below > 0 ? min(place.lowerBound, below) : 0
  }

  private func scroll(to widget: WidgetPointer) {
    guard let place = place(of: widget) else { return }
    let step = step(to: place)
    guard step != 0 else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + step)
  }
}
