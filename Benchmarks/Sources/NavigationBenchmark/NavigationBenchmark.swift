import CGtk
import ComposableGtk
import Foundation
import GtkKit

/// Does the same work as the program `navigation-baseline`, from state and through a store, and
/// prints the same lines of JSON.
@main
@MainActor
struct NavigationBenchmark {
  private let window: ApplicationWindow
  private var host: (any AnyHost)?

  static func main() {
    let application = Application()
    application.onActivate = {
      let window = ApplicationWindow(application: application)
      window.defaultSize = (800, 700)
      window.present()
      DesktopSettings.areAnimationsEnabled = false
      settle()
      var benchmark = NavigationBenchmark(window: window)
      benchmark.run()
      application.quit()
    }
    exit(application.run())
  }

  private init(window: ApplicationWindow) {
    self.window = window
  }

  private mutating func run() {
    // Runs only one measurement, for a profiler.
    switch ProcessInfo.processInfo.environment["PROFILE"] {
    case "push_pop": return (1...10).forEach { _ in measurePushPop(depth: 1) }
    case "push_pop_100": return (1...10).forEach { _ in measurePushPop(depth: 100) }
    case "update": return (1...40).forEach { _ in measureUpdate() }
    case "list_show": return (1...20).forEach { _ in measureListShow(count: 100_000) }
    case "list_scroll":
      let store = measureListShow(count: 100_000)
      return (1...5).forEach { _ in measureListScroll(of: store) }
    case "list_insert":
      let store = measureListShow(count: 100_000)
      measureListScroll(of: store)
      return (1...40).forEach { _ in measureInsert(into: store) }
    case "list_change":
      let store = measureListShow(count: 100_000)
      measureListScroll(of: store)
      return (1...40).forEach { _ in measureChange(of: store) }
    case "table": return (1...5).forEach { _ in measureTable(count: 100_000) }
    case "split": return (1...40).forEach { _ in measureSplit(count: 100) }
    case "form": return (1...20).forEach { _ in measureForm(rows: 30) }
    case "type": return measureForm(rows: 30, keys: 20_000)
    default: break
    }
    measurePushPop(depth: 1)
    measurePushPop(depth: 10)
    measurePushPop(depth: 100)
    measureDeepLink(depth: 10)
    measureDeepLink(depth: 100)
    measureUpdate()
    measureListScroll(of: measureListShow(count: 1_000))
    let store = measureListShow(count: 100_000)
    measureListScroll(of: store)
    let peak = peakMemory()
    measureInsert(into: store)
    measureChange(of: store)
    measureRowPaint(count: 100_000)
    measureForm(rows: 30)
    measureTable(count: 1_000)
    measureTable(count: 100_000)
    measureSplit(count: 100)
    measureClose(lists: 10)
    printLine("peak_memory_kib", 1, peak)
  }

  private func printLine(_ name: String, _ n: Int, _ value: Double) {
    let value =
      name == "peak_memory_kib" ? String(format: "%.0f", value) : String(format: "%.2f", value)
    print("{\"name\": \"\(name)\", \"n\": \(n), \"us\": \(value)}")
    fflush(nil)
  }

  /// Shows a view in the window, and removes the one before.
  private mutating func show(_ view: some View) {
    let old = host
    let new = ViewHost(view, environment: EnvironmentValues())
    window.child = new.widget
    old?.destroy()
    host = new
  }

  // MARK: Pages

  private mutating func showBook(depth: Int) -> StoreOf<Book> {
    let store = Store(initialState: Book.State(depth: depth)) { Book() }
    show(BookView(store: store))
    settle()
    return store
  }

  private mutating func measurePushPop(depth: Int) {
    let store = showBook(depth: depth)
    let time = median(of: 200) { repetition in
      store.send(.push(number: depth + repetition))
      settle()
      store.send(.pop)
      settle()
    }
    require("Page \(depth - 1)")
    printLine("push_pop", depth, time)
  }

  private mutating func measureDeepLink(depth: Int) {
    let time = median(of: 15) { _ in
      _ = showBook(depth: depth)
    }
    require("Page \(depth - 1)")
    printLine("deep_link", depth, time)
  }

  private mutating func measureUpdate() {
    let store = showBook(depth: 1)
    let page = store.path.ids[0]
    let time = median(of: 500) { repetition in
      store.send(.path(.element(id: page, action: .page(.rename("Count \(repetition)")))))
      settle()
    }
    require("Count 499")
    printLine("update", 1, time)
  }

  // MARK: Lists

  @discardableResult
  private mutating func measureListShow(count: Int) -> StoreOf<Items> {
    let store = Store(initialState: Items.State(count: count)) { Items() }
    let start = processorTime()
    show(ItemsView(store: store))
    settleForTenFrames()
    printLine("list_show", count, processorTime() - start)
    return store
  }

  private func measureListScroll(of store: StoreOf<Items>) {
    measureScroll("list_scroll", count: store.items.count)
  }

  private mutating func measureTable(count: Int) {
    let store = Store(initialState: Ledger.State(count: count)) { Ledger() }
    let start = processorTime()
    show(LedgerView(store: store))
    settleForTenFrames()
    printLine("table_show", count, processorTime() - start)
    measureScroll("table_scroll", count: count)
  }

  /// Scrolls from the first row to the last.
  private func measureScroll(_ name: String, count: Int) {
    let position = gtk_scrolled_window_get_vadjustment(scrolledWindow(in: window.widget)!)!
    let end = gtk_adjustment_get_upper(position) - gtk_adjustment_get_page_size(position)
    let start = processorTime()
    for step in 1...100 {
      gtk_adjustment_set_value(position, end * Double(step) / 100)
      g_usleep(17_000)
      settle()
    }
    printLine(name, count, (processorTime() - start) / 100)
    require("Item \(count - 1)")
  }

  private func measureInsert(into store: StoreOf<Items>) {
    let count = store.items.count
    let time = median(of: 51) { repetition in
      let item = Items.Item(id: count + repetition, name: "New item")
      store.send(.insert(item, at: count / 2))
      settle()
    }
    printLine("list_insert", count, time)
  }

  private func measureChange(of store: StoreOf<Items>) {
    let count = store.items.count
    let id = store.items.ids[count / 2]
    let time = median(of: 51) { repetition in
      store.send(.rename(id: id, "Renamed \(repetition)"))
      settle()
    }
    printLine("list_change", count, time)
  }

  /// Changes a property of a row in sight.
  private mutating func measureRowPaint(count: Int) {
    let store = Store(initialState: Roster.State(count: count)) { Roster() }
    show(RosterView(store: store))
    settleForTenFrames()
    let time = median(of: 51) { repetition in
      store.send(.members(.element(id: 3, action: .rename("Renamed \(repetition)"))))
      paint(window.widget)
    }
    require("Renamed 50")
    printLine("row_paint", count, time)
  }

  // MARK: Columns

  private mutating func measureSplit(count: Int) {
    let store = Store(initialState: Library.State(count: count)) { Library() }
    show(LibraryView(store: store))
    settleForTenFrames()
    let time = median(of: 500) { repetition in
      store.send(.selected(1 + repetition % 10))
      settle()
    }
    require("Item \(1 + 499 % 10)")
    printLine("split_select", count, time)
  }

  // MARK: Forms

  private mutating func measureForm(rows: Int, keys: Int = 200) {
    var store = Store(initialState: Questionnaire.State(count: rows)) { Questionnaire() }
    let shown = median(
      of: 31,
      before: {
        show(Text(""))
        settle()
        store = Store(initialState: Questionnaire.State(count: rows)) { Questionnaire() }
      }
    ) { _ in
      show(QuestionnaireView(store: store))
      settle()
    }
    printLine("form", rows, shown)

    let field = firstWidget(in: window.widget) { $0.isA(gtk_text_get_type()) }!
    let editable = OpaquePointer(field)
    let typed = median(
      of: keys,
      before: {
        if gtk_editable_get_position(editable) >= 20 { gtk_editable_set_text(editable, "") }
        settle()
      }
    ) { _ in
      var position = gtk_editable_get_position(editable)
      gtk_editable_insert_text(editable, "x", 1, &position)
      gtk_editable_set_position(editable, position)
      settle()
    }
    precondition(store.answers[0].text.hasPrefix("x"), "The text has not come into the state")
    printLine("type", rows, typed)
  }

  // MARK: Windows that close

  private mutating func measureClose(lists: Int) {
    show(Text(""))
    settle()
    var open: ViewWindow<ListsView>?
    var before = 0
    var repetitions = 0
    let time = median(
      of: 11,
      before: {
        if repetitions == 1 { before = allocatedMemory() }
        repetitions += 1
        let stores = (0..<lists).map { _ in Store(initialState: Items.State(count: 100)) { Items() }
        }
        let window = ViewWindow("Lists", width: 800, height: 700) { ListsView(stores: stores) }
        window.present()
        paint(window.window.widget)
        settle()
        open = window
      }
    ) { _ in
      open?.destroy()
      open = nil
      settle()
    }
    let left = Double(allocatedMemory() - before) / 10 / 1_024
    printLine("close", lists, time)
    printLine("close_kib", lists, left)
  }

  // MARK: Widgets

  /// Ends the program if a text is not on the screen, because then the measurement is not valid.
  private func require(_ text: String) {
    let label = firstWidget(in: window.widget) {
      $0.isA(gtk_label_get_type()) && gtk_widget_get_child_visible($0) != 0
        && String(cString: gtk_label_get_text(OpaquePointer($0))) == text
    }
    precondition(label != nil, "\(text) is not shown")
  }

  private func scrolledWindow(in widget: WidgetPointer) -> OpaquePointer? {
    firstWidget(in: widget) { $0.isA(gtk_scrolled_window_get_type()) }.map { OpaquePointer($0) }
  }

  private func firstWidget(
    in widget: WidgetPointer,
    where condition: (WidgetPointer) -> Bool
  ) -> WidgetPointer? {
    if condition(widget) { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if let found = firstWidget(in: current, where: condition) { return found }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }
}

/// A type-erased host.
@MainActor
private protocol AnyHost: AnyObject {
  func destroy()
}

extension ViewHost: AnyHost {}
