/// Keeps clicks from being lost on a busy machine.
///
/// After the layout of a window has changed, GTK tells the widgets where the pointer is, with a
/// movement of its own making. On X11 it asks the server for the state of the buttons, which may be
/// ahead of the events: if a button has been released by then, the movement says so before the
/// release arrives. A gesture that sees it takes it that it has missed the release, and gives up:
/// the click does nothing. Here, such movements are kept from the widgets of a window.
final class LateMotion {
  /// What an event says of the buttons.
  enum Buttons {
    case pressed(guint)
    case released(guint)
    /// A movement with the buttons that are down, as bits. GTK may have made it up.
    case moved(down: guint, isMadeUp: Bool)
  }

  /// The buttons whose press has arrived, but not the release, as the bits of a movement's state.
  private var held: guint = 0

  /// - Parameter window: The window, which keeps this object as long as it exists.
  static func keep(from window: WidgetPointer) {
    let motion = LateMotion()
    EventController.event(on: window, phase: GTK_PHASE_CAPTURE) { event in
      buttons(of: event).map(motion.hides) ?? false
    }
  }

  init() {}

  deinit {}

  private static func buttons(of event: OpaquePointer) -> Buttons? {
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS: .pressed(gdk_button_event_get_button(event))
    case GDK_BUTTON_RELEASE: .released(gdk_button_event_get_button(event))
    case GDK_MOTION_NOTIFY:
      .moved(
        down: gdk_event_get_modifier_state(event).rawValue,
        // Movements of GTK's own making have no time.
        isMadeUp: gdk_event_get_time(event) == guint32(GDK_CURRENT_TIME)
      )
    default: nil
    }
  }

  /// Takes note of an event, and returns whether it is to be hidden.
  func hides(_ buttons: Buttons) -> Bool {
    switch buttons {
    case .pressed(let button): held |= Self.bit(of: button)
    case .released(let button): held &= ~Self.bit(of: button)
    case .moved(let down, isMadeUp: true): return held & ~down != 0
    case .moved(let down, isMadeUp: false): held &= down
    }
    return false
  }

  private static func bit(of button: guint) -> guint {
    (1...5).contains(button) ? GDK_BUTTON1_MASK.rawValue << (button - 1) : 0
  }
}
