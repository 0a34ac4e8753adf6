/// Asks for one frame of a window after the other, and tells of each.
///
/// For measurements: a main thread that is busy for long leaves a gap between two frames. Frames
/// come as often as the display shows them, also when nothing changes, until the window is gone.
package final class FrameObserver {
  private let onFrame: (_ microseconds: Int64) -> Void

  /// - Parameters:
  ///   - window: The window, which retains this object.
  ///   - onFrame: Called at the beginning of each frame with the time, as `g_get_monotonic_time`
  ///     has it.
  @discardableResult
  package init(of window: WindowPointer, _ onFrame: @escaping (_ microseconds: Int64) -> Void) {
    self.onFrame = onFrame
    // GTK passes on the data that it is given here, which is this object.
    gtk_widget_add_tick_callback(
      window.cast(),
      { _, _, data in
        Unmanaged<FrameObserver>.fromOpaque(data!).takeUnretainedValue()
          .onFrame(Int64(g_get_monotonic_time()))
        return 1
      },
      Unmanaged.passRetained(self).toOpaque(),
      { data in Unmanaged<FrameObserver>.fromOpaque(data!).release() }
    )
  }

  deinit {}
}
