import GtkKit

/// The layout of a box whose children keep a ratio of width to height. They lie on top of each
/// other.
enum AspectLayout {
  private static let ratioKey = "gtkviews-aspect-ratio"
  private static let fillKey = "gtkviews-aspect-fill"

  /// - Parameter box: A box, whose layout manager is replaced.
  static func install(in box: WidgetPointer) {
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
          guard let box else { return }
          let size = AspectLayout.measure(box, orientation, forSize: forSize)
          minimum?.pointee = size.minimum
          natural?.pointee = size.natural
          minimumBaseline?.pointee = -1
          naturalBaseline?.pointee = -1
        },
        { box, width, height, _ in
          if let box { AspectLayout.allocate(box, width: width, height: height) }
        }
      )
    )
  }

  /// Sets the ratio, `nil` for that of each child's natural size, and how the children use the
  /// space.
  static func set(_ ratio: Double?, _ contentMode: ContentMode, of box: WidgetPointer) {
    let isUsable = ratio.map { $0.isFinite && $0 > 0 } ?? false
    let bits = isUsable ? Int(bitPattern: UInt(ratio?.bitPattern ?? 0)) : 0
    g_object_set_data(box.cast(), ratioKey, UnsafeMutableRawPointer(bitPattern: bits))
    let fills = contentMode == .fill ? 1 : 0
    g_object_set_data(box.cast(), fillKey, UnsafeMutableRawPointer(bitPattern: fills))
    gtk_widget_queue_resize(box)
  }

  private typealias Size = (minimum: Int32, natural: Int32)

  private static func ratio(of child: WidgetPointer, in box: WidgetPointer) -> Double {
    if let bits = g_object_get_data(box.cast(), ratioKey) {
      return Double(bitPattern: UInt64(UInt(bitPattern: bits)))
    }
    let width = child.measured(GTK_ORIENTATION_HORIZONTAL).natural
    let height = child.measured(GTK_ORIENTATION_VERTICAL).natural
    return width > 0 && height > 0 ? Double(width) / Double(height) : 1
  }

  private static func measure(
    _ box: WidgetPointer,
    _ orientation: GtkOrientation,
    forSize: Int32
  ) -> Size {
    box.laidOutChildren.reduce((0, 0)) { size, child in
      let ratio = ratio(of: child, in: box)
      let isHorizontal = orientation == GTK_ORIENTATION_HORIZONTAL
      let own = child.measured(orientation)
      // Without the other size, the child's own width decides.
      let width = child.measured(GTK_ORIENTATION_HORIZONTAL).natural
      let wanted: Double =
        if isHorizontal {
          forSize < 0 ? Double(width) : Double(forSize) * ratio
        } else {
          Double(forSize < 0 ? width : forSize) / ratio
        }
      let natural = max(own.minimum, Int32(min(wanted.rounded(), Double(Int16.max))))
      return (max(size.minimum, own.minimum), max(size.natural, natural))
    }
  }

  private static func allocate(_ box: WidgetPointer, width: Int32, height: Int32) {
    let fills = g_object_get_data(box.cast(), fillKey) != nil
    for child in box.laidOutChildren {
      let ratio = ratio(of: child, in: box)
      let wide = Double(height) * ratio
      let wanted = fills ? max(Double(width), wide) : min(Double(width), wide)
      let minimumWidth = child.measured(GTK_ORIENTATION_HORIZONTAL).minimum
      let childWidth = max(minimumWidth, Int32(wanted.rounded()))
      let minimumHeight = child.measured(GTK_ORIENTATION_VERTICAL, forSize: childWidth).minimum
      let childHeight = max(minimumHeight, Int32((wanted / ratio).rounded()))
      var allocation = GtkAllocation(
        x: (width - childWidth) / 2,
        y: (height - childHeight) / 2,
        width: childWidth,
        height: childHeight
      )
      gtk_widget_size_allocate(child, &allocation, -1)
    }
  }
}
