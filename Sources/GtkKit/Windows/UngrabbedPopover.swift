/// What closes a popover that takes no grab: a press elsewhere in its window, Escape, or another
/// window that becomes the active one.
///
/// A Wayland compositor gives a grab only to a popover that follows a press of the user's, and closes
/// others at once or never shows them. A popover that the state presents need not follow anything, so
/// there it takes no grab. A popover inside of one that has no grab must not have one, either: the
/// compositor would end the connection. Such popovers, of menus and of GTK's own widgets, are
/// converted before they are shown.
///
/// An instance lives as long as its popover.
package final class UngrabbedPopover {
  /// The popovers that are shown, the one that was shown last at the end.
  private static var shown: [UngrabbedPopover] = []
  /// Watches which widgets get a surface, while a popover is shown.
  private static var realizeHook: gulong?

  private let popover: UnsafeMutablePointer<GtkPopover>
  private var controllers: [EventController] = []
  private var activity: SignalConnection?
  /// Looks again, when the window has not been the active one for a while.
  private var inactivity: ScheduledWork?

  /// Keeps a popover from taking a grab where a grab may be refused, which is on Wayland.
  ///
  /// - Parameter popover: A GtkPopover that is not on the screen.
  package static func adapt(_ popover: WidgetPointer) {
    if Display.isWayland { UngrabbedPopover(popover.cast()) }
  }

  /// Keeps a popover from taking a grab, from now on.
  ///
  /// - Parameter popover: A popover that is not on the screen.
  @discardableResult
  private init(_ popover: UnsafeMutablePointer<GtkPopover>) {
    self.popover = popover
    gtk_popover_set_autohide(popover, 0)
    // The popover owns its handlers, and they own this object.
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
        // With the focus inside, GTK sees to it.
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
    // As GTK does for a popover that has a grab.
    if gtk_widget_get_focus_child(widget) == nil {
      gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
    }
  }

  /// Moves the focus inside of a popover, and from one end of it to the other.
  ///
  /// GTK goes around only in a popover that has a grab, and leaves others at their ends.
  ///
  /// - Parameters:
  ///   - popover: A GtkPopover that is on the screen.
  ///   - direction: Where to.
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

  /// Closes the popovers that a press is outside of, those in others first.
  ///
  /// - Returns: Whether there was one. Then the press does nothing else, as with a grab.
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

  /// Dialogs over the window or beside it come with the state: the user has left nothing by them. Any
  /// other window that becomes active closes the popover.
  private func activityDidChange() {
    inactivity?.cancel()
    inactivity = nil
    guard hasUserLeft else { return }
    // While a dialog closes the compositor may give the keyboard to nobody for a moment.
    inactivity = MainLoop.after(.milliseconds(500)) { [weak self] in
      guard let self, hasUserLeft else { return }
      gtk_popover_popdown(popover)
    }
  }

  private var hasUserLeft: Bool {
    gtk_widget_get_root(widget).map { Toplevels.hasUserLeft(WidgetPointer($0).cast()) } ?? false
  }

  /// Whether a popover takes no grab, and dialogs keep the user from its window.
  package static func isBehindDialog(_ popover: WidgetPointer) -> Bool {
    guard gtk_popover_get_autohide(popover.cast()) == 0,
      let root = gtk_widget_get_root(popover)
    else { return false }
    return Toplevels.isBehindDialog(WidgetPointer(root).cast())
  }

  /// Converts the popovers inside of this one that would take a grab, when they are about to be shown.
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
    // To lose the grab it has lost its surface.
    gtk_widget_realize(widget)
  }
}
