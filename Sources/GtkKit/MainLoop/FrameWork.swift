/// A closure that is called once, just before a widget is next laid out and drawn.
///
/// For work that users can notice only with a frame: however much changes between two frames, the
/// work is done once. A widget that is not on the screen has no frames. Releasing this object does
/// not cancel the call.
package final class FrameWork {
  private let widget: WidgetPointer
  private var identifier: guint = 0
  private var body: (() -> Void)?

  /// - Parameters:
  ///   - widget: The widget whose next frame counts; not retained.
  ///   - body: The closure to call.
  package init(on widget: WidgetPointer, _ body: @escaping () -> Void) {
    self.widget = widget
    self.body = body
    identifier = gtk_widget_add_tick_callback(
      widget,
      { _, _, data in
        Unmanaged<FrameWork>.fromOpaque(data!).takeUnretainedValue().run()
        return 0
      },
      Unmanaged.passRetained(self).toOpaque(),
      { data in Unmanaged<FrameWork>.fromOpaque(data!).takeRetainedValue().released() }
    )
  }

  /// Cancels the call. Does nothing if the closure has been called, or if the widget is gone.
  package func cancel() {
    guard body != nil else { return }
    body = nil
    gtk_widget_remove_tick_callback(widget, identifier)
  }

  private func run() {
    let body = body
    self.body = nil
    body?()
  }

  /// The widget has released the closure.
  private func released() {
    body = nil
  }
}
