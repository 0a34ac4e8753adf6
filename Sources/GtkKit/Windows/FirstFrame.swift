/// Waits until a window has been drawn for the first time.
///
/// Only then does a Wayland compositor know the window. A window that names it as its parent
/// earlier gets no parent, and may appear below it.
package final class FirstFrame {
  private var work: FrameWork?

  /// Returns whether a window can be the parent of another.
  package static func isDrawn(_ window: WindowPointer) -> Bool {
    guard Display.isWayland else { return true }
    guard let clock = gtk_widget_get_frame_clock(window.cast()) else { return false }
    // The number of the current frame, which may not be finished; the first frame has number 0.
    return gdk_frame_clock_get_frame_counter(clock) > 0
  }

  /// - Parameters:
  ///   - window: The window, shown or not; not retained.
  ///   - body: Called once.
  package init(of window: WindowPointer, then body: @escaping () -> Void) {
    // The second frame begins after the compositor has shown the first.
    work = FrameWork(on: window.cast()) { [weak self] in
      self?.work = FrameWork(on: window.cast(), body)
    }
  }

  deinit {}

  /// Stops waiting. Does nothing if the closure has been called.
  package func cancel() {
    work?.cancel()
  }
}
