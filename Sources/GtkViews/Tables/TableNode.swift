import Foundation
import GtkKit

/// What a table tells the list that shows its rows.
final class TableContext {
  let layout = TableLayout()
  let header: TableHeader
  private weak var listView: ListView?

  init() { header = TableHeader(layout: layout) }

  deinit {}

  /// Makes a list the rows of the table.
  func adopt(_ list: ListView) {
    listView = list
    gtk_widget_add_css_class(list.listWidget, "view-table")
    gtk_widget_add_css_class(list.widget, "table")
    gtk_scrolled_window_set_policy(
      list.scrolledWidget.opaque,
      GTK_POLICY_AUTOMATIC,
      GTK_POLICY_AUTOMATIC
    )
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_GRID, of: list.listWidget)
    list.header = header.widget
  }

  /// Scrolls sideways until a column is in sight.
  func scroll(toColumn number: Int) {
    guard let listView else { return }
    let adjustment = gtk_scrollable_get_hadjustment(listView.listWidget.opaque)
    let place = layout.place(ofColumn: number, in: Int(gtk_widget_get_width(header.widget)))
    gtk_adjustment_clamp_page(adjustment, Double(place.lowerBound), Double(place.upperBound))
  }
}

private enum TableContextKey: EnvironmentKey {
  static let defaultValue: TableContext? = nil
}

extension EnvironmentValues {
  /// The table whose rows a list shows.
  var table: TableContext? {
    get { self[TableContextKey.self] }
    set { self[TableContextKey.self] = newValue }
  }
}

/// A list with a header; see ``Table``.
public struct TableContent<Rows: View, RowValue: Identifiable, Sort: SortComparator>:
  PrimitiveView
{
  var rows: Rows
  /// Makes a list show its rows.
  let setRow: (inout Rows, TableRowMaker<RowValue>) -> Void
  let columns: [ShownColumn<RowValue, Sort>]
  let sortOrder: Binding<[Sort]>?
  let customization: Binding<TableColumnCustomization<RowValue>>?

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { TableNode(self, context) }
}

private final class TableNode<Rows: View, RowValue: Identifiable, Sort: SortComparator>:
  ViewNode<TableContent<Rows, RowValue, Sort>>
{
  private typealias Customization = TableColumnCustomization<RowValue>

  private let table = TableContext()
  private var maker: TableRowMaker<RowValue>
  /// All columns by their offsets in the view, in the order in which they are shown.
  private var shown: [Int] = []
  /// The widths that the user has given to columns of a table that keeps no customization.
  private var ownWidths: [[AnyHashable]: Double] = [:]
  private var child: ViewNode<Rows>?
  private var menu: OpenMenu<TableColumnMenu>?

  override init(_ view: TableContent<Rows, RowValue, Sort>, _ context: NodeContext) {
    maker = TableRowMaker([], layout: table.layout)
    super.init(view, context)
    connect()
    showColumns()
    child = Rows._makeNode(rows, childContext)
  }

  deinit {}

  private func connect() {
    let header = table.header
    header.onSort = { [unowned self] in sort(by: $0, adding: $1) }
    header.onResize = { [unowned self] in resize($0, to: $1) }
    header.onMove = { [unowned self] in move($0, to: $1) }
    header.onMenu = { [unowned self] in openMenu($0, $1) }
    header.onFocus = { [unowned self] in table.scroll(toColumn: $0) }
  }

  // MARK: What is shown

  override func update(_ view: TableContent<Rows, RowValue, Sort>) {
    super.update(view)
    showColumns()
    child?.update(rows)
  }

  override func reevaluate() {
    let old = maker
    showColumns()
    if old !== maker { child?.update(rows) }
  }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.table = table
    return environment
  }

  override func environmentDidChange() {
    reevaluate()
    super.environmentDidChange()
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }

  /// The list with the columns that are shown now.
  private var rows: Rows {
    var rows = view.rows
    view.setRow(&rows, maker)
    return rows
  }

  private var ids: [String?] { view.columns.map(\.customizationID) }

  private func showColumns() {
    let (order, customization) = tracked {
      (view.sortOrder?.wrappedValue ?? [], view.customization?.wrappedValue ?? Customization())
    }
    reportDuplicateIDs()
    var shown = customization.arranged(ids).filter { isShown($0, in: customization) }
    let isCompact = environment.horizontalSizeClass == .compact
    if isCompact { shown = Array(shown.prefix(1)) }
    self.shown = shown
    let columns = shown.map { view.columns[$0] }
    let new = TableRowMaker(
      columns.map {
        TableRowMaker.Column(
          key: $0.key,
          alignment: $0.alignment,
          cells: $0.cells,
          copiedText: $0.copiedText
        )
      },
      layout: table.layout
    )
    if !new.isSame(as: maker) { maker = new }
    table.layout.columns = columns.map { column in
      var width = column.width
      width.chosen = isCompact ? nil : chosenWidth(of: column, in: customization)
      if isCompact { width.maximum = .infinity }
      return width
    }
    gtk_widget_set_visible(table.header.widget, isCompact ? 0 : 1)
    table.header.show(columns.map { item(for: $0, order) })
  }

  private func isShown(_ offset: Int, in customization: Customization) -> Bool {
    let column = view.columns[offset]
    let own = column.customizationID.map { customization[visibility: $0] } ?? .automatic
    return (own == .automatic ? column.defaultVisibility : own) != .hidden
  }

  private func chosenWidth(
    of column: ShownColumn<RowValue, Sort>,
    in customization: Customization
  ) -> Double? {
    guard let id = column.customizationID, view.customization != nil else {
      return ownWidths[column.key]
    }
    return customization[width: id]
  }

  private func item(
    for column: ShownColumn<RowValue, Sort>,
    _ order: [Sort]
  ) -> TableHeader.Item {
    let isSortable = column.sort != nil && view.sortOrder != nil
    let place = column.sort.flatMap { sort in order.firstIndex { $0.sortsLike(sort) } }
    return TableHeader.Item(
      key: column.key,
      title: column.title.string,
      alignment: column.alignment,
      isReversed: place.map { order[$0].order == .reverse },
      rank: order.count > 1 ? place.map { $0 + 1 } : nil,
      isSortable: isSortable,
      isResizable: column.width.isResizable && column.allows(.resize),
      isMovable: isCustomizable(column, .reorder)
    )
  }

  private func isCustomizable(
    _ column: ShownColumn<RowValue, Sort>,
    _ behavior: TableColumnCustomizationBehavior
  ) -> Bool {
    view.customization != nil && column.customizationID != nil && column.allows(behavior)
  }

  private var reported: Set<String> = []

  /// Reports ids that several columns have, once for each.
  private func reportDuplicateIDs() {
    var known: Set<String> = []
    for id in ids.compactMap(\.self)
    where !known.insert(id).inserted && reported.insert(id).inserted {
      reportDuplicate(id, in: "The columns of a Table")
    }
  }

  // MARK: What the user does

  private func sort(by number: Int, adding adds: Bool) {
    guard !ignoresInput, let sortOrder = view.sortOrder, let sort = column(number)?.sort else {
      return
    }
    sortOrder.wrappedValue = sortOrder.wrappedValue.sorted(by: sort, adding: adds)
    // The state may have declined.
    reevaluateLater()
  }

  private func resize(_ number: Int, to width: Double?) {
    guard let column = column(number) else { return }
    guard let id = column.customizationID, view.customization != nil else {
      guard !isInert else { return }
      ownWidths[column.key] = width
      return showColumns()
    }
    customize { $0[width: id] = width }
  }

  private func move(_ number: Int, to destination: Int) {
    guard shown.indices.contains(number), 0...shown.count ~= destination else { return }
    let offset = shown[number]
    // A column that is not known cannot be named. What comes after it can.
    let other = shown[destination...].first { ids[$0] != nil && $0 != offset }
    customize { [ids] in $0.move(offset, before: other, ids) }
  }

  private func column(_ number: Int) -> ShownColumn<RowValue, Sort>? {
    shown.indices.contains(number) ? view.columns[shown[number]] : nil
  }

  private func customize(_ change: (inout Customization) -> Void) {
    guard !ignoresInput, let binding = view.customization else { return }
    let old = binding.wrappedValue
    var new = old
    change(&new)
    if new != old { binding.wrappedValue = new }
    // The state may have declined.
    reevaluateLater()
  }

  // MARK: Menu

  private func openMenu(_ x: Double, _ y: Double) -> Bool {
    guard !ignoresInput, let binding = view.customization else { return false }
    let customization = binding.wrappedValue
    let visible = shown.count
    let entries = customization.arranged(ids).compactMap { offset -> TableColumnMenu.Entry? in
      let column = view.columns[offset]
      guard isCustomizable(column, .visibility), let id = column.customizationID else { return nil }
      let isShown = isShown(offset, in: customization)
      return TableColumnMenu.Entry(
        id: id,
        title: column.title.string,
        isShown: isShown,
        // A table without columns could not be given any.
        isFixed: isShown && visible == 1
      )
    }
    guard !entries.isEmpty else { return false }
    menu?.destroy()
    let content = TableColumnMenu(entries: entries) { [weak self] id, isShown in
      self?.customize { $0[visibility: id] = isShown ? .visible : .hidden }
    }
    menu = OpenMenu(content, parent: self, on: table.header.widget, x: x, y: y)
    return true
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    menu?.destroy()
    menu = nil
  }

  override func destroy() {
    guard !isDestroyed else { return }
    menu?.destroy()
    menu = nil
    super.destroy()
    table.header.destroy()
  }
}

/// The menu of a table's header, which shows and hides columns.
private struct TableColumnMenu: View {
  struct Entry: Identifiable {
    let id: String
    let title: String
    let isShown: Bool
    let isFixed: Bool
  }

  let entries: [Entry]
  let show: (_ id: String, _ isShown: Bool) -> Void

  var body: some View {
    ForEach(entries) { entry in
      Toggle(
        entry.title,
        isOn: Binding(get: { entry.isShown }, set: { show(entry.id, $0) })
      )
      .disabled(entry.isFixed)
    }
  }
}
