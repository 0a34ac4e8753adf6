/// A closure that is called once, after the next layout of the window that shows a widget.
///
/// For work that needs the places of widgets that were added or changed just now. As long as the
/// widget is not on the screen, the closure waits. Releasing this object cancels the call.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
package final class LayoutWork {
  private let widget: WidgetPointer
  private var connection: SignalConnection?
  private var body: (() -> Void)?

  /// - Parameters:
  ///   - widget: The widget; not retained.
  ///   - body: The closure to call.
  package init(on widget: WidgetPointer, _ body: @escaping () -> Void) {
    self.widget = widget
    self.body = body
    if gtk_widget_get_mapped(widget) != 0 {
      waitForLayout()
    } else {
      connection = Signal.connect(widget, "map", after: true) { [weak self] in
        self?.waitForLayout()
      }
    }
  }

  isolated deinit { connection?.disconnect() }

  /// Cancels the call. To be called before the widget is destroyed.
  package func cancel() {
    connection?.disconnect()
    connection = nil
    body = nil
  }

  private func waitForLayout() {
    connection?.disconnect()
    connection = nil
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    // The window's own handler comes first: it lays out all widgets.
    connection = Signal.connect(clock, "layout", after: true) { [weak self] in self?.run() }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
  }

  private func run() {
    let body = body
    cancel()
    body?()
  }
}
