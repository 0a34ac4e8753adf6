/// Closes a popover that takes no grab: on a press elsewhere in its window, on Escape, or when
/// another window becomes active.
///
/// A Wayland compositor grants a grab only to a popover that follows a user's press. It closes any
/// other popover with a grab at once, or never shows it. A popover that the state presents need not
/// follow a press, so on Wayland it takes no grab. A popover inside of one without a grab must not
/// take one either, because the compositor would end the connection. Such popovers, of menus and of
/// GTK's own widgets, are converted before they are shown.
///
/// An instance lives as long as its popover.
package final class UngrabbedPopover {
  /// The shown popovers, the last one shown at the end.
  private static var shown: [UngrabbedPopover] = []
  /// The hook for widgets being realized, while a popover is shown.
  private static var realizeHook: gulong?

  private let popover: UnsafeMutablePointer<GtkPopover>
  private var controllers: [EventController] = []
  private var activity: SignalConnection?
  /// Checks again after the window has been inactive for a while.
  private var inactivity: ScheduledWork?

  /// Keeps a popover from taking a grab on a display that may refuse it, which is Wayland.
  ///
  /// - Parameter popover: A GtkPopover that is not on the screen.
  package static func adapt(_ popover: WidgetPointer) {
    if Display.isWayland { UngrabbedPopover(popover.cast()) }
  }

  /// Keeps a popover from taking a grab, permanently.
  ///
  /// - Parameter popover: A popover that is not on the screen.
  @discardableResult
  private init(_ popover: UnsafeMutablePointer<GtkPopover>) {
    self.popover = popover
    gtk_popover_set_autohide(popover, 0)
    // The popover owns its handlers, and these own this object.
    Signal.connect(popover, "map", after: true) { self.didMap() }
    Signal.connect(popover, "unmap") { self.didUnmap() }
  }

  deinit {}

  private var widget: WidgetPointer { popover.cast() }

  private func didMap() {
    guard let root = gtk_widget_get_root(widget) else { return }
    let window = WidgetPointer(root)
    Self.shown.append(self)
    Self.watchRealization()
    controllers = [
      EventController.event(on: window, phase: GTK_PHASE_CAPTURE) {
        Self.isClosing($0, in: window)
      },
      EventController.key(on: widget) { [weak self] symbol, _ in
        self?.tabPressed(symbol) ?? false
      },
      EventController.key(on: window) { [weak self] symbol, _ in
        // With the focus inside, GTK handles Escape.
        guard let self, symbol == guint(GDK_KEY_Escape), !Self.hasFocus(widget),
          !Self.isBehindDialog(widget)
        else { return false }
        gtk_popover_popdown(popover)
        return true
      },
    ]
    activity = Signal.connect(window, notify: "is-active") { [weak self] in
      self?.activityDidChange()
    }
    // As GTK does for a popover with a grab.
    if gtk_widget_get_focus_child(widget) == nil {
      gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
    }
  }

  /// Moves the focus inside a popover, wrapping around at its ends.
  ///
  /// GTK wraps around only in a popover with a grab; from any other it moves the focus out at the
  /// end.
  ///
  /// - Parameters:
  ///   - popover: A GtkPopover that is on the screen.
  ///   - direction: The direction.
  package static func moveFocus(in popover: WidgetPointer, _ direction: GtkDirectionType) {
    if gtk_widget_child_focus(popover, direction) != 0, hasFocus(popover) { return }
    if hasFocus(popover) { gtk_root_set_focus(gtk_widget_get_root(popover), nil) }
    gtk_widget_child_focus(popover, direction)
  }

  private static func hasFocus(_ popover: WidgetPointer) -> Bool {
    guard let root = gtk_widget_get_root(popover), let focus = gtk_root_get_focus(root)
    else { return false }
    return gtk_widget_is_ancestor(focus, popover) != 0
  }

  private func tabPressed(_ symbol: UInt32) -> Bool {
    switch Int32(symbol) {
    case GDK_KEY_Tab, GDK_KEY_KP_Tab: Self.moveFocus(in: widget, GTK_DIR_TAB_FORWARD)
    case GDK_KEY_ISO_Left_Tab: Self.moveFocus(in: widget, GTK_DIR_TAB_BACKWARD)
    default: return false
    }
    return true
  }

  private func didUnmap() {
    for controller in controllers { controller.remove() }
    controllers = []
    activity?.disconnect()
    activity = nil
    inactivity?.cancel()
    inactivity = nil
    Self.shown.removeAll { $0 === self }
    Self.watchRealization()
  }

  /// Closes all popovers that a press is outside of, inner ones first.
  ///
  /// - Returns: Whether there was one. If so, the press has no other effect, as with a grab.
  private static func isClosing(_ event: OpaquePointer, in window: WidgetPointer) -> Bool {
    guard [GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN].contains(gdk_event_get_event_type(event)),
      let native = gtk_native_get_for_surface(gdk_event_get_surface(event))
    else { return false }
    let pressed = WidgetPointer(native)
    let closing = shown.reversed().filter { one in
      gtk_widget_is_ancestor(one.widget, window) != 0
        && pressed != one.widget && gtk_widget_is_ancestor(pressed, one.widget) == 0
    }
    for one in closing { gtk_popover_popdown(one.popover) }
    return !closing.isEmpty
  }

  /// Handles the window becoming active or inactive. Dialogs above the window or beside it come
  /// from the state, so the user has not left the window. Any other window that becomes active
  /// closes the popover.
  private func activityDidChange() {
    inactivity?.cancel()
    inactivity = nil
    guard hasUserLeft else { return }
    // While a dialog closes, the compositor may for a moment give the keyboard focus to no window.
    inactivity = MainLoop.after(.milliseconds(500)) { [weak self] in
      guard let self, hasUserLeft else { return }
      gtk_popover_popdown(popover)
    }
  }

  private var hasUserLeft: Bool {
    gtk_widget_get_root(widget).map { Toplevels.hasUserLeft(WidgetPointer($0).cast()) } ?? false
  }

  /// Returns whether a popover takes no grab and dialogs keep the user from its window.
  package static func isBehindDialog(_ popover: WidgetPointer) -> Bool {
    guard gtk_popover_get_autohide(popover.cast()) == 0,
      let root = gtk_widget_get_root(popover)
    else { return false }
    return Toplevels.isBehindDialog(WidgetPointer(root).cast())
  }

  /// Starts or stops converting popovers inside of the shown ones that would take a grab, when they
  /// are about to be shown.
  private static func watchRealization() {
    let signal = g_signal_lookup("realize", gtk_widget_get_type())
    if shown.isEmpty, let hook = realizeHook {
      g_signal_remove_emission_hook(signal, hook)
      realizeHook = nil
    } else if !shown.isEmpty, realizeHook == nil {
      realizeHook = g_signal_add_emission_hook(
        signal,
        0,
        { _, _, values, _ in
          if let object = g_value_get_object(values) {
            UngrabbedPopover.convert(UnsafeMutableRawPointer(object))
          }
          return 1
        },
        nil,
        nil
      )
    }
  }

  private static func convert(_ object: UnsafeMutableRawPointer) {
    guard object.isA(gtk_popover_get_type()) else { return }
    let popover: UnsafeMutablePointer<GtkPopover> = object.cast()
    let widget: WidgetPointer = popover.cast()
    guard gtk_popover_get_autohide(popover) != 0,
      shown.contains(where: { gtk_widget_is_ancestor(widget, $0.widget) != 0 })
    else { return }
    UngrabbedPopover(popover)
    // Giving up the grab has destroyed its surface, so it is realized again.
    gtk_widget_realize(widget)
  }
}
