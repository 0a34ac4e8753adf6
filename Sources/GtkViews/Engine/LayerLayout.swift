import GtkKit

/// The layout of a box in which one child, the base, determines the size, and the other children
/// lie in front of it or behind it. Of these, each is a box around a widget: a widget that expands
/// gets the size of the base; others have their own size, also if they are larger.
enum LayerLayout {
  private static let baseKey = "gtkviews-layer-base"
  private static let alignmentKey = "gtkviews-layer-alignment"

  /// - Parameters:
  ///   - box: A box, whose layout manager is replaced.
  ///   - base: The base, which stays in the box for as long as the box exists.
  static func install(in box: WidgetPointer, base: WidgetPointer) {
    g_object_set_data(box.cast(), baseKey, UnsafeMutableRawPointer(base))
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { box in
          guard let base = box.flatMap({ LayerLayout.base(of: $0) }) else {
            return GTK_SIZE_REQUEST_CONSTANT_SIZE
          }
          return gtk_widget_get_request_mode(base)
        },
        { box, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
          guard let base = box.flatMap({ LayerLayout.base(of: $0) }) else { return }
          gtk_widget_measure(
            base,
            orientation,
            forSize,
            minimum,
            natural,
            minimumBaseline,
            naturalBaseline
          )
        },
        { box, width, height, baseline in
          guard let box else { return }
          LayerLayout.allocate(box, width: width, height: height, baseline: baseline)
        }
      )
    )
  }

  /// Sets the position of layers that are smaller or larger than the base.
  static func setAlignment(_ alignment: Alignment, of box: WidgetPointer) {
    let code = alignment.horizontal.halvesBefore * 4 + alignment.vertical.halvesAbove
    g_object_set_data(box.cast(), alignmentKey, UnsafeMutableRawPointer(bitPattern: code))
    gtk_widget_queue_allocate(box)
  }

  private static func base(of box: WidgetPointer) -> WidgetPointer? {
    g_object_get_data(box.cast(), baseKey)?.assumingMemoryBound(to: GtkWidget.self)
  }

  private static func allocate(
    _ box: WidgetPointer,
    width: Int32,
    height: Int32,
    baseline: Int32
  ) {
    let base = base(of: box)
    let code = Int(bitPattern: g_object_get_data(box.cast(), alignmentKey))
    let isRightToLeft = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
    let horizontal = isRightToLeft ? 2 - code / 4 : code / 4
    for child in box.laidOutChildren {
      var allocation = GtkAllocation(x: 0, y: 0, width: width, height: height)
      guard child != base else {
        gtk_widget_size_allocate(child, &allocation, baseline)
        continue
      }
      allocation.width = length(of: child, GTK_ORIENTATION_HORIZONTAL, in: width)
      allocation.height = length(
        of: child,
        GTK_ORIENTATION_VERTICAL,
        in: height,
        forSize: allocation.width
      )
      allocation.x = (width - allocation.width) * Int32(horizontal) / 2
      allocation.y = (height - allocation.height) * Int32(code % 4) / 2
      gtk_widget_size_allocate(child, &allocation, -1)
    }
  }

  private static func length(
    of child: WidgetPointer,
    _ orientation: GtkOrientation,
    in available: Int32,
    forSize: Int32 = -1
  ) -> Int32 {
    // The box itself says that it does not expand.
    let expands = child.children.contains { gtk_widget_compute_expand($0, orientation) != 0 }
    return child.length(orientation, in: available, forSize: forSize, expands: expands)
  }
}

extension HorizontalAlignment {
  /// How many halves of the free space are before the view.
  var halvesBefore: Int {
    switch self {
    case .leading: 0
    case .center: 1
    case .trailing: 2
    }
  }
}

extension VerticalAlignment {
  /// How many halves of the free space are above the view.
  var halvesAbove: Int {
    switch self {
    case .top, .firstTextBaseline: 0
    case .center: 1
    case .bottom: 2
    }
  }
}
