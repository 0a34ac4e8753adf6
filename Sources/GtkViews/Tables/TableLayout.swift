import GtkKit

/// The widths of the columns of a table, which its header and all its rows share.
///
/// The header and each row are a box whose first children are the cells, one for each column. They
/// are as wide as one another, so that each computes the same widths by itself.
final class TableLayout {
  private static let key = "gtkviews-table-layout"

  /// The widths that the columns want.
  var columns: [TableColumnWidth] = [] {
    didSet {
      guard columns != oldValue else { return }
      known = nil
      for box in boxes { gtk_widget_queue_resize(box) }
    }
  }

  private var boxes: Set<WidgetPointer> = []
  /// The widths in the room that was asked for last.
  private var known: (room: Int, widths: [Int])?

  init() {}

  deinit {}

  /// Returns the widths of the columns in a row of some width.
  func widths(in room: Int) -> [Int] {
    if let known, known.room == room { return known.widths }
    let widths = TableColumnWidth.widths(of: columns, in: room)
    known = (room, widths)
    return widths
  }

  // MARK: Boxes

  /// Lays out a box, which belongs to the header or to a row, until ``remove(_:)``.
  func add(_ box: WidgetPointer) {
    boxes.insert(box)
    g_object_set_data(box.cast(), Self.key, Unmanaged.passUnretained(self).toOpaque())
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, forSize, minimum, natural, _, _ in
          guard let box, let layout = TableLayout.of(box) else { return }
          let size = layout.size(of: box, orientation, forSize: Int(forSize))
          minimum?.pointee = Int32(clamping: size.minimum)
          natural?.pointee = Int32(clamping: size.natural)
        },
        { box, width, height, _ in
          guard let box, let layout = TableLayout.of(box) else { return }
          layout.allocate(box, width: Int(width), height: Int(height))
        }
      )
    )
  }

  func remove(_ box: WidgetPointer) {
    boxes.remove(box)
    g_object_set_data(box.cast(), Self.key, nil)
  }

  private static func of(_ box: WidgetPointer) -> TableLayout? {
    g_object_get_data(box.cast(), key).map {
      Unmanaged<TableLayout>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func size(
    of box: WidgetPointer,
    _ orientation: GtkOrientation,
    forSize: Int
  ) -> (minimum: Int, natural: Int) {
    let least = TableColumnWidth.least(columns)
    guard orientation == GTK_ORIENTATION_VERTICAL else {
      return (least, max(least, TableColumnWidth.wanted(columns)))
    }
    let widths = widths(in: forSize < 0 ? TableColumnWidth.wanted(columns) : forSize)
    var size = (minimum: 0, natural: 0)
    for (cell, width) in zip(box.children, widths) {
      let height = cell.measured(GTK_ORIENTATION_VERTICAL, forSize: Int32(clamping: width))
      size = (max(size.minimum, Int(height.minimum)), max(size.natural, Int(height.natural)))
    }
    return size
  }

  /// Children after the cells lie above the ends of the columns: what changes their widths.
  private func allocate(_ box: WidgetPointer, width: Int, height: Int) {
    let children = box.children
    let isRightToLeft = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
    func place(_ child: WidgetPointer, _ start: Int, _ length: Int) {
      var allocation = GtkAllocation(
        x: Int32(clamping: isRightToLeft ? width - start - length : start),
        y: 0,
        width: Int32(clamping: length),
        height: Int32(clamping: height)
      )
      gtk_widget_size_allocate(child, &allocation, -1)
    }
    var start = 0
    let widths = widths(in: width)
    for (number, length) in widths.enumerated() where number < children.count {
      place(children[number], start, length)
      start += length
      let handle = widths.count + number
      if handle < children.count { place(children[handle], start - Self.reach, Self.reach) }
    }
  }

  /// The width in which the pointer takes the end of a column.
  static let reach = 8

  /// Returns where a column is in a row of some width, from its start.
  func place(ofColumn number: Int, in room: Int) -> Range<Int> {
    let widths = widths(in: room)
    guard widths.indices.contains(number) else { return 0..<0 }
    let start = widths[..<number].reduce(0, +)
    return start..<start + widths[number]
  }
}
