import GtkKit

/// The layout of a symbol that takes the size that it is given.
enum SymbolLayout {
  /// - Parameters:
  ///   - isResizable: Whether the symbol follows the size of its widget. Otherwise it has the size
  ///     of its theme.
  ///   - image: A GtkImage.
  static func set(isResizable: Bool, of image: WidgetPointer) {
    gtk_widget_set_hexpand(image, gbool(isResizable))
    gtk_widget_set_vexpand(image, gbool(isResizable))
    if !isResizable { gtk_image_set_pixel_size(image.opaque, -1) }
    gtk_widget_set_layout_manager(image, isResizable ? make() : nil)
  }

  private static func make() -> UnsafeMutablePointer<GtkLayoutManager>? {
    gtk_custom_layout_new(
      { _ in GTK_SIZE_REQUEST_CONSTANT_SIZE },
      { _, _, _, minimum, natural, minimumBaseline, naturalBaseline in
        minimum?.pointee = 0
        natural?.pointee = 16
        minimumBaseline?.pointee = -1
        naturalBaseline?.pointee = -1
      },
      { image, width, height, _ in
        guard let image else { return }
        let size = max(min(width, height), 1)
        guard gtk_image_get_pixel_size(image.opaque) != size else { return }
        gtk_image_set_pixel_size(image.opaque, size)
      }
    )
  }
}
