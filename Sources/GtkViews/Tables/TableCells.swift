import GtkKit

/// The columns that a table shows, in their order, and what makes rows of them.
final class TableRowMaker<RowValue> {
  struct Column {
    let key: [AnyHashable]
    let alignment: TableColumnAlignment
    let cells: any ColumnCells<RowValue>
    let copiedText: ((RowValue) -> String)?
  }

  let columns: [Column]
  let layout: TableLayout
  /// Makes a row. The same closure for as long as the columns make equal rows, so that the list can
  /// tell that rows need not be shown again.
  private(set) var row: (RowValue) -> TableCells<RowValue>
  private(set) var pagedRow: (RowValue?) -> TableCells<RowValue>

  init(_ columns: [Column], layout: TableLayout) {
    self.columns = columns
    self.layout = layout
    let content = TableCells.Content(columns: columns, layout: layout)
    row = { TableCells(content: content, value: $0) }
    pagedRow = { TableCells(content: content, value: $0) }
  }

  deinit {}

  /// Returns whether the columns make the same rows as others.
  func isSame(as other: TableRowMaker) -> Bool {
    columns.count == other.columns.count
      && zip(columns, other.columns).allSatisfy { mine, other in
        mine.key == other.key && mine.alignment == other.alignment
          && mine.cells.areSame(as: other.cells)
          && haveSameBits(mine.copiedText, other.copiedText)
      }
  }
}

/// A row of a ``Table``: a cell for each column.
public struct TableCells<RowValue>: PrimitiveView {
  final class Content {
    let columns: [TableRowMaker<RowValue>.Column]
    let layout: TableLayout

    init(columns: [TableRowMaker<RowValue>.Column], layout: TableLayout) {
      self.columns = columns
      self.layout = layout
    }

    deinit {}
  }

  let content: Content?
  let value: RowValue?

  init(content: Content, value: RowValue?) {
    self.content = content
    self.value = value
  }

  /// A row of no columns, for a list that has yet to be shown.
  @usableFromInline
  init() {
    content = nil
    value = nil
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { TableCellsNode(self, context) }
}

extension TableCells: CopiedRow {
  var copiedText: String? {
    guard let value, let content else { return nil }
    let cells = content.columns.map { column in
      column.copiedText.map { $0(value) } ?? column.cells.text(of: value) ?? ""
    }
    // A tab and the end of a line lead to the next cell and row.
    return cells.map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
      .joined(separator: "\t")
  }
}

private final class TableCellsNode<RowValue>: WidgetNode<TableCells<RowValue>> {
  private var cells: [(key: [AnyHashable], node: Node)] = []
  private var layout: TableLayout?

  init(_ view: TableCells<RowValue>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_add_css_class(widget, "table-row")
    gtk_widget_set_hexpand(widget, 1)
    layout = view.content?.layout
    layout?.add(widget)
    showCells()
  }

  deinit {}

  override func update(_ view: TableCells<RowValue>) {
    super.update(view)
    showCells()
  }

  override func reevaluate() { showCells() }

  private func showCells() {
    guard let content = view.content else { return }
    let views = tracked {
      content.columns.map { $0.cells.cell(of: view.value, alignment: $0.alignment) }
    }
    let isSameOrder = content.columns.elementsEqual(cells) { $0.key == $1.key }
    var old = Dictionary(cells.map { ($0.key, $0.node) }) { first, _ in first }
    var shown: [(key: [AnyHashable], node: Node)] = []
    for (column, view) in zip(content.columns, views) {
      let former = old[column.key]
      if let former, view.update(former) {
        old[column.key] = nil
        shown.append((column.key, former))
      } else {
        shown.append((column.key, view.makeAnyNode(childContext)))
      }
    }
    let isSame = isSameOrder && old.isEmpty
    cells = shown
    if !isSame { arrange(shown.flatMap(\.node.widgets), inBox: widget) }
    for node in old.values { node.destroy() }
  }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .plain
    if environment.textLayout.lines.maximum == nil {
      environment.textLayout.lines = LineLimit(maximum: 1)
    }
    return environment
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    for cell in cells { visit(cell.node) }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    layout?.remove(widget)
    super.destroy()
  }
}

// MARK: - Cells

/// The view of a cell, whatever it shows.
protocol TableCellView: View {}

extension TableCellView {
  fileprivate func makeAnyNode(_ context: NodeContext) -> Node { Self._makeNode(self, context) }

  /// Shows the view in a node of another one. Returns whether that was of the same type.
  fileprivate func update(_ node: Node) -> Bool {
    guard let node = node as? ViewNode<Self> else { return false }
    node.update(self)
    return true
  }
}

/// A cell of a table. It is as wide as its column, whatever it shows.
struct TableCell<Content: View>: PrimitiveView, TableCellView {
  let content: Content?
  let alignment: TableColumnAlignment

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { TableCellNode(self, context) }
}

private final class TableCellNode<Content: View>: ContainerNode<TableCell<Content>, Content?> {
  init(_ view: TableCell<Content>, _ context: NodeContext) {
    super.init(
      view,
      context,
      widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    ) { $0.content }
    gtk_widget_add_css_class(widget, "table-cell")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_GRID_CELL, of: widget)
  }

  deinit {}

  override func prepare() { CellLayout.install(in: widget, view.alignment) }

  override func update(_ view: TableCell<Content>) {
    let isMoved = view.alignment != self.view.alignment
    super.update(view)
    guard isMoved else { return }
    CellLayout.setAlignment(view.alignment, of: widget)
    setEnvironment(environment)
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: widget)
    for child in widgets where gtk_widget_compute_expand(child, GTK_ORIENTATION_VERTICAL) == 0 {
      gtk_widget_set_valign(child, GTK_ALIGN_CENTER)
    }
  }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.textLayout.alignment = view.alignment.text
    return environment
  }
}

/// The layout of a cell: its views side by side, as wide as they are or as the column allows.
private enum CellLayout {
  private static let key = "gtkviews-cell-alignment"
  private static let spacing: Int32 = 6

  static func install(in cell: WidgetPointer, _ alignment: TableColumnAlignment) {
    setAlignment(alignment, of: cell)
    gtk_widget_set_layout_manager(
      cell,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { cell, orientation, forSize, minimum, natural, _, _ in
          guard let cell else { return }
          let size = CellLayout.size(of: cell, orientation, forSize: forSize)
          minimum?.pointee = size.minimum
          natural?.pointee = size.natural
        },
        { cell, width, height, _ in
          if let cell { CellLayout.allocate(cell, width: width, height: height) }
        }
      )
    )
  }

  static func setAlignment(_ alignment: TableColumnAlignment, of cell: WidgetPointer) {
    let code =
      switch alignment {
      case .leading: 0
      case .center: 1
      case .trailing: 2
      }
    g_object_set_data(cell.cast(), key, UnsafeMutableRawPointer(bitPattern: code))
    gtk_widget_queue_allocate(cell)
  }

  /// The column decides how wide a cell is, so that the least width is that of its borders.
  private static func size(
    of cell: WidgetPointer,
    _ orientation: GtkOrientation,
    forSize: Int32
  ) -> (minimum: Int32, natural: Int32) {
    let children = cell.laidOutChildren
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let gaps = spacing * Int32(max(children.count - 1, 0))
      return (0, children.reduce(gaps) { $0 + $1.measured(orientation).natural })
    }
    var size: (minimum: Int32, natural: Int32) = (0, 0)
    let widths = forSize < 0 ? nil : widths(of: children, in: forSize)
    for (number, child) in children.enumerated() {
      let own = child.measured(orientation, forSize: widths?[number] ?? -1)
      size = (max(size.minimum, own.minimum), max(size.natural, own.natural))
    }
    return size
  }

  /// A child that expands takes what the others leave.
  private static func widths(of children: [WidgetPointer], in room: Int32) -> [Int32] {
    let gaps = spacing * Int32(max(children.count - 1, 0))
    let sizes = children.map { $0.measured(GTK_ORIENTATION_HORIZONTAL) }
    var widths = sizes.map(\.natural)
    var free = room - gaps - widths.reduce(0, +)
    for (number, child) in children.enumerated() {
      if free < 0 {
        let given = min(widths[number] - sizes[number].minimum, -free)
        widths[number] -= given
        free += given
      } else if free > 0, gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL) != 0 {
        widths[number] += free
        free = 0
      }
    }
    return widths
  }

  private static func allocate(_ cell: WidgetPointer, width: Int32, height: Int32) {
    let children = cell.laidOutChildren
    let widths = widths(of: children, in: width)
    let isRightToLeft = gtk_widget_get_direction(cell) == GTK_TEXT_DIR_RTL
    let used = widths.reduce(spacing * Int32(max(children.count - 1, 0)), +)
    let code = Int32(Int(bitPattern: g_object_get_data(cell.cast(), key)))
    var start = max(width - used, 0) * code / 2
    for (child, length) in zip(children, widths) {
      var allocation = GtkAllocation(
        x: isRightToLeft ? width - start - length : start,
        y: 0,
        width: length,
        height: height
      )
      gtk_widget_size_allocate(child, &allocation, -1)
      start += length + spacing
    }
  }
}
