/// Waits until a window has been drawn for the first time.
///
/// Only then does a Wayland compositor know the window. A window that names it as its parent
/// earlier gets no parent, and may appear below it.
package final class FirstFrame {
  /// How long a window may take. A compositor may never ask for a frame of a window that nobody
  /// can see, and what waits must not wait for ever.
  static let limit = Duration.seconds(1)

  private static let mark = g_quark_from_string("swift-gtkkit-first-frame")

  private var painted: SignalConnection?
  private var work: ScheduledWork?

  /// Returns whether a window can be the parent of another.
  package static func isDrawn(_ window: WindowPointer) -> Bool {
    guard Display.isWayland else { return true }
    guard let clock = gtk_widget_get_frame_clock(window.cast()) else { return false }
    return gdk_frame_clock_get_frame_counter(clock) > 0
      || g_object_get_qdata(clock.cast(), mark) != nil
  }

  /// - Parameters:
  ///   - window: A window on the screen; not retained.
  ///   - body: Called once, from the main loop, as soon as ``isDrawn(_:)`` is true, after a second
  ///     at the latest.
  package init(of window: WindowPointer, then body: @escaping () -> Void) {
    guard let clock = gtk_widget_get_frame_clock(window.cast()) else { return }
    let reference = ObjectReference(clock)
    // Retains this object until the closure is called, after a second at the latest, or cancelled.
    let finish = {
      self.cancel()
      g_object_set_qdata(reference.instance.cast(), FirstFrame.mark, reference.instance)
      body()
    }
    // Frames are counted from 0 when they begin, and the main loop runs no other work in a frame.
    if gdk_frame_clock_get_frame_counter(clock) < 0 {
      painted = Signal.connect(clock, "after-paint", finish)
      work = MainLoop.after(FirstFrame.limit, finish)
    } else {
      work = MainLoop.schedule(finish)
    }
  }

  deinit {}

  /// Stops waiting. Does nothing if the closure has been called.
  package func cancel() {
    painted?.disconnect()
    work?.cancel()
  }
}
