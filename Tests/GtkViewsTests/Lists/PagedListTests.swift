import Foundation
import GtkKit
import GtkTestSupport
import Observation
import PagedArrays
import Testing

@testable import GtkViews

private struct Coin: Identifiable {
  var id: Int
  var name: String { "Coin \(id)" }
}

/// A collection of coins, of which the model keeps a few pages.
@Observable
private final class Cabinet {
  /// The ids of all coins, where a database would be.
  var coins: [Int]
  var rows: PagedArray<Coin>
  var selected: Int?
  var revealedRow: Int?
  var activated: [Int] = []
  var activatedElsewhere: [Int] = []
  var deleted: [Int] = []
  /// The positions that the list has asked for.
  var requests: [Range<Int>] = []
  var loadsAtOnce = true
  /// The number of coins that have been loaded.
  var loaded = 0

  init(_ count: Int) {
    coins = Array(0..<count)
    rows = PagedArray(count: count, pageSize: 50, maximumPages: 20)
  }

  func load(_ range: Range<Int>) {
    requests.append(range)
    if loadsAtOnce { fetch(range) }
  }

  func fetch(_ range: Range<Int>) {
    guard let range = rows.unloadedPages(in: range) else { return }
    loaded += range.count
    rows.load(coins[range].map { Coin(id: $0) }, at: range.lowerBound)
  }

  /// What a feature does when the database has changed.
  func reload(around positions: Range<Int>) {
    var new = rows
    new.reload(count: coins.count, [], at: 0)
    let range = new.wholePages(around: positions).clamped(to: 0..<coins.count)
    new.load(coins[range].map { Coin(id: $0) }, at: range.lowerBound)
    rows = new
  }
}

private struct CabinetView: View {
  @Bindable var cabinet: Cabinet

  var body: some View {
    List(cabinet.rows, selection: $cabinet.selected) {
      cabinet.load($0)
    } row: { coin in
      Text(coin?.name ?? "…")
    }
    .onRowActivate { cabinet.activated.append($0.id) }
    .onRowActivateElsewhere { cabinet.activatedElsewhere.append($0.id) }
    .onDelete { cabinet.deleted.append($0.id) }
    .revealedRow($cabinet.revealedRow)
    .placeholder { Text("No coins") }
  }
}

@Observable
private final class CoinSearch {
  var text = ""
  /// How often a row has shown a coin.
  @ObservationIgnored var shownRows = 0
}

private struct CoinSearchView: View {
  let cabinet: Cabinet
  @Bindable var search: CoinSearch

  var body: some View {
    List(cabinet.rows) {
      cabinet.load($0)
    } row: { coin in
      Text(text(coin))
    }
    .searchable(text: $search.text)
  }

  private func text(_ coin: Coin?) -> String {
    search.shownRows += 1
    return coin?.name ?? "…"
  }
}

extension ViewTests {
  @Test func `a list over pages asks for the rows that it is about to show`() async throws {
    let cabinet = Cabinet(1_000_000)
    let window = ViewWindow("Coins", width: 400, height: 300) { CabinetView(cabinet: cabinet) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(
      await eventually {
        widget.texts.contains("Coin 3") && !widget.texts.contains("…")
      }
    )
    #expect(cabinet.requests.first?.lowerBound == 0)
    #expect(cabinet.rows.loadedElements.count < 1_000)
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    #expect(g_list_model_get_n_items(gtk_list_view_get_model(list.opaque)) == 1_000_000)

    scroll(list, to: 500_000)
    #expect(
      await eventually {
        widget.texts.contains("Coin 500000") && !widget.texts.contains("…")
      }
    )
    scroll(list, to: 999_999)
    #expect(await eventually { widget.texts.contains("Coin 999999") })
    #expect(cabinet.rows.loadedElements.count <= 1_000)
    #expect(cabinet.loaded < 5_000, "\(cabinet.requests)")
  }

  @Test
  func `a row of a list over pages is activated elsewhere by the middle button and Ctrl+Return`()
    async throws
  {
    let cabinet = Cabinet(100)
    let window = ViewWindow("Coins", width: 400, height: 300) { CabinetView(cabinet: cabinet) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Coin 3") })
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    // Before the first frame, no row is at a point.
    #expect(
      await eventually { gtk_widget_pick(list, 1, 1, GTK_PICK_DEFAULT).map { $0 != list } == true }
    )
    list.press(button: 2)
    #expect(cabinet.activatedElsewhere == [0])
    // Without Ctrl, a click is one of the others.
    list.press(button: 1)
    #expect(cabinet.activatedElsewhere == [0])
    gtk_widget_grab_focus(list.children[1])
    #expect(!list.press(key: GDK_KEY_Return))
    #expect(list.press(key: GDK_KEY_Return, GDK_CONTROL_MASK))
    #expect(cabinet.activatedElsewhere == [0, 1])
    #expect(cabinet.activated == [])
  }

  @Test func `a list over pages asks once, however long the rows take`() async throws {
    let cabinet = Cabinet(5_000)
    cabinet.loadsAtOnce = false
    let window = ViewWindow("Coins", width: 400, height: 300) { CabinetView(cabinet: cabinet) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    #expect(
      await eventually {
        cabinet.requests.count == 1 && widget.texts.contains("…")
      }
    )
    // Evaluated again, without other elements.
    cabinet.selected = 7
    scroll(list, to: 4_000)
    #expect(await eventually { cabinet.requests.count == 2 })
    let range = try #require(cabinet.requests.last)
    #expect(range.contains(4_000))
    cabinet.fetch(range)
    #expect(await eventually { widget.texts.contains("Coin 4000") })
    #expect(cabinet.requests.count == 2)
    // The first rows are still missing, and are asked for again.
    scroll(list, to: 0)
    #expect(await eventually { cabinet.requests.count == 3 })
    #expect(cabinet.requests.last?.lowerBound == 0)
  }

  @Test func `rows of a list over pages stay in sight when others come and go above`() async throws
  {
    let cabinet = Cabinet(10_000)
    let window = ViewWindow("Coins", width: 400, height: 300) { CabinetView(cabinet: cabinet) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    #expect(await eventually { widget.texts.contains("Coin 3") })
    scroll(list, to: 5_000)
    #expect(
      await eventually {
        widget.texts.contains("Coin 5000") && !widget.texts.contains("…")
      }
    )
    let label = try #require(widget.label("Coin 5000"))
    let top = await settledY(of: label, in: widget)

    let model = gtk_list_view_get_model(list.opaque)!
    cabinet.coins.insert(contentsOf: [-1, -2, -3], at: 10)
    cabinet.reload(around: 4_900..<5_100)
    #expect(await eventually { g_list_model_get_n_items(model) == 10_003 })
    #expect(widget.label("Coin 5000") == label)
    #expect(await eventually { y(of: label, in: widget) == top })

    cabinet.coins.removeFirst(1_000)
    cabinet.reload(around: 3_900..<4_100)
    #expect(await eventually { g_list_model_get_n_items(model) == 9_003 })
    #expect(cabinet.rows[4_003]?.id == 5_000)
    #expect(widget.label("Coin 5000") == label)
    #expect(await eventually { y(of: label, in: widget) == top })

    cabinet.coins.removeAll { $0 == 5_000 }
    cabinet.reload(around: 3_900..<4_100)
    #expect(await eventually { !widget.texts.contains("Coin 5000") })
    #expect(widget.texts.contains("Coin 5001"))
  }

  @Test func `a list over pages starts at the top when all rows in sight are others`() async throws
  {
    let cabinet = Cabinet(10_000)
    let window = ViewWindow("Coins", width: 400, height: 300) { CabinetView(cabinet: cabinet) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    #expect(await eventually { widget.texts.contains("Coin 3") })
    scroll(list, to: 5_000)
    #expect(await eventually { widget.texts.contains("Coin 5000") })
    cabinet.coins = Array(20_000..<20_400)
    cabinet.reload(around: 0..<200)
    #expect(
      await eventually {
        widget.label("Coin 20000").map { y(of: $0, in: widget) < 100 } ?? false
      }
    )
    cabinet.coins = []
    cabinet.reload(around: 0..<0)
    #expect(
      await eventually {
        widget.label("No coins").map { gtk_widget_get_mapped($0) != 0 } ?? false
      }
    )
  }

  @Test func `a row of a list over pages is selected once its element is loaded`() async throws {
    let cabinet = Cabinet(1_000)
    cabinet.loadsAtOnce = false
    let window = ViewWindow("Coins", width: 400, height: 300) { CabinetView(cabinet: cabinet) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let model = gtk_list_view_get_model(list.opaque)!
    #expect(await eventually { cabinet.requests.count == 1 })
    gtk_selection_model_select_item(model, 4, 1)
    MainLoop.pump()
    #expect(cabinet.selected == nil)
    #expect(gtk_selection_model_is_selected(model, 4) != 0)
    // Without an element there is nothing to open or to delete.
    activate(list, 4)
    #expect(cabinet.activated.isEmpty)
    cabinet.fetch(0..<200)
    #expect(await eventually { cabinet.selected == 4 })
    #expect(gtk_selection_model_is_selected(model, 4) != 0)
    activate(list, 4)
    #expect(cabinet.activated == [4])

    // The selection stays with the element.
    cabinet.coins.insert(-1, at: 0)
    cabinet.reload(around: 0..<200)
    #expect(
      await eventually { gtk_selection_model_is_selected(model, 5) != 0 }
    )
    #expect(cabinet.selected == 4)
    gtk_selection_model_select_item(model, 7, 1)
    #expect(cabinet.selected == 6)
    cabinet.selected = nil
    #expect(
      await eventually { gtk_selection_model_is_selected(model, 7) == 0 }
    )
  }

  @Test func `a list over pages scrolls to a row that is to be revealed, and focuses it`()
    async throws
  {
    let cabinet = Cabinet(10_000)
    let window = ViewWindow("Coins", width: 400, height: 300) { CabinetView(cabinet: cabinet) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Coin 3") })
    for position in [7_000, 9_999, 0] {
      cabinet.revealedRow = position
      #expect(await eventually { widget.texts.contains("Coin \(position)") })
      #expect(await eventually { cabinet.revealedRow == nil })
      let label = try #require(widget.label("Coin \(position)"))
      #expect(
        await eventually {
          gtk_root_get_focus(widget.opaque).map { gtk_widget_is_ancestor(label, $0) != 0 } == true
        }
      )
      #expect(await eventually { (0..<300).contains(Int(y(of: label, in: widget))) })
    }
    // A row that is not there yet is waited for.
    cabinet.revealedRow = 10_000
    cabinet.selected = 1
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let selection = gtk_list_view_get_model(list.opaque)
    #expect(await eventually { gtk_selection_model_is_selected(selection, 1) != 0 })
    #expect(cabinet.revealedRow == 10_000)
    cabinet.coins.append(10_000)
    cabinet.reload(around: 10_000..<10_001)
    #expect(await eventually { widget.texts.contains("Coin 10000") && cabinet.revealedRow == nil })
  }

  @Test func `a list over pages leaves nothing behind`() async {
    let handlers = Signal.liveHandlers
    var cabinet: Cabinet? = Cabinet(500)
    weak let weakCabinet = cabinet
    var widgets: [WeakReference] = []
    do {
      let window = ViewWindow("Coins", width: 400, height: 300) { [cabinet] in
        CabinetView(cabinet: cabinet!)
      }
      window.present()
      #expect(
        await eventually { window.window.widget.texts.contains("Coin 1") }
      )
      // GTK keeps a window's tooltip, which is there if the pointer is in the window.
      let lists = window.window.widget.all(gtk_list_view_get_type())
      widgets = lists.flatMap(\.family).map { WeakReference($0) }
      #expect(widgets.count > 10)
      window.destroy()
    }
    cabinet = nil
    #expect(await eventually { widgets.allSatisfy { !$0.isAlive } })
    #expect(weakCabinet == nil)
    #expect(Signal.liveHandlers <= handlers)
  }

  private func coins(_ count: Int, _ ids: Range<Int>, at position: Int = 0) -> PagedArray<Coin> {
    var coins = PagedArray<Coin>(count: 0)
    coins.reload(count: count, ids.map { Coin(id: $0) }, at: position)
    return coins
  }

  @Test func `rows keep their keys in another list, for GTK not to make them again`() {
    var rows = PagedRows<Coin>(counter: RowKeyCounter())
    _ = rows.update(coins(300, 0..<100), inSight: 0..<0) { Int64($0) }
    // None of the elements stays.
    var splices = rows.update(coins(100_000, 500..<600), inSight: 0..<200) { Int64($0) }
    #expect(rows.areReplaced)
    #expect(rows.changedPositions == 0..<100_000)
    #expect(splices.map(\.position) == [300])
    #expect(splices.map(\.removed) == [0])
    #expect(splices.map(\.added.count) == [99_700])
    // Some stay, and still it is said to be another list.
    splices = rows.update(coins(120, 550..<650), startsAgain: true, inSight: 0..<200) { Int64($0) }
    #expect(rows.areReplaced)
    #expect(splices.map(\.position) == [120])
    #expect(splices.map(\.removed) == [99_880])
    #expect(splices.map(\.added.count) == [0])
    // The same elements are the same list.
    splices = rows.update(coins(120, 550..<650), startsAgain: true, inSight: 0..<120) { Int64($0) }
    #expect(!rows.areReplaced)
    #expect(splices.isEmpty)
  }

  @Test func `a list of which the length becomes known changes only at its end`() {
    var rows = PagedRows<Coin>(counter: RowKeyCounter())
    _ = rows.update(coins(1_000_000, 0..<40), inSight: 0..<0) { Int64($0) }
    let splices = rows.update(coins(5_000, 0..<100), inSight: 0..<200) { Int64($0) }
    #expect(!rows.areReplaced)
    #expect(splices.map(\.position) == [5_000])
    #expect(splices.map(\.removed) == [995_000])
    #expect(splices.map(\.added.count) == [0])
  }

  @Test
  func `another search in a list over pages keeps the widgets of rows, and no frame shows all`()
    async throws
  {
    let cabinet = Cabinet(10_000)
    let search = CoinSearch()
    let window = ViewWindow("Coins", width: 400, height: 300) {
      CoinSearchView(cabinet: cabinet, search: search)
    }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let adjustment = try #require(gtk_scrollable_get_vadjustment(list.opaque))
    #expect(await eventually { widget.texts.contains("Coin 3") && !widget.texts.contains("…") })
    scroll(list, to: 150)
    #expect(await eventually { gtk_adjustment_get_value(adjustment) > 1_000 })
    #expect(await eventually { !widget.texts.contains("…") })
    // How many coins rows had shown by each frame.
    var shown: [Int] = []
    FrameObserver(of: widget.cast()) { _ in shown.append(search.shownRows) }

    for (number, ids) in [20_000..<28_000, 40_000..<48_000, 5..<10_005].enumerated() {
      let start = shown.count
      #expect(await eventually { shown.count > start + 10 })
      let before = shown.count - 1
      let rows = Set(list.children)
      #expect(rows.count > 100)
      search.text += "x"
      cabinet.coins = Array(ids)
      cabinet.reload(around: 0..<200)
      let first = ids.lowerBound
      // All rows that have widgets show what is at their positions.
      #expect(
        await eventually {
          let texts = Set(list.texts)
          return texts.isSuperset(of: (first..<first + 100).map { "Coin \($0)" })
            && texts.allSatisfy { text in ids.contains { "Coin \($0)" == text } }
        },
        "\(number)"
      )
      #expect(await eventually { gtk_adjustment_get_value(adjustment) == 0 })
      #expect(rows.intersection(list.children).count > 100)
      // When the list goes to its top, GTK itself shows elements in many rows.
      guard number > 0 else { continue }
      let end = shown.count
      #expect(await eventually { shown.count > end + 2 })
      let steps = zip(shown[before...], shown[(before + 1)...]).map { $1 - $0 }
      #expect(steps.reduce(0, +) > 150)
      #expect(steps.allSatisfy { $0 < 120 }, "\(steps)")
    }
  }

  @Test
  func `a search that finds the same rows goes to the top, and what changes later does not`()
    async throws
  {
    let cabinet = Cabinet(400)
    let search = CoinSearch()
    let window = ViewWindow("Coins", width: 400, height: 300) {
      CoinSearchView(cabinet: cabinet, search: search)
    }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let adjustment = try #require(gtk_scrollable_get_vadjustment(list.opaque))
    #expect(await eventually { widget.texts.contains("Coin 3") && !widget.texts.contains("…") })
    scroll(list, to: 60)
    #expect(await eventually { gtk_adjustment_get_value(adjustment) > 1_000 })
    search.text = "coin"
    cabinet.reload(around: 0..<200)
    #expect(await eventually { gtk_adjustment_get_value(adjustment) == 0 })

    scroll(list, to: 60)
    #expect(await eventually { gtk_adjustment_get_value(adjustment) > 1_000 })
    cabinet.coins.remove(at: 390)
    cabinet.coins[55] = 1_055
    cabinet.reload(around: 0..<200)
    #expect(await eventually { widget.texts.contains("Coin 1055") })
    var frames = 0
    FrameObserver(of: widget.cast()) { _ in frames += 1 }
    #expect(await eventually { frames > 2 })
    #expect(gtk_adjustment_get_value(adjustment) > 1_000)
  }

  @Test(arguments: 1...20)
  func `the splices of a list over pages turn its rows into the new ones`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var ids = Array(0..<Int.random(in: 0..<400, using: &random))
    var nextID = 1_000
    var rows = PagedRows<Coin>(counter: RowKeyCounter())
    var keys: [Int64] = []
    var elements = PagedArray<Coin>(pageSize: 10, maximumPages: 12)
    for step in 0..<200 {
      let old = elements
      let oldKeys = keys
      let inSight = range(of: elements.count, upTo: 40, &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where step > 0:
        let range = elements.wholePages(around: range(of: elements.count, upTo: 50, &random))
          .clamped(to: ids.indices)
        elements.load(ids[range].map { Coin(id: $0) }, at: range.lowerBound)
      default:
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let changed = range(of: ids.count, upTo: 20, &random)
          let added = nextID..<nextID + Int.random(in: 0..<20, using: &random)
          nextID = added.upperBound
          ids.replaceSubrange(changed, with: added)
        }
        if step % 10 == 9, ids.count > 2 { ids.swapAt(0, ids.count / 2) }
        elements.reload(count: ids.count, [], at: 0)
        let loaded = elements.wholePages(around: range(of: ids.count, upTo: 100, &random))
          .clamped(to: ids.indices)
        elements.load(ids[loaded].map { Coin(id: $0) }, at: loaded.lowerBound)
      }
      let splices = rows.update(elements, inSight: inSight) { oldKeys[$0] }
      for splice in splices {
        keys.replaceSubrange(
          splice.position..<splice.position + splice.removed,
          with: splice.added
        )
      }
      #expect(keys.count == ids.count)
      #expect(Set(keys).count == keys.count)
      // An element in sight that both arrays have keeps its row, unless all in sight are others.
      guard !splices.isEmpty, let oldRange = old.loadedRange(around: inSight),
        let newRange = elements.loadedRange(around: inSight)
          ?? elements.loadedRange(around: 0..<elements.count)
      else { continue }
      for position in oldRange {
        if let id = old[position]?.id,
          let newPosition = newRange.first(where: { elements[$0]?.id == id })
        {
          #expect(keys[newPosition] == oldKeys[position], "step \(step)")
        }
      }
    }
  }

  private func range(
    of count: Int,
    upTo length: Int,
    _ random: inout SeededGenerator
  ) -> Range<Int> {
    let start = Int.random(in: 0...count, using: &random)
    return start..<min(count, start + Int.random(in: 0...length, using: &random))
  }

  private func scroll(_ list: WidgetPointer, to position: UInt32) {
    gtk_widget_activate_action_variant(
      list,
      "list.scroll-to-item",
      g_variant_new_uint32(position)
    )
  }

  /// Waits until a widget has stopped moving.
  private func settledY(of widget: WidgetPointer, in window: WidgetPointer) async -> Double {
    var last = y(of: widget, in: window)
    var unchanged = 0
    let isSettled = await eventually {
      let current = y(of: widget, in: window)
      unchanged = current == last ? unchanged + 1 : 0
      last = current
      return unchanged == 50
    }
    #expect(isSettled)
    return last
  }

  private func y(of widget: WidgetPointer, in window: WidgetPointer) -> Double {
    var x = 0.0
    var y = -1.0
    gtk_widget_translate_coordinates(widget, window, 0, 0, &x, &y)
    return y
  }
}
