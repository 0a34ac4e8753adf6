/// Keeps the second click of a double click from what has come under the pointer after the first
/// one, and the second press of Return or of the space bar from what has got the focus after the
/// first one.
///
/// Who double-clicks a button means the button. If the first click shows another page, or opens or
/// closes a window, the second one would be for whatever lies there now: it would open one more
/// page, or close one more window. The same goes for a key that is held down.
///
/// A press repeats another one if it follows within the time of a double click, at the same place.
/// It is dropped if it is for another page or window than the first. In a title bar, whose buttons
/// change with the page, it is dropped if it is for another widget: two clicks on the back button
/// go back twice.
package final class RepeatedInput {
  private struct Press {
    /// The symbol of the key; `nil` for a click.
    let key: guint?
    /// In milliseconds.
    var time: guint32
    /// The page, or the widget in a title bar.
    let place: WeakReference
    let window: WeakReference
    /// The number of windows that had come onto the screen.
    let windows: Int
    /// Where in the window it was.
    var position = (x: 0.0, y: 0.0)
    /// Whether the pointer has stayed there.
    var isStill = true
    /// Whether the key is still down.
    var isHeld = true
  }

  private static var lastClick: Press?
  private static var lastKey: Press?
  /// Where the pointer has come into another window than that of the last click.
  private static var entry: (window: WidgetPointer, x: Double, y: Double)?
  /// The number of windows that have come onto the screen.
  private static var windows = 0

  private let window: WidgetPointer
  /// Which of them this window was the last time.
  private var number = 0

  /// Watches the input of a window.
  ///
  /// - Parameter window: The window, which keeps this object as long as it exists.
  static func drop(in window: WidgetPointer) {
    let input = RepeatedInput(window)
    EventController.event(on: window, phase: GTK_PHASE_CAPTURE) { input.isDropped($0) }
    Signal.connect(window, "map") { [unowned input] in
      windows += 1
      input.number = windows
    }
  }

  private init(_ window: WidgetPointer) {
    self.window = window
  }

  /// Forgets what was pressed last: what comes next repeats nothing. For tests, which are faster
  /// than people.
  package static func forget() {
    lastClick = nil
    lastKey = nil
  }

  deinit {}

  private func isDropped(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS where gdk_button_event_get_button(event) == guint(GDK_BUTTON_PRIMARY),
      GDK_TOUCH_BEGIN:
      return isDropped(click: event)
    case GDK_KEY_PRESS:
      return Self.isDropped(key: event, for: gtk_root_get_focus(OpaquePointer(window)) ?? window)
    case GDK_KEY_RELEASE:
      if Self.lastKey?.key == gdk_key_event_get_keyval(event) { Self.lastKey?.isHeld = false }
      return false
    case GDK_MOTION_NOTIFY:
      moved(event)
      return false
    default:
      return false
    }
  }

  // MARK: Clicks

  private func isDropped(click event: OpaquePointer) -> Bool {
    guard let (widget, x, y) = Self.target(of: event) else { return false }
    let time = gdk_event_get_time(event)
    let place = Self.place(of: widget)
    defer { Self.entry = nil }
    if let last = Self.lastClick, repeats(last, time, x, y), last.place.instance != place.instance {
      // What follows in the same place is still for what was clicked first.
      Self.lastClick?.time = time
      return true
    }
    Self.lastClick = press(key: nil, time, place: place)
    Self.lastClick?.position = (x, y)
    return false
  }

  private func repeats(_ last: Press, _ time: guint32, _ x: Double, _ y: Double) -> Bool {
    guard last.isStill, time &- last.time <= Self.doubleClickTime else {
      return false
    }
    return last.window.instance == window.instance
      ? Self.isNear(last.position, (x, y)) : hasChanged(since: last)
  }

  /// Returns whether this window has come above the window of a press, or has become visible
  /// because that window has gone. The user may also work in two windows that lie beside each
  /// other.
  private func hasChanged(since last: Press) -> Bool {
    guard let former = last.window.instance?.cast(to: GtkWidget.self) else { return true }
    return former == window || number > last.windows || gtk_widget_get_mapped(former) == 0
  }

  /// Who moves the pointer away and clicks then does not repeat a click.
  private func moved(_ event: OpaquePointer) {
    guard let last = Self.lastClick, last.isStill, let (_, x, y) = Self.target(of: event) else {
      return
    }
    let start: (x: Double, y: Double)
    if last.window.instance == window.instance {
      start = last.position
    } else {
      if Self.entry?.window != window { Self.entry = (window, x, y) }
      start = Self.entry.map { ($0.x, $0.y) } ?? (x, y)
    }
    if !Self.isNear(start, (x, y)) { Self.lastClick?.isStill = false }
  }

  private static func isNear(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Bool {
    max(abs(a.x - b.x), abs(a.y - b.y))
      <= Double(DesktopSettings.doubleClickDistance)
  }

  /// Returns the widget under the pointer, and the position of the pointer in the surface.
  private static func target(
    of event: OpaquePointer
  ) -> (widget: WidgetPointer, x: Double, y: Double)? {
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard let surface = gdk_event_get_surface(event),
      let native = gtk_native_get_for_surface(surface),
      gdk_event_get_position(event, &x, &y) != 0
    else { return nil }
    gtk_native_get_surface_transform(native, &left, &top)
    let widget = WidgetPointer(native)
    return (gtk_widget_pick(widget, x - left, y - top, GTK_PICK_DEFAULT) ?? widget, x, y)
  }

  // MARK: Keys

  /// Returns whether a key press that would go to a widget repeats one that was for another page or
  /// window.
  ///
  /// Only keys that activate something are dropped. Whoever types any other key in between means
  /// what has the focus now.
  ///
  /// - Parameters:
  ///   - event: The press of the key.
  ///   - focus: The widget that has the focus.
  static func isDropped(key event: OpaquePointer, for focus: WidgetPointer) -> Bool {
    let key = gdk_key_event_get_keyval(event)
    guard [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space].contains(Int32(key))
    else {
      lastKey = nil
      return false
    }
    guard let root = gtk_widget_get_root(focus) else { return false }
    let time = gdk_event_get_time(event)
    let place = place(of: focus)
    if let last = lastKey, last.key == key, last.place.instance != place.instance {
      // The first repetition of a key that is held comes later than a second press.
      let limit = last.isHeld ? max(doubleClickTime, 1_000) : doubleClickTime
      if time &- last.time <= limit {
        lastKey?.time = time
        lastKey?.isHeld = true
        return true
      }
    }
    lastKey = Press(
      key: key,
      time: time,
      place: place,
      window: WeakReference(WidgetPointer(root)),
      windows: windows
    )
    return false
  }

  // MARK: Places

  private func press(key: guint?, _ time: guint32, place: WeakReference) -> Press {
    Press(
      key: key,
      time: time,
      place: place,
      window: WeakReference(window),
      windows: Self.windows
    )
  }

  /// Returns the page that contains a widget, or the window if there are no pages. In a title bar,
  /// returns the widget itself.
  private static func place(of widget: WidgetPointer) -> WeakReference {
    let root = gtk_widget_get_root(widget).map { WidgetPointer($0) } ?? widget
    let titlebar = root.castIfPossible(to: GtkWindow.self).flatMap { gtk_window_get_titlebar($0) }
    for ancestor in sequence(first: widget, next: { gtk_widget_get_parent($0) }) {
      if ancestor == titlebar { return WeakReference(widget) }
      if PageStack.isPage(ancestor) { return WeakReference(ancestor) }
    }
    return WeakReference(root)
  }

  private static var doubleClickTime: guint32 { guint32(max(DesktopSettings.doubleClickTime, 0)) }
}
