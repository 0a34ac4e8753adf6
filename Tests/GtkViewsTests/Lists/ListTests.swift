import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

private struct Item: Identifiable, Equatable {
  let id: Int
  var name: String
}

@Observable
private final class Inventory {
  var items: [Item]
  var selected: Int?
  var marked: Set<Int> = []
  var activated: [Int] = []

  init(_ count: Int) { items = (0..<count).map { Item(id: $0, name: "Item \($0)") } }
}

@Observable
private final class Lines {
  var areHidden = false
}

extension ViewTests {
  @Test func `splices cover only what differs`() {
    typealias Splice = ListKeys<String>.Splice
    var keys = ListKeys<String>()
    #expect(
      keys.update(["a", "b", "c", "d"]).splices
        == [Splice(position: 0, removed: 0, added: [1, 2, 3, 4])]
    )
    #expect(keys.update(["a", "b", "c", "d"]).splices.isEmpty)
    // Two places: one row in, one row out.
    #expect(
      keys.update(["a", "x", "b", "d"]).splices
        == [
          Splice(position: 1, removed: 0, added: [5]), Splice(position: 3, removed: 1, added: []),
        ]
    )
    // A move is one splice from the old to the new place.
    #expect(
      keys.update(["x", "b", "a", "d"]).splices
        == [Splice(position: 0, removed: 3, added: [5, 2, 1])]
    )
    #expect(keys.update([]).splices == [Splice(position: 0, removed: 4, added: [])])
    #expect(keys.ids.isEmpty && keys.keys.isEmpty)
  }

  @Test(arguments: [0, 1, 255, 256, 257, 50_000, 99_743, 99_744, 99_999])
  func `a row that comes, goes or changes place among 100,000 is one splice`(offset: Int) {
    var keys = ListKeys<Int>()
    var ids = Array(0..<100_000)
    _ = keys.update(ids)
    #expect(keys.update(ids).splices.isEmpty)
    ids.insert(-1, at: offset)
    #expect(
      keys.update(ids).splices
        == [ListKeys<Int>.Splice(position: offset, removed: 0, added: [100_001])]
    )
    let moved = ids.remove(at: offset)
    let destination = max(0, offset - 3)
    ids.insert(moved, at: destination)
    let length = offset - destination + 1
    let splices = keys.update(ids).splices
    #expect(splices.map(\.position) == (offset == 0 ? [] : [destination]))
    #expect(splices.allSatisfy { $0.removed == length && $0.added.count == length })
    ids.remove(at: destination)
    #expect(
      keys.update(ids).splices
        == [ListKeys<Int>.Splice(position: destination, removed: 1, added: [])]
    )
    #expect(keys.ids == ids)
  }

  @Test(arguments: [[true], [false], [true, false]])
  func `random changes of a list arrive exactly`(knowledge: [Bool]) {
    var generator = SeededGenerator(state: 7)
    var keyOfID: [Int: Int64] = [:]
    var keys = ListKeys<Int>()
    var model: [Int64] = []
    var current: [Int] = []
    for _ in 0..<500 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: current.shuffle(using: &generator)
      case 1: current.removeAll { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      default:
        for _ in 0..<3 {
          let new = Int.random(in: 0..<60, using: &generator)
          if !current.contains(new) {
            current.insert(new, at: Int.random(in: 0...current.count, using: &generator))
          }
        }
      }
      let areUnique = knowledge.randomElement(using: &generator) ?? false
      for splice in keys.update(current, areUnique: areUnique).splices {
        let range = splice.position..<(splice.position + splice.removed)
        model.replaceSubrange(range, with: splice.added)
      }
      #expect(model == Array(keys.keys))
      #expect(keys.ids == current)
      // What stays keeps its key.
      let new = Dictionary(uniqueKeysWithValues: zip(current, model))
      #expect(new.allSatisfy { id, key in keyOfID[id].map { $0 == key } ?? true })
      keyOfID = new
    }
  }

  @Test func `ids that are there already are found, also after the ids were known to differ`() {
    var keys = ListKeys<Int>()
    _ = keys.update([1, 2, 3], areUnique: true)
    withKnownIssue {
      #expect(keys.update([1, 2, 3, 1]).duplicates == [3])
    }
    #expect(keys.ids == [1, 2, 3])
    withKnownIssue {
      #expect(keys.update([2, 2, 4, 4]).duplicates == [1, 3])
    }
    #expect(keys.ids == [2, 4])
    // New ids that differ say nothing of those that stay.
    withKnownIssue {
      #expect(keys.update([4], keeping: (2, 0), areUnique: true).duplicates == [2])
    }
    #expect(keys.ids == [2, 4])
  }

  @Test func `a list shows the visible rows of many, and follows its data`() async {
    struct Root: View {
      let inventory: Inventory

      var body: some View {
        List(inventory.items) { item in Text(item.name) }
      }
    }
    let inventory = Inventory(10_000)
    let window = ViewWindow("List", width: 400, height: 300) { Root(inventory: inventory) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Item 3") })
    #expect(widget.all(gtk_label_get_type()).count < 500)

    let third = widget.label("Item 3")
    inventory.items.removeFirst()
    inventory.items[0].name = "Renamed"
    #expect(
      await eventually { widget.texts.contains("Renamed") && !widget.texts.contains("Item 0") }
    )
    #expect(widget.label("Item 3") == third)

    inventory.items = []
    #expect(await eventually { !widget.texts.contains("Item 3") })
  }

  @Test func `a list follows a search: few rows out of many places, and all of them again`() async {
    struct Root: View {
      let inventory: Inventory

      var body: some View {
        List(inventory.items) { item in Text(item.name) }
      }
    }
    let inventory = Inventory(218)
    let all = inventory.items
    let window = ViewWindow("List", width: 400, height: 300) { Root(inventory: inventory) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Item 3") })
    for divisor in [50, 7, 90, 3, 200] {
      inventory.items = all.filter { $0.id % divisor == 1 }
      #expect(
        await eventually { widget.texts.contains("Item 1") && !widget.texts.contains("Item 2") }
      )
      inventory.items = all
      #expect(await eventually { widget.texts.contains("Item 2") })
    }
  }

  @Test func `a list selects what the state says, and says what the user selects`() async throws {
    struct Root: View {
      @Bindable var inventory: Inventory

      var body: some View {
        List(inventory.items, selection: $inventory.selected) { item in Text(item.name) }
          .onRowActivate { inventory.activated.append($0.id) }
      }
    }
    let inventory = Inventory(20)
    inventory.selected = 2
    let window = ViewWindow("List", width: 400, height: 300) { Root(inventory: inventory) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let model = gtk_list_view_get_model(list.opaque)!
    #expect(await eventually { gtk_selection_model_is_selected(model, 2) != 0 })
    gtk_selection_model_select_item(model, 5, 1)
    #expect(inventory.selected == 5)
    // The selection stays with the element while rows come and go above it.
    inventory.items.removeFirst(2)
    #expect(await eventually { gtk_selection_model_is_selected(model, 3) != 0 })
    #expect(inventory.selected == 5)
    inventory.selected = nil
    #expect(await eventually { gtk_selection_model_is_selected(model, 3) == 0 })
    activate(list, 1)
    #expect(inventory.activated == [3])
  }

  @Test func `rows have their own state, and forget it when another element takes their place`()
    async
  {
    struct Row: View {
      let item: Item
      @State private var clicks = 0

      var body: some View {
        Button("\(item.name): \(clicks)") { clicks += 1 }
      }
    }
    struct Root: View {
      let inventory: Inventory

      var body: some View {
        List { ForEach(inventory.items) { Row(item: $0) } }
      }
    }
    let inventory = Inventory(3)
    let window = ViewWindow("List", width: 400, height: 300) { Root(inventory: inventory) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Item 1: 0") })
    widget.button(labelled: "Item 1: 0")?.click()
    #expect(await eventually { widget.texts.contains("Item 1: 1") })
    inventory.items.swapAt(0, 1)
    #expect(
      await eventually { widget.texts.first == "Item 1: 1" || widget.texts.contains("Item 1: 1") }
    )
    inventory.items = [Item(id: 9, name: "Other")]
    #expect(await eventually { widget.texts.contains("Other: 0") })
  }

  @Test func `a list without rows shows its placeholder`() async {
    struct Root: View {
      let inventory: Inventory

      var body: some View {
        List(inventory.items) { item in Text(item.name) }
          .placeholder { ContentUnavailableView("No items", systemImage: "tray") }
      }
    }
    let inventory = Inventory(0)
    let window = ViewWindow("List", width: 400, height: 300) { Root(inventory: inventory) }
    window.present()
    defer { window.destroy() }
    func isShown() -> Bool {
      window.window.widget.label("No items").map { gtk_widget_get_mapped($0) != 0 } ?? false
    }
    #expect(await eventually { isShown() })
    inventory.items = [Item(id: 1, name: "One")]
    #expect(await eventually { !isShown() && window.window.widget.texts.contains("One") })
  }

  @Test func `a list has lines between its rows unless they are hidden`() {
    struct Root: View {
      let lines: Lines

      var body: some View {
        List(1...3, id: \.self) { Text("\($0)") }
          .listRowSeparator(lines.areHidden ? .hidden : .automatic)
      }
    }
    let lines = Lines()
    withHost(Root(lines: lines)) { host in
      let list = host.widget.all(gtk_list_view_get_type())[0]
      #expect(gtk_list_view_get_show_separators(list.opaque) != 0)
      lines.areHidden = true
      MainLoop.pump()
      #expect(gtk_list_view_get_show_separators(list.opaque) == 0)
    }
  }

  @Test func `rows of a list are as wide as the view allows`() async {
    struct Root: View {
      let inventory: Inventory

      var body: some View {
        List(1...3, id: \.self) { Text("\($0)") }
          .listRowWidth(max: inventory.items.isEmpty ? nil : 300)
      }
    }
    let inventory = Inventory(1)
    let window = ViewWindow("List", width: 700, height: 300) { Root(inventory: inventory) }
    window.present()
    defer { window.destroy() }
    let list = window.window.widget.all(gtk_list_view_get_type())[0]
    #expect(await eventually { gtk_widget_get_width(list) == 300 })
    inventory.items = []
    // The style gives the list a padding.
    #expect(await eventually { gtk_widget_get_width(list) > 650 })
  }

  @Test func `a secondary click anywhere in a row opens its menu, once`() async throws {
    struct Root: View {
      let inventory: Inventory

      var body: some View {
        List(inventory.items) { item in
          Text(item.name).contextMenu { Button("Open \(item.name)") {} }
        }
      }
    }
    let window = ViewWindow("List", width: 400, height: 300) { Root(inventory: Inventory(5)) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Item 1") })
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let label = try #require(widget.label("Item 1"))
    let row = try #require(
      sequence(first: label, next: { gtk_widget_get_parent($0) })
        .first { gtk_widget_get_parent($0) == list }
    )
    #expect(await eventually { gtk_widget_get_height(row) > 20 })

    let (width, height) = (gtk_widget_get_width(row), gtk_widget_get_height(row))
    for (x, y) in [(1, 1), (width / 2, height / 2), (width - 1, height - 1)] {
      var listX = 0.0
      var listY = 0.0
      gtk_widget_translate_coordinates(row, list, Double(x), Double(y), &listX, &listY)
      secondaryClick(in: list, x: listX, y: listY)
      #expect(await eventually { label.openPopovers.count == 1 }, "\(x), \(y)")
      let menu = try #require(label.openPopovers.first)
      #expect(menu.texts == ["Open Item 1"])
      gtk_popover_popdown(menu.cast())
      #expect(await eventually { label.openPopovers.isEmpty })
    }
  }

  @Test func `a list of a binding edits its elements, and drops the rows of those that are gone`()
    async throws
  {
    struct Line: Identifiable {
      let id: Int
      var text: String
    }
    struct Root: View {
      @State private var lines = (1...3).map { Line(id: $0, text: "line \($0)") }

      var body: some View {
        List($lines) { $line in TextField("Line", text: $line.text) }
        Button("Remove") { lines.removeFirst(2) }
        Text(lines.map(\.text).joined(separator: ","))
      }
    }
    let window = ViewWindow("List", width: 400, height: 300) { Root() }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    var fields: [WidgetPointer] {
      widget.all(gtk_text_get_type()).filter { gtk_widget_get_mapped($0) != 0 }
    }
    #expect(await eventually { fields.count == 3 })
    let last = try #require(fields.last)
    widget.button(labelled: "Remove")?.click()
    #expect(await eventually { fields.count == 1 })
    var position: Int32 = 6
    gtk_editable_insert_text(last.opaque, "!", -1, &position)
    #expect(await eventually { widget.texts.contains("line 3!") })
  }

  @Test func `the elements of a binding are found by their ids, and keep their last value`() {
    struct Line: Identifiable, Equatable {
      let id: Int
      var text: String
    }
    var lines = [Line(id: 1, text: "one"), Line(id: 2, text: "two")]
    let binding = Binding(get: { lines }, set: { lines = $0 })
    let second = binding[1]
    lines.swapAt(0, 1)
    second.wrappedValue.text = "two!"
    #expect(lines.map(\.text) == ["two!", "one"])
    lines.removeAll { $0.id == 2 }
    second.wrappedValue.text = "gone"
    #expect(lines == [Line(id: 1, text: "one")])
    #expect(binding.map(\.wrappedValue.text) == ["one"])
  }

  @Test func `a row with a context menu and swipe actions has one menu with the items of both`()
    async throws
  {
    struct Root: View {
      let inventory: Inventory
      @State private var isRead = false

      var body: some View {
        List(inventory.items) { item in
          Text(item.name)
            .contextMenu { Button(isRead ? "Unread" : "Read") { isRead.toggle() } }
            .swipeActions { Button("Delete \(item.name)") {} }
        }
      }
    }
    let window = ViewWindow("List", width: 400, height: 300) { Root(inventory: Inventory(5)) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Item 1") })
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let label = try #require(widget.label("Item 1"))
    #expect(await eventually { gtk_widget_get_height(label) > 0 })
    var (x, y) = (0.0, 0.0)
    for texts in [["Read", "Delete Item 1"], ["Unread", "Delete Item 1"]] {
      gtk_widget_translate_coordinates(label, list, 1, 1, &x, &y)
      secondaryClick(in: list, x: x, y: y)
      #expect(await eventually { label.openPopovers.count == 1 })
      let menu = try #require(label.openPopovers.first)
      #expect(menu.texts == texts)
      menu.button(labelled: texts[0])?.click()
      #expect(await eventually { label.openPopovers.isEmpty })
    }
  }

  /// Clicks with the secondary button, as GTK tells those widgets of it that are at the point.
  private func secondaryClick(in list: WidgetPointer, x: Double, y: Double) {
    let picked = gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT)
    let widgets = sequence(first: picked ?? list) { $0 == list ? nil : gtk_widget_get_parent($0) }
    for widget in Array(widgets) {
      var (widgetX, widgetY) = (0.0, 0.0)
      gtk_widget_translate_coordinates(list, widget, x, y, &widgetX, &widgetY)
      for click in widget.controllers(gtk_gesture_click_get_type())
      where gtk_gesture_single_get_button(click) == guint(GDK_BUTTON_SECONDARY) {
        emit(click, "pressed", Int32(1), widgetX, widgetY)
        emit(click, "released", Int32(1), widgetX, widgetY)
      }
    }
  }

  @Test func `a list leaves nothing behind`() async {
    struct Root: View {
      @Bindable var inventory: Inventory

      var body: some View {
        List(inventory.items, selection: $inventory.marked) { item in
          Button(item.name) { inventory.items = [] }.contextMenu { Button("Delete") {} }
        }
        .placeholder { Text("Empty") }
      }
    }
    let handlers = Signal.liveHandlers
    var inventory: Inventory? = Inventory(50)
    weak let weakInventory = inventory
    var widgets: [WeakReference] = []
    do {
      let window = ViewWindow("List", width: 400, height: 300) { [inventory] in
        Root(inventory: inventory!)
      }
      window.present()
      #expect(await eventually { window.window.widget.texts.contains("Item 1") })
      widgets = window.window.widget.contents.map { WeakReference($0) }
      inventory?.items.removeFirst(10)
      #expect(await eventually { !window.window.widget.texts.contains("Item 1") })
      window.destroy()
    }
    inventory = nil
    #expect(await eventually { widgets.allSatisfy { !$0.isAlive } })
    #expect(weakInventory == nil)
    #expect(Signal.liveHandlers <= handlers)
  }
}

@Observable
private final class Shelf {
  let books = ["Atlas", "Bible", "Codex"].map(Book.init)
  var opened: [String] = []

  struct Book: Identifiable {
    let id: String
  }
}

private struct ShelfView: View {
  let shelf: Shelf
  let hasSections: Bool

  var body: some View {
    if hasSections {
      List {
        Section("Books") {
          ForEach(shelf.books) { Text($0.id) }
            .onRowActivateElsewhere { shelf.opened.append($0.id) }
        }
      }
    } else {
      List(shelf.books) { Text($0.id) }
        .onRowActivateElsewhere { shelf.opened.append($0.id) }
    }
  }
}

extension ViewTests {
  @Test(arguments: [false, true])
  func `a row of a list of elements is activated elsewhere, too`(hasSections: Bool) async throws {
    let shelf = Shelf()
    let window = ViewWindow("Shelf", width: 300, height: 300) {
      ShelfView(shelf: shelf, hasSections: hasSections)
    }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Codex") })
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let row = try #require(list.children.first { $0.texts.contains("Bible") })
    gtk_widget_grab_focus(row)
    #expect(list.press(key: GDK_KEY_Return, GDK_CONTROL_MASK))
    #expect(shelf.opened == ["Bible"])
  }
}
