/// A bubble that points at a widget and goes when the user clicks elsewhere.
///
/// It goes with this object, or earlier with `remove()`.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class Popover {
  private let reference = ObjectReference(gtk_popover_new())
  private var parentConnection: SignalConnection?
  private var isPoppingDown = false

  /// Called when the popover has closed for another reason than `popdown()` or `remove()`: the user
  /// clicked elsewhere or pressed Escape, or the widget that it points at is no longer shown.
  public var onClosed: () -> Void = {}

  /// Makes an empty popover that is not shown yet.
  ///
  /// - Parameter parent: The widget that it points at. It may go before the popover.
  public init(parent: WidgetPointer) {
    gtk_widget_set_parent(widget, parent)
    // A widget must not be finalized while it has children that it does not know of.
    parentConnection = Signal.connect(parent, "destroy") { [weak self] in self?.remove() }
    Signal.connect(pointer, "closed") { [weak self] in
      guard let self, !isPoppingDown else { return }
      onClosed()
    }
  }

  isolated deinit {
    remove()
  }

  /// The C object.
  public var pointer: UnsafeMutablePointer<GtkPopover> { reference.cast() }

  /// The C object as a widget.
  public var widget: WidgetPointer { reference.widget }

  /// What the popover shows.
  public var child: WidgetPointer? {
    get { gtk_popover_get_child(pointer) }
    set { gtk_popover_set_child(pointer, newValue) }
  }

  /// The side of the parent on which it appears, where there is room.
  public var position: GtkPositionType {
    get { gtk_popover_get_position(pointer) }
    set { gtk_popover_set_position(pointer, newValue) }
  }

  /// The part of the parent that it points at; all of it by default.
  public func point(atX x: Int, y: Int, width: Int = 1, height: Int = 1) {
    var rectangle = GdkRectangle(
      x: Int32(x),
      y: Int32(y),
      width: Int32(width),
      height: Int32(height)
    )
    gtk_popover_set_pointing_to(pointer, &rectangle)
  }

  /// Whether it is shown.
  public var isShown: Bool { gtk_widget_get_visible(widget) != 0 }

  /// Shows it.
  public func popup() {
    guard parentConnection != nil else { return }
    gtk_popover_popup(pointer)
  }

  /// Hides it, without calling `onClosed`.
  public func popdown() {
    isPoppingDown = true
    gtk_popover_popdown(pointer)
    isPoppingDown = false
  }

  /// Hides it and takes it off its parent, for good. Later calls do nothing.
  public func remove() {
    guard let parentConnection else { return }
    self.parentConnection = nil
    parentConnection.disconnect()
    popdown()
    gtk_widget_unparent(widget)
  }
}
