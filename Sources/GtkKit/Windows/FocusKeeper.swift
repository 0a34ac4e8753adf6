/// Keeps the keyboard focus of a window where the user works.
///
/// The rule for the focus is:
///
/// - It stays where the user or the program has put it, as long as that widget is there. Rows of
///   lists are there, too, while they are scrolled out of sight.
/// - **A widget that goes**, or is hidden, leaves the focus to what stands in its place next: a
///   replacement, else the next widget in the Tab order, else the one before, first in the smallest
///   container, and never beyond the page (`FocusPlace`). GTK itself would choose the first widget
///   of the container, or a button in the title bar, and scroll there.
/// - **A widget that is disabled** gets the focus back when it is enabled again, unless the focus
///   has moved meanwhile. Until then nothing has it, and Tab goes on from the widget's place.
/// - **A page that comes** gets the focus in its first text field, else in its first widget. The
///   header of a table is passed over if there is another.
/// - **A page that comes back** gets it where it was, or in the place of what has gone
///   (`PageStack`).
/// - **A window that comes** over another one gets the focus likewise; when it closes, the window
///   below has it where it was. GTK does this.
/// - **A menu that opens** gets the focus in its first entry. F10 does nothing in a window without
///   a menu: GTK would focus its first button.
///
/// What the program itself focuses in the same update wins.
final class FocusKeeper {
  private let window: WidgetPointer
  /// The widget that had the focus last.
  private var last: WeakReference?
  private var connections: [SignalConnection] = []
  /// Where the focus was lost, until the next frame.
  private var place: FocusPlace?
  private var pending: FrameWork?
  /// Whether `last` lost the focus because it was disabled.
  private var isWaiting = false

  /// Keeps the focus of a window.
  ///
  /// - Parameter window: The window, which keeps this object as long as it exists.
  static func keep(in window: WidgetPointer) {
    let keeper = FocusKeeper(window)
    Signal.connect(window, notify: "focus-widget") { keeper.focusMoved() }
    EventController.key(on: window, phase: GTK_PHASE_CAPTURE) { [unowned keeper] in
      keeper.keyPressed($0, $1)
    }
  }

  private init(_ window: WidgetPointer) {
    self.window = window
  }

  deinit {}

  private var focus: WidgetPointer? { gtk_root_get_focus(OpaquePointer(window)) }
  private var lastWidget: WidgetPointer? { last?.instance?.cast(to: GtkWidget.self) }

  private func focusMoved() {
    guard let focus else {
      // Without a focus, the widget that had it is still watched.
      if let widget = lastWidget, gtk_widget_is_sensitive(widget) == 0 { isWaiting = true }
      return
    }
    isWaiting = false
    guard last?.instance != focus.instance else { return }
    stopWatching()
    last = WeakReference(focus)
    connections = [
      Signal.connect(focus, "unmap") { [weak self] in self?.hasGone() },
      // A widget is also disabled with what contains it.
      Signal.connect(focus, "state-flags-changed", .uint32) { [weak self] _ in
        self?.stateChanged()
      },
    ]
  }

  private func stopWatching() {
    for connection in connections { connection.disconnect() }
    connections = []
  }

  /// Handles the widget going from the screen: it is still in its place.
  private func hasGone() {
    // A list keeps the focus itself: its rows also go when they are scrolled out of sight.
    guard let widget = lastWidget, gtk_widget_get_mapped(window) != 0,
      gtk_widget_get_ancestor(widget, gtk_list_base_get_type()) == nil
    else { return }
    // Nothing has it, or the widget or what it contains.
    if let focus, !focus.isInside(widget) { return }
    place = FocusPlace(of: widget)
    pending?.cancel()
    pending = FrameWork(on: window) { [weak self] in self?.giveToNeighbour() }
  }

  /// Gives the focus to a neighbour just before the next frame, when all changes have been made,
  /// and before GTK chooses a widget.
  private func giveToNeighbour() {
    pending = nil
    guard let place else { return }
    self.place = nil
    isWaiting = false
    if let focus, gtk_widget_get_mapped(focus) != 0 { return }
    place.focusNeighbour()
  }

  private func stateChanged() {
    guard isWaiting, let widget = lastWidget, gtk_widget_is_sensitive(widget) != 0 else { return }
    isWaiting = false
    if focus == nil { gtk_widget_grab_focus(widget) }
  }

  private func keyPressed(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    let isShifted = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
    if symbol == UInt32(GDK_KEY_F10), !isShifted { return !Self.hasPrimaryMenu(window) }
    if pending != nil {
      // The key is meant for what the user will see.
      pending?.cancel()
      giveToNeighbour()
    }
    let isBackward = symbol == UInt32(GDK_KEY_ISO_Left_Tab)
    guard isWaiting, focus == nil, isBackward || symbol == UInt32(GDK_KEY_Tab),
      let widget = lastWidget
    else { return false }
    isWaiting = false
    let place = FocusPlace(of: widget)
    return isBackward ? place.focusPreceding() : place.focusFollowing()
  }

  /// Returns whether a widget contains the menu that F10 opens.
  private static func hasPrimaryMenu(_ widget: WidgetPointer) -> Bool {
    guard gtk_widget_get_mapped(widget) != 0 else { return false }
    if widget.isA(gtk_menu_button_get_type()) {
      return gtk_menu_button_get_primary(OpaquePointer(widget)) != 0
    }
    return widget.children.contains(where: hasPrimaryMenu)
  }
}
