import GtkKit

/// The layout of a label that is as high as a number of lines, also if it has fewer.
///
/// The label measures itself, as without a layout manager. The height of the lines is measured each
/// time, because it follows the font.
enum LabelLayout {
  private static let key = "gtkviews-minimum-lines"

  /// - Parameters:
  ///   - lines: The least number of lines.
  ///   - label: A GtkLabel.
  static func setMinimumLines(_ lines: Int, of label: WidgetPointer) {
    g_object_set_data(label.cast(), key, UnsafeMutableRawPointer(bitPattern: lines))
    // The lines begin at the top of the space that is reserved.
    gtk_label_set_yalign(label.opaque, lines > 1 ? 0 : 0.5)
    gtk_widget_set_layout_manager(label, lines > 1 ? make() : nil)
  }

  private static func make() -> UnsafeMutablePointer<GtkLayoutManager>? {
    gtk_custom_layout_new(
      { label in
        guard let label else { return GTK_SIZE_REQUEST_CONSTANT_SIZE }
        return LabelLayout.widgetClass(of: label).get_request_mode(label)
      },
      { label, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
        guard let label else { return }
        LabelLayout.widgetClass(of: label).measure(
          label,
          orientation,
          forSize,
          minimum,
          natural,
          minimumBaseline,
          naturalBaseline
        )
        guard orientation == GTK_ORIENTATION_VERTICAL, let minimum, let natural else { return }
        let height = LabelLayout.heightOfLines(of: label)
        minimum.pointee = max(minimum.pointee, height)
        natural.pointee = max(natural.pointee, height)
      },
      { label, width, height, baseline in
        guard let label else { return }
        LabelLayout.widgetClass(of: label).size_allocate(label, width, height, baseline)
      }
    )
  }

  private static func widgetClass(of widget: WidgetPointer) -> GtkWidgetClass {
    UnsafeRawPointer(widget.pointee.parent_instance.g_type_instance.g_class)
      .assumingMemoryBound(to: GtkWidgetClass.self).pointee
  }

  private static func heightOfLines(of label: WidgetPointer) -> Int32 {
    let lines = Int(bitPattern: g_object_get_data(label.cast(), key))
    let text = String(repeating: "\n", count: max(min(lines, 1_000) - 1, 0))
    let layout = gtk_widget_create_pango_layout(label, text)
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    g_object_unref(layout.map { UnsafeMutableRawPointer($0) })
    return height
  }
}
