import GtkKit
import Testing

/// The suite of all tests that touch GTK: one at a time, on the main actor.
@MainActor @Suite(.serialized)
struct GtkTests {
  init() {
    #expect(Display.isAvailable, "No display: run under xvfb-run")
  }
}

/// Pumps GLib's loop until a condition holds.
///
/// Between two pumps it suspends, so that jobs of the main actor run too.
///
/// - Parameters:
///   - timeout: When to give up.
///   - condition: What to wait for.
/// - Returns: Whether it came to hold.
func eventually(
  within timeout: Duration = .seconds(60),
  _ condition: () -> Bool
) async -> Bool {
  let deadline = ContinuousClock.now + timeout
  while true {
    MainLoop.pump(limit: 100)
    if condition() { return true }
    if ContinuousClock.now > deadline { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
}

/// Shows a widget in a window and waits until it is on the screen.
///
/// - Returns: The window, which goes when it is dropped.
func show(_ widget: WidgetPointer, width: Int = 400, height: Int = 300) async -> Window {
  let window = Window()
  window.defaultSize = (width, height)
  window.child = widget
  window.present()
  // On Wayland a widget is mapped before it has a size.
  #expect(
    await eventually {
      gtk_widget_get_mapped(widget) != 0 && gtk_widget_get_width(window.widget) > 0
    }
  )
  return window
}
