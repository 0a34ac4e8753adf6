/// The fingers on a touchpad as one widget sees them.
///
/// Each event goes from the window inwards and ends at the widget that handles it. So a widget may
/// see only a part of a gesture: those further out handled the rest, or it came below the pointer
/// while the fingers moved what lay over it. GTK begins a gesture for such a widget with the first
/// event that it sees, and this type tells that it is not the first event of the fingers.
final class TouchpadGesture {
  /// Tells events apart as long as the older one has been handled before the newer one comes.
  struct Event: Equatable {
    let address: UInt
    /// In milliseconds.
    let time: UInt32
  }

  private struct Weak {
    weak var gesture: TouchpadGesture?
  }

  private static var live: [Weak] = []

  private let widget: WidgetPointer
  private var first: Event?
  private var last: Event?

  /// - Parameter widget: The widget. It must outlive this object.
  init(on widget: WidgetPointer) {
    self.widget = widget
    Self.live.removeAll { $0.gesture == nil }
    Self.live.append(Weak(gesture: self))
  }

  deinit {}

  /// Handles the beginning of a gesture. Returns whether the fingers begin with this event.
  func begin(with event: Event?) -> Bool {
    first = event
    last = nil
    guard let event else { return true }
    return Self.live.compactMap(\.gesture).allSatisfy { other in
      other === self || gtk_widget_is_ancestor(widget, other.widget) == 0
        || !other.isUnderWay(before: event)
    }
  }

  /// Handles the end of a gesture.
  func end(with event: Event?) {
    last = event
  }

  /// Returns whether the fingers were down before an event that this widget has seen by now.
  private func isUnderWay(before event: Event) -> Bool {
    guard let first, first != event else { return false }
    return last == nil || last == event
  }
}
