import GtkKit
import GtkTestSupport
import Testing

/// The suite of all tests that touch GTK: one at a time, on the main actor.
@MainActor @Suite(.serialized)
struct GtkTests {
  init() {
    #expect(Display.isAvailable, "No display: run under xvfb-run")
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
