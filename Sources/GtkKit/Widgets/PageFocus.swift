/// The focus that a page had when it was left.
///
/// `FocusKeeper` states the rule for the focus. This is its part about pages that come, and that
/// come back.
package struct PageFocus {
  private let widget: WeakReference
  private let place: FocusPlace

  /// Widgets that are pages, beside those of a ``PageStack``: the focus of what is in them stays in
  /// them when the focused widget goes.
  private static var pages: Set<WidgetPointer> = []

  /// Makes a widget a page, or takes that back. It must be taken back before the widget goes.
  package static func setPage(_ widget: WidgetPointer, _ isPage: Bool) {
    if isPage { pages.insert(widget) } else { pages.remove(widget) }
  }

  /// Widgets above the contents of a page that do not get the focus of a new page if the contents
  /// accept it.
  private static var headers: Set<WidgetPointer> = []

  /// Makes a widget a header, or takes that back. It must be taken back before the widget goes.
  package static func setHeader(_ widget: WidgetPointer, _ isHeader: Bool) {
    if isHeader { headers.insert(widget) } else { headers.remove(widget) }
  }

  static func isPage(_ widget: WidgetPointer) -> Bool { pages.contains(widget) }

  /// Remembers the focus of a page that is about to be hidden, and clears it, so that GTK does not
  /// give it to something else by itself.
  ///
  /// - Returns: The focus, or `nil` if the page did not have it.
  package static func take(from page: WidgetPointer) -> PageFocus? {
    guard let root = gtk_widget_get_root(page), let focus = gtk_root_get_focus(root),
      focus.isInside(page)
    else { return nil }
    let taken = PageFocus(widget: WeakReference(focus), place: FocusPlace(of: focus))
    gtk_root_set_focus(root, nil)
    return taken
  }

  /// Gives the focus to a page that is shown: to the widget that had it last or, if that has gone,
  /// to a neighbour of it; else to the first text field, else to the first widget that accepts it,
  /// and not to a header if there is another.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - remembered: The focus that the page had when it was left.
  package static func give(to page: WidgetPointer, remembered: PageFocus?) {
    if let widget = remembered?.widget(in: page) {
      withoutScrolling(to: widget, inside: page) { grabFocus(widget) }
      if focusWidget(of: page) == widget { return }
    }
    if let place = remembered?.place {
      place.focusNeighbour()
      if page.containsFocus { return }
    }
    // A page may have taken the focus itself when it came onto the screen.
    if page.containsFocus { return }
    if let field = page.firstTextField, gtk_widget_grab_focus(field) != 0 { return }
    focusContents(of: page)
  }

  private static func focusContents(of page: WidgetPointer) {
    withoutHeaders(in: page) { gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD) }
    if !page.containsFocus { gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD) }
  }

  /// Performs what gives the focus to a page or a window, so that no header gets it.
  static func withoutHeaders(in page: WidgetPointer, _ body: () -> Void) {
    let headers = headers.filter { $0.isInside(page) && gtk_widget_get_can_focus($0) != 0 }
    for header in headers { gtk_widget_set_can_focus(header, 0) }
    body()
    for header in headers { gtk_widget_set_can_focus(header, 1) }
  }

  private static func focusWidget(of page: WidgetPointer) -> WidgetPointer? {
    gtk_widget_get_root(page).flatMap { gtk_root_get_focus($0) }
  }

  private func widget(in page: WidgetPointer) -> WidgetPointer? {
    guard let focus = widget.instance?.cast(to: GtkWidget.self), focus.isInside(page) else {
      return nil
    }
    return focus
  }

  /// Focuses a widget. Unlike GTK, leaves the cursor and the selection of a text field unchanged.
  private static func grabFocus(_ widget: WidgetPointer) {
    if widget.isA(gtk_text_get_type()) {
      gtk_text_grab_focus_without_selecting(widget.cast())
    } else {
      gtk_widget_grab_focus(widget)
    }
  }

  /// Restores the focus without the scrolling that comes with it: the user may have scrolled away
  /// from the focused row, and the page must look as it was left.
  private static func withoutScrolling(
    to focus: WidgetPointer,
    inside page: WidgetPointer,
    _ body: () -> Void
  ) {
    var viewports: [OpaquePointer] = []
    var ancestor: WidgetPointer? = focus
    while let current = ancestor, current != page {
      ancestor = gtk_widget_get_parent(current)
      guard let ancestor, ancestor.isA(gtk_viewport_get_type()) else { continue }
      let viewport = OpaquePointer(ancestor)
      if gtk_viewport_get_scroll_to_focus(viewport) != 0 { viewports.append(viewport) }
    }
    for viewport in viewports { gtk_viewport_set_scroll_to_focus(viewport, 0) }
    body()
    for viewport in viewports { gtk_viewport_set_scroll_to_focus(viewport, 1) }
  }
}
