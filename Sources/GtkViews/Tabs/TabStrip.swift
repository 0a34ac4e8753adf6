import GtkKit

/// The tabs of documents in a strip, which scrolls if they do not fit, with a menu of all.
final class TabStrip {
  /// Called when the user asks for the menu of all tabs.
  var onMenu: (_ button: WidgetPointer) -> Void = { _ in }

  private let box = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let scroller = ObjectReference(gtk_scrolled_window_new())
  private let menuButton = ObjectReference(gtk_button_new_from_icon_name("pan-down-symbolic"))
  private let switcher: TabSwitcher
  private var connections: [SignalConnection] = []
  private var isScrolling: FrameWork?

  /// - Parameter switcher: The tabs, which the strip shows.
  init(_ switcher: TabSwitcher) {
    self.switcher = switcher
    gtk_widget_add_css_class(widget, "tab-strip")
    gtk_widget_set_hexpand(scroller.widget, 1)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(scroller.opaque, switcher.widget)
    gtk_box_append(box.cast(), scroller.widget)
    gtk_widget_add_css_class(menuButton.widget, "flat")
    let label = String(translatedByGtk: "Tabs")
    Accessibility.setLabel(label, of: menuButton.widget)
    gtk_widget_set_tooltip_text(menuButton.widget, label)
    gtk_widget_set_focus_on_click(menuButton.widget, 0)
    gtk_widget_set_visible(menuButton.widget, 0)
    gtk_box_append(box.cast(), menuButton.widget)
    connections = [
      Signal.connect(menuButton.widget, "clicked") { [weak self] in
        if let self { onMenu(menuButton.widget) }
      },
      Signal.connect(adjustment, "changed") { [weak self] in self?.sizeDidChange() },
    ]
  }

  deinit {}

  var widget: WidgetPointer { box.widget }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_hadjustment(scroller.opaque)
  }

  private func sizeDidChange() {
    let fits = gtk_adjustment_get_upper(adjustment) <= gtk_adjustment_get_page_size(adjustment)
    showSelected()
    // Not during the layout. A button that came and went with the room that it takes itself would
    // alternate, so it stays once it is there.
    if !fits, gtk_widget_get_visible(menuButton.widget) == 0 {
      MainLoop.schedule(priority: .beforeEvents) { [weak self] in
        if let self { gtk_widget_set_visible(menuButton.widget, 1) }
      }
    }
  }

  /// Scrolls to the tab that is shown, with the next frame, when it has its place.
  func showSelected() {
    guard isScrolling == nil, gtk_widget_get_mapped(widget) != 0 else { return }
    isScrolling = FrameWork(on: widget) { [weak self] in
      self?.isScrolling = nil
      self?.scrollToSelected()
    }
  }

  private func scrollToSelected() {
    guard let place = switcher.selectedPlace else { return }
    let value = gtk_adjustment_get_value(adjustment)
    let size = gtk_adjustment_get_page_size(adjustment)
    if place.lowerBound < value {
      gtk_adjustment_set_value(adjustment, place.lowerBound)
    } else if place.upperBound > value + size {
      gtk_adjustment_set_value(adjustment, place.upperBound - size)
    }
  }

  func destroy() {
    isScrolling?.cancel()
    for connection in connections { connection.disconnect() }
    gtk_scrolled_window_set_child(scroller.opaque, nil)
    for child in widget.children { gtk_box_remove(box.cast(), child) }
  }
}

/// The menu of all tabs.
struct TabMenu: View {
  struct Entry: Identifiable {
    let id: Int
    let title: String
    let select: () -> Void
  }

  let entries: [Entry]

  var body: some View {
    ForEach(entries) { entry in
      Button(action: entry.select) { Text(verbatim: entry.title).lineLimit(1) }
    }
  }
}
