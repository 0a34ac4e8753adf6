import Foundation
import GtkKit
import GtkTestSupport
import IssueReporting
import Observation
import PagedArrays
import Testing

@testable import GtkViews

private nonisolated struct Stone: Identifiable, Equatable {
  let id: Int
  var name: String
  var carat: Double
}

/// A jeweller's stones.
@Observable
private final class Tray {
  var stones: [Stone]
  var order: [KeyPathComparator<Stone>] = []
  var columns = TableColumnCustomization<Stone>()
  var selection: Set<Int> = []
  var isLocked = false
  var opened: [Set<Int>] = []
  var showsOrigin = false
  var names: [String] = []

  init(_ count: Int = 12) {
    stones = (0..<count).map { Stone(id: $0, name: "Stone \($0)", carat: Double($0) / 2) }
  }

  func binding<Value>(_ path: ReferenceWritableKeyPath<Tray, Value>) -> Binding<Value> {
    Binding {
      self[keyPath: path]
    } set: {
      if !self.isLocked { self[keyPath: path] = $0 }
    }
  }
}

private struct TrayView: View {
  let tray: Tray

  var body: some View {
    Table(
      tray.stones,
      selection: tray.binding(\.selection),
      sortOrder: tray.binding(\.order),
      columnCustomization: tray.binding(\.columns)
    ) {
      TableColumn("Name", value: \.name)
        .customizationID("name")
      TableColumn("Carat", value: \.carat) { Text("\($0.carat) ct") }
        .customizationID("carat")
        .alignment(.numeric)
        .width(min: 60, ideal: 80, max: 200)
      if tray.showsOrigin {
        TableColumn("Origin") { _ in Text("Unknown") }
      }
      TableColumn("Shop") { _ in Text("Hall") }
        .customizationID("shop")
        .defaultVisibility(.hidden)
    }
    .contextMenu(forSelectionType: Int.self) { ids in
      if !ids.isEmpty { Button("Polish \(ids.count)") { tray.opened.append(ids) } }
    } primaryAction: { ids in
      tray.opened.append(ids)
    }
  }
}

/// The table of a window, for the user's input.
@MainActor
private struct TableInputs {
  let content: WidgetPointer
  let list: WidgetPointer
  let header: WidgetPointer

  init(_ content: WidgetPointer) throws {
    self.content = content
    list = try #require(content.all(gtk_list_view_get_type()).first)
    header = try #require(
      content.contents.first { gtk_widget_has_css_class($0, "table-header") != 0 }
    )
  }

  var buttons: [WidgetPointer] { header.all(gtk_button_get_type()) }

  var titles: [String] {
    // The place in the order is beside the title, and often empty.
    buttons.map { $0.texts.first { Int($0) == nil && !$0.isEmpty } ?? "" }
  }

  /// The texts of the first row.
  var firstRow: [String] { row(0)?.texts ?? [] }

  func row(_ number: Int) -> WidgetPointer? {
    let rows = content.contents.filter { gtk_widget_has_css_class($0, "table-row") != 0 }
    return rows.first { $0.texts.contains("Stone \(number)") }
  }

  func button(_ title: String) throws -> WidgetPointer {
    try #require(buttons.first { $0.texts.contains(title) })
  }

  func click(_ title: String) throws {
    emit(try button(title), "clicked")
    updateViewsNow()
  }

  /// Presses a key while the header of a column has the focus.
  func press(
    _ key: Int32,
    on title: String,
    _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0)
  ) throws -> Bool {
    gtk_widget_grab_focus(try button(title))
    defer { updateViewsNow() }
    return header.press(key: key, modifiers)
  }

  func width(_ title: String) throws -> Int {
    // The box around the button is as wide as the column.
    Int(gtk_widget_get_width(gtk_widget_get_parent(try button(title))))
  }

  func select(_ positions: ClosedRange<Int>) {
    _ = list.press(key: GDK_KEY_Down, GDK_SHIFT_MASK)
    gtk_selection_model_select_range(
      gtk_list_view_get_model(list.opaque),
      guint(positions.lowerBound),
      guint(positions.count),
      1
    )
    updateViewsNow()
  }
}

/// The width of a widget with its padding.
private func outerWidth(_ widget: WidgetPointer) -> Int {
  var bounds = graphene_rect_t()
  guard gtk_widget_compute_bounds(widget, gtk_widget_get_parent(widget), &bounds) != 0 else {
    return 0
  }
  return Int(bounds.size.width)
}

private let controlShift = GdkModifierType(
  rawValue: GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
)

extension ViewTests {
  private func withTray(
    _ tray: Tray = Tray(),
    width: Int = 500,
    _ body: @MainActor (Tray, TableInputs) async throws -> Void
  ) async throws {
    try await withTable(TrayView(tray: tray), width: width) { try await body(tray, $0) }
  }

  /// Shows a table in a window for the time of a test.
  private func withTable(
    _ view: some View,
    width: Int = 500,
    _ body: @MainActor (TableInputs) async throws -> Void
  ) async throws {
    let window = ViewWindow("Test", width: width, height: 320) { view }
    // GTK 4.8 warns if a window goes while the tooltip of a shortened label is about to come.
    gtk_widget_set_can_target(window.window.widget, 0)
    window.present()
    defer { window.destroy() }
    let content = window.window.widget
    #expect(
      await eventually {
        guard let list = content.all(gtk_list_view_get_type()).first,
          gtk_widget_get_width(list) > 0
        else { return false }
        // Those below the window have no size.
        let row = content.contents.first { gtk_widget_has_css_class($0, "table-row") != 0 }
        return row.map { gtk_widget_get_width($0) > 0 } ?? true
      }
    )
    try await body(TableInputs(content))
  }

  @Test func `a table shows its columns, but those that are hidden at first`() async throws {
    try await withTray { _, inputs in
      #expect(inputs.titles == ["Name", "Carat"])
      #expect(inputs.firstRow == ["Stone 0", "0.0 ct"])
    }
  }

  // MARK: Sorting

  @Test func `a click on a header sorts by its column, and a second one the other way round`()
    async throws
  {
    try await withTray { tray, inputs in
      try inputs.click("Carat")
      #expect(tray.order == [KeyPathComparator(\Stone.carat)])
      let button = try inputs.button("Carat")
      #expect(Accessibility.hasSort(GTK_ACCESSIBLE_SORT_ASCENDING, button))
      try inputs.click("Carat")
      #expect(tray.order == [KeyPathComparator(\Stone.carat, order: .reverse)])
      #expect(Accessibility.hasSort(GTK_ACCESSIBLE_SORT_DESCENDING, button))
      try inputs.click("Name")
      #expect(tray.order == [KeyPathComparator(\Stone.name)])
      #expect(Accessibility.hasSort(GTK_ACCESSIBLE_SORT_NONE, button))
    }
  }

  @Test func `Shift and Return add a column to the order, and the headers tell the places`()
    async throws
  {
    try await withTray { tray, inputs in
      try inputs.click("Carat")
      #expect(try inputs.press(GDK_KEY_Return, on: "Name", GDK_SHIFT_MASK))
      #expect(
        tray.order == [KeyPathComparator(\Stone.carat), KeyPathComparator(\Stone.name)]
      )
      #expect(try inputs.button("Carat").texts.contains("1"))
      #expect(try inputs.button("Name").texts.contains("2"))
    }
  }

  @Test func `the table never sorts itself`() async throws {
    try await withTray { tray, inputs in
      tray.order = [KeyPathComparator(\Stone.carat, order: .reverse)]
      updateViewsNow()
      #expect(inputs.firstRow == ["Stone 0", "0.0 ct"])
      tray.stones.sort(using: tray.order)
      updateViewsNow()
      #expect(await eventually { inputs.row(11) != nil })
    }
  }

  @Test func `an order that is not taken is not shown`() async throws {
    try await withTray { tray, inputs in
      tray.isLocked = true
      try inputs.click("Carat")
      #expect(tray.order.isEmpty)
      #expect(try Accessibility.hasSort(GTK_ACCESSIBLE_SORT_NONE, inputs.button("Carat")))
    }
  }

  // MARK: Columns

  @Test func `the menu of the header hides and shows columns, but not the last one`()
    async throws
  {
    try await withTray { tray, inputs in
      tray.columns[visibility: "carat"] = .hidden
      updateViewsNow()
      #expect(inputs.titles == ["Name"])
      #expect(inputs.firstRow == ["Stone 0"])
      #expect(try inputs.press(GDK_KEY_Menu, on: "Name"))
      @MainActor func toggle(_ title: String) throws -> WidgetPointer {
        let popover = try #require(inputs.header.firstDescendant(gtk_popover_get_type()))
        return try #require(
          popover.all(gtk_check_button_get_type()).first { $0.texts.contains(title) }
        )
      }
      #expect(try gtk_widget_is_sensitive(toggle("Name")) == 0)
      #expect(try gtk_widget_is_sensitive(toggle("Carat")) != 0)
      gtk_check_button_set_active(try toggle("Shop").cast(), 1)
      updateViewsNow()
      #expect(tray.columns[visibility: "shop"] == .visible)
      #expect(inputs.titles == ["Name", "Shop"])
      #expect(inputs.firstRow == ["Stone 0", "Hall"])
      // A toggle closes its menu.
      #expect(await eventually { inputs.header.firstDescendant(gtk_popover_get_type()) == nil })
    }
  }

  @Test func `Ctrl+Shift with an arrow key moves a column, with its cells`() async throws {
    try await withTray { tray, inputs in
      let name = try inputs.button("Name")
      let isMoved = try inputs.press(GDK_KEY_Right, on: "Name", controlShift)
      #expect(isMoved)
      #expect(tray.columns.order == ["carat", "shop", "name"])
      #expect(inputs.titles == ["Carat", "Name"])
      #expect(inputs.firstRow == ["0.0 ct", "Stone 0"])
      #expect(name.containsFocus)
      tray.isLocked = true
      _ = try inputs.press(GDK_KEY_Left, on: "Name", controlShift)
      #expect(inputs.titles == ["Carat", "Name"])
    }
  }

  @Test func `Ctrl with an arrow key changes the width, within that of the column`()
    async throws
  {
    try await withTray { tray, inputs in
      let width = try inputs.width("Carat")
      #expect(try inputs.press(GDK_KEY_Left, on: "Carat", GDK_CONTROL_MASK))
      #expect(tray.columns[width: "carat"] == Double(width - 10))
      #expect(await eventually { (try? inputs.width("Carat")) == width - 10 })
      for _ in 0..<40 { _ = try inputs.press(GDK_KEY_Left, on: "Carat", GDK_CONTROL_MASK) }
      #expect(await eventually { (try? inputs.width("Carat")) == 60 })
      for _ in 0..<40 {
        _ = try inputs.press(GDK_KEY_Right, on: "Carat", GDK_CONTROL_MASK)
        #expect(
          await eventually {
            Double((try? inputs.width("Carat")) ?? 0) == tray.columns[width: "carat"]
          }
        )
      }
      #expect(tray.columns[width: "carat"] == 200)
      tray.columns[width: "carat"] = nil
      #expect(await eventually { (try? inputs.width("Carat")) == width })
    }
  }

  @Test func `cells are as wide as their header`() async throws {
    try await withTray { tray, inputs in
      @MainActor func cellWidths() -> [Int] {
        (inputs.row(0)?.children ?? []).map(outerWidth)
      }
      @MainActor func headerWidths() -> [Int] { inputs.titles.compactMap { try? inputs.width($0) } }
      #expect(await eventually { cellWidths() == headerWidths() && cellWidths().count == 2 })
      #expect(cellWidths().reduce(0, +) == Int(gtk_widget_get_width(inputs.list)))
      tray.columns[width: "name"] = 700
      #expect(await eventually { headerWidths().first == 700 && cellWidths() == headerWidths() })
      // What does not fit is scrolled, with the header.
      let adjustment = gtk_scrollable_get_hadjustment(inputs.list.opaque)
      #expect(gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment))
      gtk_adjustment_set_value(adjustment, 100)
      #expect(
        await eventually {
          var (x, y) = (0.0, 0.0)
          gtk_widget_translate_coordinates(inputs.header, inputs.list, 0, 0, &x, &y)
          return x == -100
        }
      )
    }
  }

  @Test func `columns come and go, and the others keep their widgets`() async throws {
    try await withTray { tray, inputs in
      let name = try inputs.button("Name")
      let cell = try #require(inputs.row(0)?.children.first)
      tray.showsOrigin = true
      updateViewsNow()
      #expect(inputs.titles == ["Name", "Carat", "Origin"])
      #expect(inputs.firstRow == ["Stone 0", "0.0 ct", "Unknown"])
      tray.showsOrigin = false
      updateViewsNow()
      #expect(inputs.titles == ["Name", "Carat"])
      #expect(try inputs.button("Name") == name)
      #expect(inputs.row(0)?.children.first == cell)
    }
  }

  private struct StockView: View {
    let tray: Tray

    var body: some View {
      Table(tray.stones) {
        TableColumn("Stone", value: \.name)
        TableColumnForEach(tray.names, id: \.self) { name in
          TableColumn(name) { Text("\(name) \($0.id)") }
        }
      }
    }
  }

  @Test func `there are columns for the elements of a collection`() async throws {
    let tray = Tray()
    tray.names = ["Delft", "Gouda"]
    try await withTable(StockView(tray: tray)) { inputs in
      #expect(inputs.firstRow == ["Stone 0", "Delft 0", "Gouda 0"])
      let gouda = try inputs.button("Gouda")
      tray.names = ["Gouda", "Leiden"]
      updateViewsNow()
      #expect(inputs.firstRow == ["Stone 0", "Gouda 0", "Leiden 0"])
      #expect(try inputs.button("Gouda") == gouda)
    }
  }

  @Test func `a table without a sort order or a customization has neither`() async throws {
    try await withTable(StockView(tray: Tray())) { inputs in
      try inputs.click("Stone")
      #expect(try gtk_widget_has_css_class(inputs.button("Stone"), "sortable") == 0)
      #expect(try inputs.press(GDK_KEY_Menu, on: "Stone") == false)
      #expect(try inputs.press(GDK_KEY_Left, on: "Stone", GDK_CONTROL_MASK))
      #expect(await eventually { inputs.titles == ["Stone"] })
    }
  }

  @Test func `a customization id that two columns have is reported once`() async throws {
    let stones = Tray().stones
    let columns = Binding.constant(TableColumnCustomization<Stone>())
    withExpectedIssue {
      withHost(
        Table(stones, columnCustomization: columns) {
          TableColumn("Name", value: \.name).customizationID("name")
          TableColumn("Carat") { Text("\($0.carat)") }.customizationID("name")
        }
      ) { _ in }
    }
  }

  @Test func `a compact table shows only its first column, without a header`() async throws {
    let tray = Tray()
    try await withTable(
      TrayView(tray: tray).environment(\.horizontalSizeClass, .compact)
    ) { inputs in
      #expect(inputs.firstRow == ["Stone 0"])
      #expect(gtk_widget_get_visible(inputs.header) == 0)
      #expect(
        inputs.row(0)?.children.map(outerWidth) == [Int(gtk_widget_get_width(inputs.list))]
      )
    }
  }

  // MARK: Rows

  @Test func `selected rows are copied as text, in the order of the columns`() async throws {
    try await withTray { tray, inputs in
      tray.stones[2].name = "Blood\tstone\nred"
      tray.columns.order = ["carat", "name"]
      updateViewsNow()
      inputs.select(1...2)
      #expect(tray.selection == [1, 2])
      #expect(inputs.list.press(key: GDK_KEY_c, GDK_CONTROL_MASK))
      #expect(await Self.clipboardText() == "0.5 ct\tStone 1\n1.0 ct\tBlood stone red")
    }
  }

  @Test func `another text is copied, or none`() async throws {
    let tray = Tray()
    tray.selection = [3]
    let view = TrayView(tray: tray).onCopyCommand {
      tray.selection.isEmpty ? nil : "\(tray.selection.count) stones"
    }
    try await withTable(view) { inputs in
      #expect(inputs.list.press(key: GDK_KEY_c, GDK_CONTROL_MASK))
      #expect(await Self.clipboardText() == "1 stones")
      tray.selection = []
      updateViewsNow()
      #expect(!inputs.list.press(key: GDK_KEY_c, GDK_CONTROL_MASK))
    }
  }

  private static func clipboardText() async -> String? {
    var text: String?
    let clipboard = gdk_display_get_clipboard(gdk_display_get_default())
    _ = await eventually {
      guard let value = gdk_clipboard_get_content(clipboard) else { return false }
      var held = GValue()
      g_value_init(&held, FundamentalType.string)
      defer { g_value_unset(&held) }
      guard gdk_content_provider_get_value(value, &held, nil) != 0 else { return false }
      text = g_value_get_string(&held).map { String(cString: $0) }
      return text != nil
    }
    return text
  }

  @Test func `the menu of the selection acts on it, or on the row that is clicked`() async throws {
    try await withTray { tray, inputs in
      @MainActor func open(_ number: Int) async throws -> WidgetPointer {
        let row = try #require(inputs.row(number))
        let list = inputs.list
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(row, list, 5, 5, &x, &y)
        for click in list.controllers(gtk_gesture_click_get_type())
        where gtk_gesture_single_get_button(click) == 3 {
          emit(click, "released", Int32(1), x, y)
        }
        #expect(await eventually { list.firstDescendant(gtk_popover_get_type()) != nil })
        return try #require(list.firstDescendant(gtk_popover_get_type()))
      }
      gtk_widget_set_can_target(inputs.content, 1)
      inputs.select(1...2)
      #expect(try await open(1).texts == ["Polish 2"])
      let other = try await open(4)
      #expect(other.texts == ["Polish 1"])
      emit(try #require(other.button(labelled: "Polish 1")), "clicked")
      #expect(tray.opened == [[4]])
      #expect(tray.selection == [1, 2])
    }
  }

  @Test func `activating a row is the primary action for the selection`() async throws {
    try await withTray { tray, inputs in
      inputs.select(1...2)
      emit(inputs.list, "activate", guint(2))
      emit(inputs.list, "activate", guint(5))
      #expect(tray.opened == [[1, 2], [5]])
    }
  }

  // MARK: Editing

  private struct EditedView: View {
    @Bindable var tray: Tray

    var body: some View {
      Table($tray.stones) {
        TableColumn("Name") { stone in TextField("Name", text: stone.name) }
        TableColumn("Note") { stone in TextField("Note", text: .constant("")) }
        TableColumn("Carat") { stone in Text("\(stone.wrappedValue.carat)") }
      }
    }
  }

  @Test func `a field in a cell writes, and keeps the focus when its row changes`() async throws {
    let tray = Tray()
    try await withTable(EditedView(tray: tray)) { inputs in
      @MainActor func fields() -> [WidgetPointer] { inputs.list.all(gtk_text_get_type()) }
      #expect(await eventually { !fields().isEmpty })
      let field = try #require(fields().first)
      gtk_widget_grab_focus(field)
      gtk_editable_set_text(OpaquePointer(field), "Opal")
      updateViewsNow()
      #expect(tray.stones[0].name == "Opal")
      tray.stones[0].carat = 7
      updateViewsNow()
      #expect(inputs.list.texts.contains("7.0"))
      #expect(field.containsFocus)
      // Tab leads to the next cell.
      let window = try #require(gtk_widget_get_root(field).map { WidgetPointer($0) })
      #expect(
        inputs.list.press(key: GDK_KEY_Tab)
          || gtk_widget_child_focus(window, GTK_DIR_TAB_FORWARD) != 0
      )
      #expect(fields()[1].containsFocus)
    }
  }

  // MARK: Many rows

  private struct GemsView: View {
    @Bindable var archive: Gems

    var body: some View {
      Table(
        archive.rows,
        selection: $archive.selection,
        sortOrder: $archive.order,
        load: { archive.load($0) }
      ) {
        TableColumn("Name", value: \.name)
        TableColumn("Carat", value: \.carat) { Text("\($0.carat)") }
      }
      .onRowActivateElsewhere { archive.openedElsewhere.append($0.id) }
      .onRowKeyPress(characters: "+", "-") { archive.typed.append("\($1)\($0.id)") }
      .contextMenu(forPagedSelectionOf: Int.self) { _ in
        EmptyView()
      } primaryAction: {
        archive.opened.append($0)
      }
    }
  }

  /// Many stones of which a few are loaded.
  @Observable
  final class Gems {
    fileprivate var rows: PagedArray<Stone>
    var selection = PagedSelection<Int>.none
    fileprivate var order: [KeyPathComparator<Stone>] = []
    var opened: [PagedSelection<Int>] = []
    var openedElsewhere: [Int] = []
    var typed: [String] = []
    var isLoading = true

    init(_ count: Int) { rows = PagedArray(count: count, pageSize: 50, maximumPages: 4) }

    func load(_ range: Range<Int>) {
      guard isLoading, let range = rows.unloadedPages(in: range) else { return }
      rows.load(
        range.map { Stone(id: $0, name: "Stone \($0)", carat: 1) },
        at: range.lowerBound
      )
    }
  }

  @Test func `a table of a million rows loads those in sight, and selects all`() async throws {
    let archive = Gems(1_000_000)
    try await withTable(GemsView(archive: archive)) { inputs in
      #expect(await eventually { inputs.firstRow == ["Stone 0", "1.0"] })
      #expect(archive.rows.loadedRanges.reduce(0) { $0 + $1.count } <= 200)
      _ = inputs.list.press(key: GDK_KEY_a, GDK_CONTROL_MASK)
      gtk_selection_model_select_all(gtk_list_view_get_model(inputs.list.opaque))
      updateViewsNow()
      #expect(archive.selection == .all)
      // Not all of it is there to be copied.
      #expect(!inputs.list.press(key: GDK_KEY_c, GDK_CONTROL_MASK))
      emit(inputs.list, "activate", guint(3))
      #expect(archive.opened == [.all])
    }
  }

  @Test func `a row of a table over pages is opened elsewhere by Ctrl+Return, and takes keys`()
    async throws
  {
    let archive = Gems(1_000)
    try await withTable(GemsView(archive: archive)) { inputs in
      #expect(await eventually { inputs.firstRow == ["Stone 0", "1.0"] })
      gtk_widget_grab_focus(inputs.list.children[1])
      #expect(inputs.list.press(key: GDK_KEY_Return, GDK_CONTROL_MASK))
      #expect(archive.openedElsewhere == [1])
      #expect(inputs.list.press(key: GDK_KEY_plus))
      #expect(inputs.list.press(key: GDK_KEY_minus))
      #expect(archive.typed == ["+1", "-1"])
    }
  }

  @Test func `rows that are not loaded have empty cells`() async throws {
    let archive = Gems(1_000)
    archive.isLoading = false
    try await withTable(GemsView(archive: archive)) { inputs in
      let cells = inputs.content.contents.filter { gtk_widget_has_css_class($0, "table-cell") != 0 }
      #expect(!cells.isEmpty && cells.allSatisfy { $0.texts.isEmpty })
    }
  }

  @Test func `equal columns show no row again`() async throws {
    let counter = Counter()
    try await withTable(CountedView(counter: counter)) { _ in
      let made = counter.made
      counter.turns += 1
      updateViewsNow()
      #expect(counter.made == made)
    }
  }

  @Observable
  final class Counter {
    var turns = 0
    @ObservationIgnored var made = 0
    fileprivate let stones = Tray(40).stones
  }

  private struct CountedView: View {
    let counter: Counter

    var body: some View {
      Text("\(counter.turns) turns")
      Table(counter.stones) {
        TableColumn("Name") { [counter] stone in
          counter.made += 1
          return Text(stone.name)
        }
      }
    }
  }

  // MARK: Lifetime

  @Test func `a table that is opened and closed a hundred times leaves nothing`() async throws {
    weak var last: Tray?
    var widgets: [WeakReference] = []
    for _ in 0..<100 {
      let tray = Tray(30)
      last = tray
      let window = ViewWindow("Test", width: 400, height: 300) { TrayView(tray: tray) }
      gtk_widget_set_can_target(window.window.widget, 0)
      window.present()
      let inputs = try TableInputs(window.window.widget)
      for widget in [inputs.list, inputs.header] + inputs.buttons {
        widgets.append(WeakReference(widget))
      }
      try inputs.click("Carat")
      window.destroy()
    }
    #expect(await eventually { last == nil && widgets.allSatisfy { $0.instance == nil } })
  }
}
