/// Waits until a window has been drawn for the first time.
///
/// A Wayland compositor knows a window only then. One that names it as its parent before is given none,
/// and may end up below it.
package final class FirstFrame {
  private var work: FrameWork?

  /// Whether a window may be named as the parent of another.
  package static func isDrawn(_ window: WindowPointer) -> Bool {
    guard Display.isWayland else { return true }
    guard let clock = gtk_widget_get_frame_clock(window.cast()) else { return false }
    // The number of the latest frame, which may not be over yet; the first one is 0.
    return gdk_frame_clock_get_frame_counter(clock) > 0
  }

  /// - Parameters:
  ///   - window: The window, which is shown or will be; not kept.
  ///   - body: What to call once.
  package init(of window: WindowPointer, then body: @escaping () -> Void) {
    // The second frame begins when the compositor has shown the first.
    work = FrameWork(on: window.cast()) { [weak self] in
      self?.work = FrameWork(on: window.cast(), body)
    }
  }

  deinit {}

  /// Waits no longer. Does nothing when the closure has been called.
  package func cancel() {
    work?.cancel()
  }
}
