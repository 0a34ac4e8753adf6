/// Moves what scrolls from one place to another, at once or with an animation that ends when
/// somebody else scrolls.
package final class ScrollMotion {
  private let adjustment: UnsafeMutablePointer<GtkAdjustment>
  private var animation: FrameAnimation?
  /// The value that the animation has set last.
  private var lastValue = 0.0

  /// - Parameters:
  ///   - widget: The widget whose frames count; not retained.
  ///   - adjustment: The position of what scrolls; not retained.
  ///   - value: The new position. It is limited to the positions that there are.
  ///   - duration: The duration in milliseconds; `nil` to move at once.
  ///   - onEnd: Called when the position is reached; not if somebody else scrolls meanwhile.
  package init(
    on widget: WidgetPointer,
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>,
    to value: Double,
    duration: Int?,
    onEnd: @escaping () -> Void = {}
  ) {
    self.adjustment = adjustment
    let value = Self.limited(value, adjustment)
    guard let duration, duration > 0, gtk_widget_get_mapped(widget) != 0 else {
      gtk_adjustment_set_value(adjustment, value)
      onEnd()
      return
    }
    lastValue = gtk_adjustment_get_value(adjustment)
    animation = FrameAnimation(
      on: widget,
      from: lastValue,
      to: value,
      duration: duration,
      onStep: { [weak self] in self?.step(to: $0) },
      onEnd: { [weak self] in
        guard let self, step(to: value) else { return }
        onEnd()
      }
    )
  }

  deinit {}

  /// Stops where it is.
  package func cancel() {
    animation?.cancel()
    animation = nil
  }

  @discardableResult
  private func step(to value: Double) -> Bool {
    guard abs(gtk_adjustment_get_value(adjustment) - lastValue) < 1 else {
      cancel()
      return false
    }
    gtk_adjustment_set_value(adjustment, value)
    lastValue = gtk_adjustment_get_value(adjustment)
    return true
  }

  /// Returns the position that shows a place.
  ///
  /// - Parameters:
  ///   - place: The place in the content.
  ///   - anchor: The fraction of the place, and of what is in sight, that are to meet; `nil` to
  ///     scroll no further than until the place is in sight, or its beginning if it is too large.
  ///   - adjustment: The position of what scrolls.
  package static func value(
    showing place: Range<Double>,
    anchor: Double?,
    in adjustment: UnsafeMutablePointer<GtkAdjustment>
  ) -> Double {
    let page = gtk_adjustment_get_page_size(adjustment)
    let value = gtk_adjustment_get_value(adjustment)
    if let anchor {
      let length = place.upperBound - place.lowerBound
      return limited(place.lowerBound + anchor * (length - page), adjustment)
    }
    if place.lowerBound < value || place.upperBound - place.lowerBound > page {
      return limited(place.lowerBound, adjustment)
    }
    return limited(max(value, place.upperBound - page), adjustment)
  }

  private static func limited(
    _ value: Double,
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>
  ) -> Double {
    let last = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    return max(gtk_adjustment_get_lower(adjustment), min(value, last))
  }
}
