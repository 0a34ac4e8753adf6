import CGtk

/// A closure that is called once, when a widget is about to be laid out and drawn again.
///
/// For what users can only notice with a frame: however much changes between two frames, it is done once. A widget that is not
/// on the screen has no frames. Dropping this object does not keep the closure from being called.
final class FrameWork {
  private let widget: WidgetPointer
  private var identifier: guint = 0
  private var body: (() -> Void)?

  /// - Parameters:
  ///   - widget: Whose next frame it is; not kept.
  ///   - body: What to call.
  init(on widget: WidgetPointer, _ body: @escaping () -> Void) {
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

  /// Keeps the closure from being called. Does nothing when it has been, or when the widget has gone.
  func cancel() {
    guard body != nil else { return }
    body = nil
    gtk_widget_remove_tick_callback(widget, identifier)
  }

  private func run() {
    let body = body
    self.body = nil
    body?()
  }

  /// The widget holds the closure no longer.
  private func released() {
    body = nil
  }
}
