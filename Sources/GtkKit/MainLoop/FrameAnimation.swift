/// Moves a number from one value to another with the frames of a widget, decelerating.
package final class FrameAnimation {
  private let widget: WidgetPointer
  private let start: Double
  private let end: Double
  /// In microseconds.
  private let duration: Double
  private let onStep: (Double) -> Void
  private let onEnd: () -> Void
  private var startTime: gint64?
  private var frame: FrameWork?

  /// Starts the animation.
  ///
  /// - Parameters:
  ///   - widget: The widget whose frames count. A widget that is not on the screen has none.
  ///   - start: The value at the beginning.
  ///   - end: The value at the end.
  ///   - duration: The duration in milliseconds.
  ///   - onStep: Called for each frame before the end, with the value.
  ///   - onEnd: Called at the end; not if the animation is cancelled.
  package init(
    on widget: WidgetPointer,
    from start: Double,
    to end: Double,
    duration: Int,
    onStep: @escaping (Double) -> Void,
    onEnd: @escaping () -> Void
  ) {
    self.widget = widget
    self.start = start
    self.end = end
    self.duration = Double(duration) * 1_000
    self.onStep = onStep
    self.onEnd = onEnd
    step()
  }

  deinit {}

  /// Stops the animation where it is.
  package func cancel() {
    frame?.cancel()
    frame = nil
  }

  private func step() {
    frame = FrameWork(on: widget) { [weak self] in
      guard let self else { return }
      let now = gdk_frame_clock_get_frame_time(gtk_widget_get_frame_clock(widget))
      let elapsed = Double(now - (startTime ?? now))
      startTime = startTime ?? now
      frame = nil
      guard elapsed < duration else { return onEnd() }
      let rest = 1 - elapsed / duration
      onStep(end - (end - start) * rest * rest * rest)
      step()
    }
  }
}
