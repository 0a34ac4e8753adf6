import GtkKit

/// The page of a tab: its title and toolbar items, and its widget once there are views.
final class TabPage {
  /// The title and the toolbar items of the page.
  let context = PageContext()
  /// The widget of the views; `nil` until the page is shown for the first time.
  var widget: ObjectReference? {
    didSet {
      guard let widget = widget?.widget else { return }
      Accessibility.setRole(GTK_ACCESSIBLE_ROLE_TAB_PANEL, of: widget)
      PageFocus.setPage(widget, true)
    }
  }
  /// The focus that the page had when it was hidden.
  private var focus: PageFocus?
  /// Returns whether the user sees another page instead of this one.
  var isCovered: () -> Bool = { true }
  /// Tells whether the user sees another page instead of this one.
  private(set) lazy var coverage = Coverage { [weak self] in self?.isCovered() ?? true }

  init() {}

  deinit {}

  /// Whether the focus is among the views of the page.
  var hasFocus: Bool { widget?.widget.containsFocus ?? false }

  /// Clears the focus if the page has it, and remembers it.
  ///
  /// - Returns: Whether the page had it.
  func takeFocus() -> Bool {
    guard let widget = widget?.widget, let taken = PageFocus.take(from: widget) else {
      return false
    }
    focus = taken
    return true
  }

  /// Gives the focus to the views of the page, as to a page that comes back.
  func giveFocus() {
    guard let widget = widget?.widget else { return }
    PageFocus.give(to: widget, remembered: focus)
    if hasFocus { focus = nil }
  }

  /// Takes the widget out of what contains it, before the views are destroyed.
  ///
  /// - Returns: Whether the page had the focus.
  func leave() -> Bool {
    guard let widget = widget?.widget else { return false }
    let hadFocus = takeFocus()
    focus = nil
    PageFocus.setPage(widget, false)
    if let box = gtk_widget_get_parent(widget) { gtk_box_remove(box.cast(), widget) }
    self.widget = nil
    return hadFocus
  }
}
