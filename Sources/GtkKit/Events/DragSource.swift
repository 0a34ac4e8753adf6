/// Lets the user drag something from a widget.
public final class DragSource: EventController {
  /// What is dragged.
  public struct Content {
    let value: UnsafeMutableRawPointer
    let image: (widget: WidgetPointer, x: Double, y: Double)?

    /// Something that only this program can receive.
    ///
    /// - Parameters:
    ///   - value: The address that a ``DropTarget`` of the type ``FundamentalType/pointer``
    ///     receives.
    ///   - image: The widget whose picture is shown under the pointer, and the point of it that
    ///     stays there; `nil` for GTK's own icon.
    public init(
      value: UnsafeMutableRawPointer,
      image: (widget: WidgetPointer, x: Double, y: Double)? = nil
    ) {
      self.value = value
      self.image = image
    }
  }

  /// Adds a source to a widget.
  ///
  /// It comes before the controls inside the widget (the capture phase): a drag may begin on a
  /// button, and a plain click still reaches the button.
  ///
  /// - Parameters:
  ///   - widget: The widget from which the user can drag.
  ///   - actions: What a target may do with the content.
  ///   - prepare: Called with the position at which a drag starts. Returns what is dragged, or
  ///     `nil` if there is nothing to drag.
  ///   - onEnd: Called when the drag has ended, with a drop or without.
  public init(
    on widget: WidgetPointer,
    actions: GdkDragAction,
    prepare: @escaping (_ x: Double, _ y: Double) -> Content?,
    onEnd: @escaping () -> Void
  ) {
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, actions)
    Signal.connect(source, "prepare", .dragContent) { x, y in
      guard let content = prepare(x, y) else { return nil }
      if let image = content.image { Self.setImage(image, of: source) }
      return withValue(of: FundamentalType.pointer) { value in
        g_value_set_pointer(value, content.value)
        return gdk_content_provider_new_for_value(value).instance
      }
    }
    Signal.connect(source, "drag-end", .dragEnd) { _, _ in onEnd() }
    super.init(source, on: widget, phase: GTK_PHASE_CAPTURE)
  }

  /// A still image, because the widget may soon show something else.
  private static func setImage(
    _ image: (widget: WidgetPointer, x: Double, y: Double),
    of source: OpaquePointer
  ) {
    let live = ObjectReference(owning: gtk_widget_paintable_new(image.widget))
    let picture = ObjectReference(owning: gdk_paintable_get_current_image(live.opaque))
    gtk_drag_source_set_icon(source, picture.opaque, Int32(image.x), Int32(image.y))
  }
}
