import GtkKit

/// The layout of the content of a window, a page or a dialog. Widgets that expand get all the
/// space; others keep their natural size and are centred. Several widgets are stacked vertically.
///
/// Whether a widget expands can change deep below without a notification from GTK, so it is
/// computed at each layout.
enum PageLayout {
  /// - Parameter box: A box, whose layout manager is replaced.
  static func install(in box: WidgetPointer) {
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { page, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
          guard let page else { return }
          let size =
            orientation == GTK_ORIENTATION_HORIZONTAL
            ? PageLayout.width(of: page) : PageLayout.height(of: page, forWidth: forSize)
          minimum?.pointee = size.minimum
          natural?.pointee = size.natural
          minimumBaseline?.pointee = -1
          naturalBaseline?.pointee = -1
        },
        { page, width, height, _ in
          if let page { PageLayout.allocate(page, width: width, height: height) }
        }
      )
    )
  }

  private typealias Size = (minimum: Int32, natural: Int32)

  private static func width(of page: WidgetPointer) -> Size {
    page.laidOutChildren.reduce((0, 0)) { size, child in
      let next = child.measured(GTK_ORIENTATION_HORIZONTAL)
      return (max(size.minimum, next.minimum), max(size.natural, next.natural))
    }
  }

  private static func height(of page: WidgetPointer, forWidth width: Int32) -> Size {
    page.laidOutChildren.reduce((0, 0)) { size, child in
      let childWidth = width < 0 ? width : child.length(GTK_ORIENTATION_HORIZONTAL, in: width)
      let next = child.measured(GTK_ORIENTATION_VERTICAL, forSize: childWidth)
      return (size.minimum + next.minimum, size.natural + next.natural)
    }
  }

  private static func allocate(_ page: WidgetPointer, width: Int32, height: Int32) {
    let children = page.laidOutChildren
    let widths = children.map { $0.length(GTK_ORIENTATION_HORIZONTAL, in: width) }
    var heights = zip(children, widths).map { child, width in
      let size = child.measured(GTK_ORIENTATION_VERTICAL, forSize: width)
      return GtkRequestedSize(data: child, minimum_size: size.minimum, natural_size: size.natural)
    }
    let spare = height - heights.reduce(0) { $0 + $1.minimum_size }
    let left = gtk_distribute_natural_allocation(max(0, spare), UInt32(heights.count), &heights)
    let greedy = children.indices.filter {
      gtk_widget_compute_expand(children[$0], GTK_ORIENTATION_VERTICAL) != 0
    }
    for (position, index) in greedy.enumerated() {
      // Distributes every pixel, even if the space cannot be divided evenly.
      let (share, rest) = left.quotientAndRemainder(dividingBy: Int32(greedy.count))
      heights[index].minimum_size += share + (position < rest ? 1 : 0)
    }
    var y = greedy.isEmpty ? left / 2 : 0
    for (index, child) in children.enumerated() {
      var allocation = GtkAllocation(
        x: (width - widths[index]) / 2,
        y: y,
        width: widths[index],
        height: heights[index].minimum_size
      )
      gtk_widget_size_allocate(child, &allocation, -1)
      y += allocation.height
    }
  }
}
