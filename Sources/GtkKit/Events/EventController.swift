/// Hears of the user's input on a widget.
///
/// The widget owns it and drops it when it goes; `remove()` does so earlier.
public final class EventController {
  private let reference: ObjectReference

  private init(_ pointer: OpaquePointer, on widget: WidgetPointer, phase: GtkPropagationPhase) {
    reference = ObjectReference(owning: pointer)
    gtk_event_controller_set_propagation_phase(pointer, phase)
    // The widget takes over a reference of its own.
    g_object_ref(reference.instance)
    gtk_widget_add_controller(widget, pointer)
  }

  /// The C object.
  public var pointer: OpaquePointer { reference.opaque }

  /// Takes it off its widget. Later calls do nothing.
  public func remove() {
    guard let widget = gtk_event_controller_get_widget(pointer) else { return }
    gtk_widget_remove_controller(widget, pointer)
  }

  /// Receives all events.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - phase: When it has its turn.
  ///   - handler: Called with the GdkEvent; returns whether the event does nothing else.
  @discardableResult
  static func event(
    on widget: WidgetPointer,
    phase: GtkPropagationPhase,
    _ handler: @escaping (OpaquePointer) -> Bool
  ) -> EventController {
    let controller = gtk_event_controller_legacy_new()!
    Signal.connect(controller, "event", .pointerReturnsBool) { event in
      event.map { handler(OpaquePointer($0)) } ?? false
    }
    return EventController(controller, on: widget, phase: phase)
  }

  // MARK: - Pointer and touch

  /// The moment of a click that counts.
  public enum ClickMoment: Equatable, Sendable {
    /// When the button goes down: for the buttons at the side of a mouse.
    case press
    /// When it goes up: the user may still think better of it by moving away.
    case release
    /// When it goes up, the click being nobody else's from the press on: for menus in a header bar, which would take the release. Not
    /// on the press: a menu that opens then takes the release, and the widget clicked looks pressed ever after.
    case exclusiveRelease
  }

  /// Hears of clicks.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - button: The button: 1 the first, 3 the secondary, 8 *back*; 0 any.
  ///   - moment: When the handler is called.
  ///   - phase: When it has its turn, among the widgets from the window down to the one clicked.
  ///   - handler: Called with the number of clicks in a row, and where.
  @discardableResult
  public static func click(
    on widget: WidgetPointer,
    button: Int = 1,
    at moment: ClickMoment = .release,
    phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping (_ count: Int, _ x: Double, _ y: Double) -> Void
  ) -> EventController {
    let gesture = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(gesture, guint(button))
    Signal.connect(gesture, moment == .press ? "pressed" : "released", .click) {
      handler(Int($0), $1, $2)
    }
    if moment == .exclusiveRelease {
      Signal.connect(gesture, "pressed", .click) { _, _, _ in
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      }
    }
    if button > SideButtons.lastOrdinary { SideButtons.connect(gesture) }
    return EventController(gesture, on: widget, phase: phase)
  }

  /// Hears of a long press. It takes the press for itself: a button beneath is not clicked by it.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - touchOnly: Whether only fingers count, and not the first button of a mouse.
  ///   - handler: Called with the place.
  @discardableResult
  public static func longPress(
    on widget: WidgetPointer,
    touchOnly: Bool = true,
    _ handler: @escaping (_ x: Double, _ y: Double) -> Void
  ) -> EventController {
    let gesture = gtk_gesture_long_press_new()!
    gtk_gesture_single_set_touch_only(gesture, touchOnly ? 1 : 0)
    Signal.connect(gesture, "pressed", .double2) { x, y in
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      handler(x, y)
    }
    return EventController(gesture, on: widget, phase: GTK_PHASE_CAPTURE)
  }

  /// Hears of a finger that moves over a touch screen.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - handler: Called for each movement; gives whether it wants the finger for itself. From then on nothing else
  ///     hears of it, such as the button on which the finger came down.
  @discardableResult
  public static func touch(
    on widget: WidgetPointer,
    _ handler: @escaping (FingerMovement) -> Bool
  ) -> EventController {
    let gesture = gtk_gesture_drag_new()!
    gtk_gesture_single_set_touch_only(gesture, 1)
    Signal.connect(gesture, "drag-begin", .double2) { _, _ in _ = handler(.began) }
    Signal.connect(gesture, "drag-update", .double2) { x, y in
      if handler(.moved(x: x, y: y)) {
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      }
    }
    // Where something nearer claims a finger, the gesture never hears that it has left, and would take the next one for it.
    event(on: widget, phase: GTK_PHASE_CAPTURE) { event in
      if gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN { gtk_event_controller_reset(gesture) }
      return false
    }
    // What is cancelled ends, too, but afterwards.
    Signal.connect(gesture, "cancel", .pointer) { _ in _ = handler(.cancelled) }
    Signal.connect(gesture, "drag-end", .double2) { _, _ in _ = handler(.ended) }
    return EventController(gesture, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Hears of two fingers that move together on a touchpad, where nothing nearer scrolls with them.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - handler: Called for each movement, with the way that the content would have come with the
  ///     fingers; gives whether it wants the fingers for itself.
  @discardableResult
  public static func touchpad(
    on widget: WidgetPointer,
    _ handler: @escaping (FingerMovement) -> Bool
  ) -> EventController {
    let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
    // A wheel has no beginning and no end, so it never moves anything here.
    var way: (x: Double, y: Double)?
    Signal.connect(controller, "scroll-begin") {
      way = (0, 0)
      _ = handler(.began)
    }
    Signal.connect(controller, "scroll", .double2ReturnsBool) { x, y in
      guard let before = way else { return false }
      // Some platforms tell the steps of a wheel instead of pixels.
      let isInSteps = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      let scale = isInSteps ? 10.0 : 1.0
      let now = (x: before.x - x * scale, y: before.y - y * scale)
      way = now
      return handler(.moved(x: now.x, y: now.y))
    }
    Signal.connect(controller, "scroll-end") {
      guard way != nil else { return }
      way = nil
      _ = handler(.ended)
    }
    return EventController(controller, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Hears of the pointer coming and going.
  @discardableResult
  public static func hover(
    on widget: WidgetPointer,
    _ handler: @escaping (_ isInside: Bool) -> Void
  ) -> EventController {
    let controller = gtk_event_controller_motion_new()!
    Signal.connect(controller, "enter", .double2) { _, _ in handler(true) }
    Signal.connect(controller, "leave") { handler(false) }
    return EventController(controller, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  // MARK: - Keyboard

  /// Hears of keys while the focus is in a widget.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - phase: When it has its turn, among the widgets from the window down to the one that has
  ///     the focus: *capture* is before them, *bubble* after all that are nearer.
  ///   - handler: Called with the key's symbol, such as `GDK_KEY_Escape`, and the modifiers; the
  ///     result tells whether that was all that the key does.
  @discardableResult
  public static func key(
    on widget: WidgetPointer,
    phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping (_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool
  ) -> EventController {
    let controller = gtk_event_controller_key_new()!
    Signal.connect(controller, "key-pressed", .key) { symbol, _, modifiers in
      handler(symbol, modifiers)
    }
    return EventController(controller, on: widget, phase: phase)
  }

  /// Hears of the focus coming into a widget, or into one inside it, and going.
  @discardableResult
  public static func focus(
    on widget: WidgetPointer,
    _ handler: @escaping (_ isInside: Bool) -> Void
  ) -> EventController {
    let controller = gtk_event_controller_focus_new()!
    Signal.connect(controller, "enter") { handler(true) }
    Signal.connect(controller, "leave") { handler(false) }
    return EventController(controller, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Where a shortcut's key works.
  public enum ShortcutScope: Equatable, Sendable {
    /// While the focus is in the widget.
    case focus
    /// Anywhere in the widget's window.
    case window
  }

  /// Does something when a key is pressed with its modifiers.
  ///
  /// - Parameters:
  ///   - trigger: The key in GTK's notation, such as `<Alt>Left`; several are separated by `|`.
  ///   - widget: Where.
  ///   - scope: Where the key works.
  ///   - phase: When it has its turn.
  ///   - handler: Called when the key is pressed; the result tells whether that was all it does.
  /// - Precondition: The trigger is in that notation (checked in debug builds).
  @discardableResult
  public static func shortcut(
    _ trigger: String,
    on widget: WidgetPointer,
    scope: ShortcutScope = .focus,
    phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping () -> Bool
  ) -> EventController {
    let parsed = gtk_shortcut_trigger_parse_string(trigger)
    assert(parsed != nil, "\"\(trigger)\" is not a key")
    let controller = gtk_shortcut_controller_new()!
    gtk_shortcut_controller_set_scope(
      controller,
      scope == .focus ? GTK_SHORTCUT_SCOPE_LOCAL : GTK_SHORTCUT_SCOPE_GLOBAL
    )
    let action = gtk_callback_action_new(
      { _, _, data in
        Unmanaged<ShortcutHandler>.fromOpaque(data!).takeUnretainedValue().run() ? 1 : 0
      },
      Unmanaged.passRetained(ShortcutHandler(handler)).toOpaque(),
      { Unmanaged<ShortcutHandler>.fromOpaque($0!).release() }
    )
    gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(parsed, action))
    return EventController(controller, on: widget, phase: phase)
  }

  // MARK: - Drag and drop

  /// Offers a text for dragging.
  ///
  /// - Parameters:
  ///   - widget: Where a drag starts.
  ///   - text: Called when it does; `nil` offers nothing.
  @discardableResult
  public static func dragText(
    from widget: WidgetPointer,
    _ text: @escaping () -> String?
  ) -> EventController {
    let source = gtk_drag_source_new()!
    Signal.connect(source, "prepare", .dragContent) { _, _ in
      guard let text = text() else { return nil }
      var value = GValue()
      g_value_init(&value, textType)
      g_value_set_string(&value, text)
      defer { g_value_unset(&value) }
      return gdk_content_provider_new_for_value(&value).instance
    }
    return EventController(source, on: widget, phase: GTK_PHASE_CAPTURE)
  }

  /// Takes texts that are dropped on a widget.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - handler: Called with the text and the place; the result tells whether it was of use.
  @discardableResult
  public static func dropText(
    on widget: WidgetPointer,
    _ handler: @escaping (String, _ x: Double, _ y: Double) -> Bool
  ) -> EventController {
    let target = gtk_drop_target_new(textType, GDK_ACTION_COPY)!
    Signal.connect(target, "drop", .drop) { value, x, y in
      guard let text = g_value_get_string(value) else { return false }
      return handler(String(cString: text), x, y)
    }
    return EventController(target, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Takes files that are dropped on a widget.
  ///
  /// - Parameters:
  ///   - widget: Where.
  ///   - handler: Called with the files' URIs and the place; the result tells whether they were of
  ///     use.
  @discardableResult
  public static func dropFiles(
    on widget: WidgetPointer,
    _ handler: @escaping ([String], _ x: Double, _ y: Double) -> Bool
  ) -> EventController {
    let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)!
    Signal.connect(target, "drop", .drop) { value, x, y in
      guard let list = g_value_get_boxed(value) else { return false }
      let files = gdk_file_list_get_files(OpaquePointer(list))
      defer { g_slist_free(files) }
      return handler(uris(of: files), x, y)
    }
    return EventController(target, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  private static func uris(of files: UnsafeMutablePointer<GSList>?) -> [String] {
    var uris: [String] = []
    var node = files
    while let current = node {
      uris.append(String(taking: g_file_get_uri(OpaquePointer(current.pointee.data))))
      node = current.pointee.next
    }
    return uris
  }

  // What the macro G_TYPE_STRING says: fundamental types are numbered in steps of four.
  private static let textType = GType(16 << 2)
}

/// What fingers on a touch screen or a touchpad do.
public enum FingerMovement: Equatable, Sendable {
  /// The fingers have come.
  case began
  /// How far the fingers have moved since they came, in pixels.
  case moved(x: Double, y: Double)
  /// The fingers have left.
  case ended
  /// Something else has taken the fingers.
  case cancelled
}

private final class ShortcutHandler {
  let run: () -> Bool
  init(_ run: @escaping () -> Bool) { self.run = run }
}
