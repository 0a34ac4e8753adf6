/// Handles the user's input on a widget.
///
/// The widget owns the controller and releases it when it is destroyed. `remove()` detaches it
/// earlier.
public final class EventController {
  private let reference: ObjectReference

  private init(_ pointer: OpaquePointer, on widget: WidgetPointer, phase: GtkPropagationPhase) {
    reference = ObjectReference(owning: pointer)
    gtk_event_controller_set_propagation_phase(pointer, phase)
    // The widget takes ownership of an additional reference.
    g_object_ref(reference.instance)
    gtk_widget_add_controller(widget, pointer)
  }

  /// The C object.
  public var pointer: OpaquePointer { reference.opaque }

  /// Removes the controller from its widget. Later calls do nothing.
  public func remove() {
    guard let widget = gtk_event_controller_get_widget(pointer) else { return }
    gtk_widget_remove_controller(widget, pointer)
  }

  /// Handles all events.
  ///
  /// - Parameters:
  ///   - widget: The widget whose events are handled.
  ///   - phase: The propagation phase.
  ///   - handler: Called with the GdkEvent. Returns whether the event is handled and must not
  ///     propagate.
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

  /// The moment at which a click counts.
  public enum ClickMoment: Equatable, Sendable {
    /// On press: for the side buttons of a mouse.
    case press
    /// On release: until then, the user can cancel the click by moving away.
    case release
    /// On release, having claimed the press, so that nothing else handles the click: for menus in a
    /// header bar, which would otherwise take the release. Opening the menu on press would give the
    /// release to the menu and leave the widget drawn as pressed.
    case exclusiveRelease
  }

  /// Handles clicks.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the clicks count.
  ///   - button: The number of the button: 1 for the first, 3 for the secondary, 8 for *back*; 0
  ///     for any.
  ///   - moment: The moment at which the handler is called.
  ///   - phase: The propagation phase, between the window and the clicked widget.
  ///   - handler: Called with the number of consecutive clicks, and the position in the widget.
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

  /// Handles long presses. It claims the press, so that a button below it is not clicked.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the presses count.
  ///   - touchOnly: Whether only touches count, and not the first button of a mouse.
  ///   - handler: Called with the position in the widget.
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

  /// Handles a finger that moves on a touch screen.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the finger is.
  ///   - handler: Called for each movement. Returns whether it claims the finger: from then on
  ///     nothing else receives it, such as the button under it.
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
    // If a nearer widget claims a finger, the gesture is never told that the finger was lifted, and
    // would mistake the next finger for it.
    event(on: widget, phase: GTK_PHASE_CAPTURE) { event in
      if gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN { gtk_event_controller_reset(gesture) }
      return false
    }
    // GTK also emits "drag-end" for a cancelled drag, but after "cancel".
    Signal.connect(gesture, "cancel", .pointer) { _ in _ = handler(.cancelled) }
    Signal.connect(gesture, "drag-end", .double2) { _, _ in _ = handler(.ended) }
    return EventController(gesture, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Handles two fingers that move together on a touchpad, if no nearer widget scrolls with them.
  ///
  /// - Parameters:
  ///   - widget: The widget under the pointer.
  ///   - handler: Called for each movement, with the distance by which content would have followed
  ///     the fingers. Returns whether the event is handled.
  @discardableResult
  public static func touchpad(
    on widget: WidgetPointer,
    _ handler: @escaping (FingerMovement) -> Bool
  ) -> EventController {
    let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
    // A wheel sends no "scroll-begin" and "scroll-end", so it is ignored here.
    var way: (x: Double, y: Double)?
    Signal.connect(controller, "scroll-begin") {
      way = (0, 0)
      _ = handler(.began)
    }
    Signal.connect(controller, "scroll", .double2ReturnsBool) { x, y in
      guard let before = way else { return false }
      // Some platforms report wheel steps instead of pixels.
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

  /// Handles the pointer entering and leaving a widget.
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

  /// Handles keys while the focus is in a widget.
  ///
  /// - Parameters:
  ///   - widget: The widget that contains the focus.
  ///   - phase: The propagation phase. *Capture* comes before the widgets nearer to the focus,
  ///     *bubble* after them.
  ///   - handler: Called with the key's symbol, such as `GDK_KEY_Escape`, and the modifiers.
  ///     Returns whether the key is handled and must not propagate.
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

  /// Handles the focus entering and leaving a widget or its descendants.
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

  /// Where a shortcut works.
  public enum ShortcutScope: Equatable, Sendable {
    /// While the focus is in the widget.
    case focus
    /// Anywhere in the widget's window.
    case window
  }

  /// Handles a keyboard shortcut.
  ///
  /// - Parameters:
  ///   - trigger: The key in GTK's notation, such as `<Alt>Left`; several are separated by `|`.
  ///   - widget: The widget to which the shortcut belongs.
  ///   - scope: Where the shortcut works.
  ///   - phase: The propagation phase.
  ///   - handler: Called when the key is pressed. Returns whether the key is handled.
  /// - Precondition: The trigger is in GTK's notation (checked in debug builds).
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
  ///   - widget: The widget from which the user can drag.
  ///   - text: Called when a drag starts; returns the text, or `nil` if there is nothing to drag.
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

  /// Accepts texts dropped on a widget.
  ///
  /// - Parameters:
  ///   - widget: The drop target.
  ///   - handler: Called with the text and the position. Returns whether the drop is accepted.
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

  /// Accepts files dropped on a widget.
  ///
  /// - Parameters:
  ///   - widget: The drop target.
  ///   - handler: Called with the URIs of the files and the position. Returns whether the drop is
  ///     accepted.
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

  // The value of the macro G_TYPE_STRING: fundamental types are numbered in steps of four.
  private static let textType = GType(16 << 2)
}

/// The movement of fingers on a touch screen or a touchpad.
public enum FingerMovement: Equatable, Sendable {
  /// The fingers have touched.
  case began
  /// The distance that the fingers have moved since they touched, in pixels.
  case moved(x: Double, y: Double)
  /// The fingers were lifted.
  case ended
  /// Another handler has claimed the fingers.
  case cancelled
}

private final class ShortcutHandler {
  let run: () -> Bool
  init(_ run: @escaping () -> Bool) { self.run = run }
}
