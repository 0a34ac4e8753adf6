/// An image of a page that is moved out of sight, or back, above the stack that contains the page.
///
/// It shows what the page showed when the image was made, and takes no input.
final class MovedPageImage {
  private let overlay: ObjectReference
  /// The container that positions the image; as large as the stack.
  private let surface = ObjectReference(gtk_fixed_new())
  private let picture: WidgetPointer
  private let width: Double
  /// 1 or -1: pages leave over their trailing edge.
  private let direction: Double
  private var progress = 0.0
  private var animation: FrameAnimation?

  /// Puts an image of a page in front of the page.
  ///
  /// - Parameters:
  ///   - page: A page that is on the screen.
  ///   - overlay: The GtkOverlay that contains the image.
  init(of page: WidgetPointer, over overlay: OpaquePointer) {
    self.overlay = ObjectReference(overlay)
    let size = (gtk_widget_get_width(page), gtk_widget_get_height(page))
    width = Double(size.0)
    direction = gtk_widget_get_direction(page) == GTK_TEXT_DIR_RTL ? -1 : 1
    picture = gtk_picture_new()
    let paintable = ObjectReference(owning: gtk_widget_paintable_new(page))
    let image = withExtendedLifetime(paintable) {
      ObjectReference(owning: gdk_paintable_get_current_image(paintable.opaque))
    }
    withExtendedLifetime(image) {
      gtk_picture_set_paintable(OpaquePointer(picture), image.opaque)
    }
    gtk_widget_set_size_request(picture, size.0, size.1)
    // Pages themselves have no background.
    gtk_widget_add_css_class(picture, "background")
    gtk_widget_set_name(surface.widget, Self.name)
    gtk_fixed_put(surface.cast(), picture, 0, 0)
    gtk_widget_set_can_target(surface.widget, 0)
    gtk_widget_set_overflow(surface.widget, GTK_OVERFLOW_HIDDEN)
    gtk_overlay_add_overlay(overlay, surface.widget)
    gtk_overlay_set_clip_overlay(overlay, surface.widget, 1)
  }

  deinit {}

  /// Moves the image, without an animation.
  ///
  /// - Parameter progress: The position: 0 is in front of the page, 1 is out of sight.
  func move(to progress: Double) {
    animation?.cancel()
    animation = nil
    place(progress)
  }

  private func place(_ progress: Double) {
    self.progress = progress
    // Whole pixels, because text is blurred otherwise.
    gtk_fixed_move(surface.cast(), picture, (direction * progress * width).rounded(), 0)
  }

  /// Animates the image to a position, decelerating.
  ///
  /// - Parameters:
  ///   - end: The position: 0 is in front of the page, 1 is out of sight.
  ///   - duration: The duration of a movement from 0 to 1, in milliseconds.
  ///   - onEnd: Called when the image has arrived; not if it is moved elsewhere or removed before.
  func glide(to end: Double, duration: Int, onEnd: @escaping () -> Void) {
    animation?.cancel()
    animation = FrameAnimation(
      on: surface.widget,
      from: progress,
      to: end,
      duration: Int(Double(duration) * abs(end - progress)),
      onStep: { [weak self] in self?.place($0) },
      onEnd: onEnd
    )
  }

  private static let name = "moved-page"

  fileprivate static func isSurface(_ widget: WidgetPointer) -> Bool {
    String(cString: gtk_widget_get_name(widget)) == name
  }

  /// Removes the image from the screen. Later calls do nothing.
  func remove() {
    animation?.cancel()
    animation = nil
    guard gtk_widget_get_parent(surface.widget) == overlay.widget else { return }
    gtk_overlay_remove_overlay(overlay.opaque, surface.widget)
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The image of a moved page in this widget or below it. For tests.
  package var movedPageImage: WidgetPointer? {
    if MovedPageImage.isSurface(self) { return gtk_widget_get_first_child(self) }
    return children.lazy.compactMap(\.movedPageImage).first
  }
}
