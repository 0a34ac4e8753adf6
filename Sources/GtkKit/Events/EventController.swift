/// Handles the user's input on a widget.
///
/// The widget owns the controller and releases it when it is destroyed. `remove()` detaches it
/// earlier.
public class EventController {
  private let reference: ObjectReference

  init(_ pointer: OpaquePointer, on widget: WidgetPointer, phase: GtkPropagationPhase) {
    reference = ObjectReference(owning: pointer)
    gtk_event_controller_set_propagation_phase(pointer, phase)
    // The widget takes ownership of an additional reference.
    g_object_ref(reference.instance)
    gtk_widget_add_controller(widget, pointer)
  }

  /// The C object.
  public final var pointer: OpaquePointer { reference.opaque }

  /// Removes the controller from its widget. Later calls do nothing.
  public final func remove() {
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
  package static func event(
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

  /// Keeps clicks, touches, scrolling and keys from a window until the controller is removed.
  static func block(_ window: WidgetPointer) -> EventController {
    event(on: window, phase: GTK_PHASE_CAPTURE) { event in
      switch gdk_event_get_event_type(event) {
      case GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_SCROLL, GDK_KEY_PRESS, GDK_KEY_RELEASE,
        GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_TOUCHPAD_SWIPE,
        GDK_TOUCHPAD_PINCH, GDK_PAD_BUTTON_PRESS:
        true
      default: false
      }
    }
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

  /// Handles clicks, and tells which modifier keys are held.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the clicks count.
  ///   - moment: When the handler is called.
  ///   - phase: The propagation phase, between the window and the clicked widget.
  ///   - handler: Called with the modifier keys and the position in the widget.
  @discardableResult
  package static func modifiedClick(
    on widget: WidgetPointer,
    at moment: ClickMoment = .release,
    phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping (_ modifiers: GdkModifierType, _ x: Double, _ y: Double) -> Void
  ) -> EventController {
    var pointer: OpaquePointer?
    let controller = click(on: widget, at: moment, phase: phase) { _, x, y in
      let modifiers = pointer.map { gtk_event_controller_get_current_event_state($0) }
      handler(modifiers ?? GdkModifierType(rawValue: 0), x, y)
    }
    pointer = controller.pointer
    return controller
  }

  /// Handles clicks and taps with the first button as a button does: what is around the widget does
  /// not handle them as well, and moving away before the release cancels them.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the clicks count.
  ///   - count: The number of consecutive clicks.
  ///   - handler: Called after the last of the clicks.
  @discardableResult
  public static func tap(
    on widget: WidgetPointer,
    count: Int = 1,
    _ handler: @escaping () -> Void
  ) -> EventController {
    let gesture = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(gesture, 1)
    Signal.connect(gesture, "released", .click) { clicks, x, y in
      guard Int(clicks).isMultiple(of: max(count, 1)), gtk_widget_contains(widget, x, y) != 0
      else { return }
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      handler()
    }
    return EventController(gesture, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Handles clicks that nothing else handles then: neither the widgets below the pointer nor
  /// those above.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the clicks count.
  ///   - button: The number of the button.
  ///   - modifiers: The modifier keys that have to be held, among others.
  ///   - action: Returns what a click at a position of the widget does, or `nil` to leave it to
  ///     others. Called when the button is pressed; the result is called when it is released.
  @discardableResult
  public static func exclusiveClick(
    on widget: WidgetPointer,
    button: Int = 1,
    modifiers: GdkModifierType = GdkModifierType(rawValue: 0),
    _ action: @escaping (_ x: Double, _ y: Double) -> (() -> Void)?
  ) -> EventController {
    let gesture = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(gesture, guint(button))
    var pressed: (() -> Void)?
    Signal.connect(gesture, "pressed", .click) { count, x, y in
      let held = gtk_event_controller_get_current_event_state(gesture).rawValue
      let isMeant = count == 1 && held & modifiers.rawValue == modifiers.rawValue
      pressed = isMeant ? action(x, y) : nil
      gtk_gesture_set_state(
        gesture,
        pressed == nil ? GTK_EVENT_SEQUENCE_DENIED : GTK_EVENT_SEQUENCE_CLAIMED
      )
    }
    Signal.connect(gesture, "released", .click) { _, _, _ in
      let action = pressed
      pressed = nil
      action?()
    }
    return EventController(gesture, on: widget, phase: GTK_PHASE_CAPTURE)
  }

  /// Handles clicks and taps with the first button and without Ctrl, Shift and Alt, before the
  /// widgets below the pointer do. Who moves away before the release, as in a drag, has not
  /// clicked.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the clicks count.
  ///   - action: Returns what a click at a position of the widget does, or `nil` to leave it to
  ///     others. Called when the button is released.
  @discardableResult
  package static func plainClick(
    on widget: WidgetPointer,
    _ action: @escaping (_ x: Double, _ y: Double) -> (() -> Void)?
  ) -> EventController {
    let gesture = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(gesture, 1)
    let others =
      GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue | GDK_ALT_MASK.rawValue
    Signal.connect(gesture, "released", .click) { _, x, y in
      let held = gtk_event_controller_get_current_event_state(gesture).rawValue
      guard held & others == 0, let action = action(x, y) else { return }
      // From now on, the widgets below the pointer do not see the release.
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      action()
    }
    return EventController(gesture, on: widget, phase: GTK_PHASE_CAPTURE)
  }

  /// Handles the pointer above a widget.
  ///
  /// - Parameters:
  ///   - widget: The widget.
  ///   - handler: Called with the position in the widget when the pointer comes and when it moves,
  ///     and with `nil` when it leaves.
  @discardableResult
  public static func motion(
    on widget: WidgetPointer,
    _ handler: @escaping (_ position: (x: Double, y: Double)?) -> Void
  ) -> EventController {
    let controller = gtk_event_controller_motion_new()!
    for signal in ["enter", "motion"] {
      Signal.connect(controller, signal, .double2) { handler(($0, $1)) }
    }
    Signal.connect(controller, "leave") { handler(nil) }
    return EventController(controller, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Handles long presses.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the presses count.
  ///   - touchOnly: Whether only touches count, and not the first button of a mouse.
  ///   - claims: Whether the press is claimed, so that a button below it is not clicked.
  ///   - phase: The propagation phase.
  ///   - handler: Called with the position in the widget.
  @discardableResult
  public static func longPress(
    on widget: WidgetPointer,
    touchOnly: Bool = true,
    claims: Bool = true,
    delayFactor: Double = 1,
    phase: GtkPropagationPhase = GTK_PHASE_CAPTURE,
    _ handler: @escaping (_ x: Double, _ y: Double) -> Void
  ) -> EventController {
    let gesture = gtk_gesture_long_press_new()!
    gtk_gesture_long_press_set_delay_factor(gesture, min(max(delayFactor, 0.5), 2))
    gtk_gesture_single_set_touch_only(gesture, touchOnly ? 1 : 0)
    Signal.connect(gesture, "pressed", .double2) { x, y in
      if claims { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
      handler(x, y)
    }
    return EventController(gesture, on: widget, phase: phase)
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

  /// Handles a drag with the first button of the mouse, or with a finger.
  ///
  /// - Parameters:
  ///   - widget: The widget on which the drag begins.
  ///   - onBegin: Called when the button is pressed, with the position in the widget.
  ///   - onMove: Called for each movement, with the distance from the beginning. Returns whether it
  ///     claims the drag: from then on nothing else handles it.
  ///   - onEnd: Called when the button is released, or when the drag is cancelled.
  @discardableResult
  public static func drag(
    on widget: WidgetPointer,
    onBegin: @escaping (_ x: Double, _ y: Double) -> Void,
    onMove: @escaping (_ x: Double, _ y: Double) -> Bool,
    onEnd: @escaping (_ isCancelled: Bool) -> Void = { _ in }
  ) -> EventController {
    let gesture = gtk_gesture_drag_new()!
    gtk_gesture_single_set_button(gesture, 1)
    Signal.connect(gesture, "drag-begin", .double2) { x, y in onBegin(x, y) }
    Signal.connect(gesture, "drag-update", .double2) { x, y in
      if onMove(x, y) { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
    }
    // GTK also emits "drag-end" for a cancelled drag, but after "cancel".
    Signal.connect(gesture, "cancel", .pointer) { _ in onEnd(true) }
    Signal.connect(gesture, "drag-end", .double2) { _, _ in onEnd(false) }
    return EventController(gesture, on: widget, phase: GTK_PHASE_BUBBLE)
  }

  /// Handles two fingers that move together on a touchpad, unless what is under the pointer can
  /// scroll sideways with them. Fingers that began to move over something else, which has gone
  /// meanwhile, are left out.
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
    let gesture = TouchpadGesture(on: widget)
    Signal.connect(controller, "scroll-begin") {
      guard gesture.begin(with: currentEvent(of: controller)),
        !isOverSidewaysScroller(controller, on: widget)
      else { return }
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
      gesture.end(with: currentEvent(of: controller))
      guard way != nil else { return }
      way = nil
      _ = handler(.ended)
    }
    // Before the widgets below: what scrolls up and down only takes movements sideways, too.
    return EventController(controller, on: widget, phase: GTK_PHASE_CAPTURE)
  }

  private static func currentEvent(of controller: OpaquePointer) -> TouchpadGesture.Event? {
    gtk_event_controller_get_current_event(controller).map {
      TouchpadGesture.Event(address: UInt(bitPattern: $0), time: gdk_event_get_time($0))
    }
  }

  /// Returns whether something under the pointer of the current event can scroll sideways.
  private static func isOverSidewaysScroller(
    _ controller: OpaquePointer,
    on widget: WidgetPointer
  ) -> Bool {
    guard let event = gtk_event_controller_get_current_event(controller),
      let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native),
      let pointer = gdk_event_get_seat(event).flatMap({ gdk_seat_get_pointer($0) })
    else { return false }
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    // Neither the event of scrolling nor its device, the touchpad, tells where the pointer is.
    guard gdk_surface_get_device_position(surface, pointer, &x, &y, nil) != 0 else { return false }
    gtk_native_get_surface_transform(native, &left, &top)
    var place = gtk_widget_pick(WidgetPointer(native), x - left, y - top, GTK_PICK_DEFAULT)
    while let current = place, current != widget {
      if current.isA(gtk_scrolled_window_get_type()) {
        let adjustment = gtk_scrolled_window_get_hadjustment(OpaquePointer(current))
        let hidden = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
        if hidden > gtk_adjustment_get_lower(adjustment) { return true }
      }
      place = gtk_widget_get_parent(current)
    }
    return false
  }

  /// Handles the pointer entering and leaving a widget or its descendants.
  @discardableResult
  public static func hover(
    on widget: WidgetPointer,
    _ handler: @escaping (_ isInside: Bool) -> Void
  ) -> EventController {
    let controller = gtk_event_controller_motion_new()!
    Signal.connect(controller, notify: "contains-pointer") {
      handler(gtk_event_controller_motion_contains_pointer(controller) != 0)
    }
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

  /// Handles a key combination that is pressed anywhere in the window of a widget, unless the
  /// widget with the focus handles it itself.
  ///
  /// - Parameters:
  ///   - symbol: The key's symbol, such as `GDK_KEY_z`.
  ///   - modifiers: The modifier keys.
  ///   - widget: A widget of the window.
  ///   - phase: With `GTK_PHASE_CAPTURE`, the widget with the focus gets the key afterwards.
  ///   - handler: Returns whether the key is handled.
  @discardableResult
  public static func shortcut(
    _ symbol: UInt32,
    _ modifiers: GdkModifierType,
    on widget: WidgetPointer,
    phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping () -> Bool
  ) -> EventController {
    let action = gtk_callback_action_new(
      { _, _, handler in
        guard let handler else { return 0 }
        let box = Unmanaged<ShortcutHandler>.fromOpaque(handler).takeUnretainedValue()
        return box.handler() ? 1 : 0
      },
      Unmanaged.passRetained(ShortcutHandler(handler)).toOpaque(),
      { if let handler = $0 { Unmanaged<ShortcutHandler>.fromOpaque(handler).release() } }
    )!
    return shortcut(symbol, modifiers, on: widget, phase: phase, performing: action)
  }

  /// Activates a widget, such as a button, when a key combination is pressed anywhere in its
  /// window.
  ///
  /// - Parameters:
  ///   - symbol: The key's symbol, such as `GDK_KEY_f`.
  ///   - modifiers: The modifier keys.
  ///   - widget: The widget to activate.
  @discardableResult
  public static func shortcut(
    _ symbol: UInt32,
    _ modifiers: GdkModifierType,
    activating widget: WidgetPointer
  ) -> EventController {
    // The activate action is a shared object. A shortcut takes ownership of a reference to it.
    let action = gtk_activate_action_get()!
    g_object_ref(action.instance)
    return shortcut(symbol, modifiers, on: widget, performing: action)
  }

  /// - Parameter action: What to do, whose ownership is taken.
  private static func shortcut(
    _ symbol: UInt32,
    _ modifiers: GdkModifierType,
    on widget: WidgetPointer,
    phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    performing action: OpaquePointer
  ) -> EventController {
    let controller = gtk_shortcut_controller_new()!
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
    gtk_shortcut_controller_add_shortcut(
      controller,
      gtk_shortcut_new(gtk_keyval_trigger_new(symbol, modifiers), action)
    )
    return EventController(controller, on: widget, phase: phase)
  }
}

/// A closure that C code keeps.
private final class ShortcutHandler {
  let handler: () -> Bool

  init(_ handler: @escaping () -> Bool) { self.handler = handler }

  deinit {}
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

extension GdkModifierType {
  /// Which of Shift, Control and Alt are held, without the others, such as Caps Lock.
  package var shiftControlAlt: UInt32 {
    rawValue & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue)
  }
}
