import GtkKit
import GtkTestSupport
import Testing

/// Rows that show their key in a label, over an array of keys.
private final class Fixture {
  var keys: [Int64]
  private(set) var model: ListModel!
  var setups = 0
  var teardowns = 0
  /// The keys that rows have got and lost, in order.
  var bindings: [String] = []

  init(_ keys: some Sequence<Int64>) {
    self.keys = Array(keys)
    model = ListModel(count: self.keys.count) { [unowned self] in self.keys[$0] }
  }

  /// Makes a list whose rows do not hold the fixture.
  func list(_ selection: ListView.Selection = .none) -> ListView {
    ListView(
      model: model,
      selection: selection,
      rows: .init(
        setup: { [weak self] row in
          self?.setups += 1
          row.setChild(gtk_label_new(nil))
        },
        bind: { [weak self] row in
          self?.bindings.append("+\(row.key!)")
          gtk_label_set_text(
            OpaquePointer(gtk_list_item_get_child(row.pointer)),
            "\(row.key!)"
          )
        },
        unbind: { [weak self] row in self?.bindings.append("-\(row.key!)") },
        teardown: { [weak self] _ in self?.teardowns += 1 }
      )
    )
  }

  func replace(_ range: Range<Int>, with new: [Int64]) {
    keys.replaceSubrange(range, with: new)
    model.splice(at: range.lowerBound, removing: range.count, adding: new.count)
  }
}

private func texts(in list: ListView) -> [String] {
  list.listWidget.family
    .filter { $0.isA(gtk_label_get_type()) }
    .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
}

extension GtkTests {
  @Test func `a model counts, and gives the same item for the same key`() {
    let fixture = Fixture([10, 20, 30])
    let model = fixture.model!
    #expect(g_list_model_get_n_items(model.pointer) == 3)
    #expect(g_list_model_get_item(model.pointer, 3) == nil)
    let item = g_list_model_get_item(model.pointer, 1)!
    var changes: [[UInt32]] = []
    Signal.connect(model.pointer, "items-changed", .uint32x3) { changes.append([$0, $1, $2]) }
    fixture.replace(0..<1, with: [])
    #expect(model.count == 2)
    let same = g_list_model_get_item(model.pointer, 0)!
    #expect(same == item)
    let weak = WeakReference(item)
    g_object_unref(item)
    g_object_unref(same)
    #expect(!weak.isAlive)
    #expect(changes == [[0, 1, 0]])
    #expect(model.key(at: 0) == 20)
  }

  @Test func `a model that has gone is an empty list`() {
    let pointer: ObjectReference
    do {
      let model = ListModel(count: 5) { Int64($0) }
      pointer = ObjectReference(model.pointer)
      #expect(g_list_model_get_n_items(pointer.opaque) == 5)
    }
    #expect(g_list_model_get_n_items(pointer.opaque) == 0)
  }

  @Test func `a list shows its rows and follows splices`() async {
    let fixture = Fixture(0..<5)
    let list = fixture.list()
    let window = await show(list.widget)
    #expect(await eventually { texts(in: list) == ["0", "1", "2", "3", "4"] })
    fixture.replace(1..<2, with: [7, 8])
    #expect(await eventually { texts(in: list) == ["0", "7", "8", "2", "3", "4"] })
    fixture.replace(0..<6, with: [])
    #expect(await eventually { texts(in: list).isEmpty })
    window.destroy()
  }

  @Test(arguments: [ListView.Selection.none, .single, .multiple])
  func `a list goes while other rows come under the pointer`(
    selection: ListView.Selection
  ) async throws {
    let fixture = Fixture(0..<5)
    var list: ListView? = fixture.list(selection)
    let widget = try #require(list?.listWidget)
    let container = ObjectReference(try #require(list?.widget))
    let window = await show(container.widget)
    #expect(await eventually { texts(in: list!) == ["0", "1", "2", "3", "4"] })
    var selections = 0
    for row in sequence(
      first: gtk_widget_get_first_child(widget)!,
      next: { gtk_widget_get_next_sibling($0) }
    ) {
      // What GTK does for a row that comes under the pointer.
      Signal.connect(row, "unmap") {
        selections += 1
        var arguments = [
          g_variant_new_uint32(3), g_variant_new_boolean(0), g_variant_new_boolean(0),
        ]
        let value = g_variant_ref_sink(g_variant_new_tuple(&arguments, 3))
        defer { g_variant_unref(value) }
        gtk_widget_activate_action_variant(widget, "list.select-item", value)
      }
    }
    list = nil
    #expect(selections == 5)
    #expect(gtk_widget_get_first_child(widget) == nil)
    // GTK 4.18 keeps a row a little longer.
    #expect(await eventually { fixture.teardowns == 5 })
    // The rows are still the model's.
    #expect(fixture.model.count == 5)
    window.destroy()
  }

  @Test func `rows that a splice leaves keep their widgets`() async {
    let fixture = Fixture(0..<5)
    let list = fixture.list()
    let window = await show(list.widget)
    let row = list.boundRow(forKey: 3)
    #expect(row != nil)
    let child = gtk_list_item_get_child(row!.pointer)
    // Move the element 3 to the front.
    fixture.replace(0..<4, with: [3, 0, 1, 2])
    #expect(list.boundRow(forKey: 3).map { gtk_list_item_get_child($0.pointer) } == child)
    #expect(list.boundRow(forKey: 3)?.position == 0)
    var bound: Set<Int64> = []
    list.forEachBoundRow { bound.insert($0.key!) }
    #expect(bound == [0, 1, 2, 3, 4])
    window.destroy()
  }

  @Test func `splices that are one tell of the rows alone that show another element`() async {
    let fixture = Fixture(0..<5)
    let list = fixture.list()
    let window = await show(list.widget)
    #expect(await eventually { texts(in: list) == ["0", "1", "2", "3", "4"] })
    fixture.bindings = []
    list.splice { _ in fixture.replace(0..<0, with: [9]) }
    #expect(fixture.bindings == ["+9"])
    #expect(texts(in: list) == ["9", "0", "1", "2", "3", "4"])
    #expect(list.boundRow(forKey: 4)?.position == 5)

    fixture.bindings = []
    list.splice { model in
      #expect(model === list.model)
      fixture.replace(0..<2, with: [])
      fixture.replace(2..<3, with: [7, 8])
    }
    // Row by row, what goes comes before what comes; the places may be used again or not.
    #expect(Set(fixture.bindings) == ["-9", "-0", "-3", "+7", "+8"])
    #expect(fixture.bindings.prefix(3).allSatisfy { $0.hasPrefix("-") })
    #expect(texts(in: list) == ["1", "2", "7", "8", "4"])
    var bound: Set<Int64> = []
    list.forEachBoundRow(in: 1..<4) { bound.insert($0.key!) }
    #expect(bound == [2, 7, 8])
    list.forEachBoundRow(in: 0..<500) { bound.insert($0.key!) }
    #expect(bound == [1, 2, 4, 7, 8])

    fixture.bindings = []
    list.splice { _ in fixture.replace(0..<5, with: []) }
    #expect(Set(fixture.bindings) == ["-1", "-2", "-4", "-7", "-8"])
    // A row that has had the focus goes when the window has found another place for it.
    #expect(await eventually { fixture.setups == fixture.teardowns })
    #expect(Set(fixture.bindings) == ["-1", "-2", "-4", "-7", "-8"])
    window.destroy()
  }

  @Test func `a long list makes widgets for what is visible only`() async {
    let fixture = Fixture(0..<100_000)
    let list = fixture.list()
    let window = await show(list.widget)
    #expect(await eventually { !texts(in: list).isEmpty })
    #expect(fixture.setups < 500)
    list.scroll(to: 90_000)
    #expect(await eventually { list.boundRow(forKey: 90_000) != nil })
    // The first row is kept: it would have the focus.
    #expect(list.boundRow(forKey: 5) == nil)
    #expect(fixture.setups < 1_000)
    list.scroll(to: 100_000)
    window.destroy()
  }

  @Test(arguments: [ListView.Selection.none, .single, .multiple])
  func `the user's selection is heard, the program's is not`(selection: ListView.Selection) async {
    let fixture = Fixture(0..<10)
    let list = fixture.list(selection)
    var heard = 0
    list.onSelectionChanged = { heard += 1 }
    let window = await show(list.widget)
    #expect(list.selectedPositions.isEmpty)
    list.selectedPositions = [2, 5, 99]
    #expect(
      list.selectedPositions == (selection == .none ? [] : selection == .single ? [2] : [2, 5])
    )
    #expect(heard == 0)
    let model = gtk_list_view_get_model(OpaquePointer(list.listWidget))
    gtk_selection_model_select_item(model, 7, 1)
    #expect(list.selectedPositions == (selection == .none ? [] : [7]))
    #expect(heard == (selection == .none ? 0 : 1))
    fixture.replace(0..<3, with: [])
    #expect(list.selectedPositions == (selection == .none ? [] : [4]))
    list.selectedPositions = []
    #expect(list.selectedPositions.isEmpty)
    window.destroy()
  }

  @Test func `a row is activated by its position`() async {
    let fixture = Fixture(0..<10)
    let list = fixture.list()
    list.activatesOnSingleClick = true
    list.showsSeparators = true
    var activated: [Int] = []
    list.onActivate = { activated.append($0) }
    let window = await show(list.widget)
    gtk_widget_activate_action_variant(
      list.listWidget,
      "list.activate-item",
      g_variant_new_uint32(4)
    )
    #expect(activated == [4])
    window.destroy()
  }

  @Test func `an empty list shows its placeholder`() async {
    let fixture = Fixture([])
    let list = fixture.list()
    let placeholder = gtk_label_new("Nothing here")!
    list.placeholder = placeholder
    let window = await show(list.widget)
    #expect(gtk_widget_get_mapped(placeholder) != 0)
    fixture.replace(0..<0, with: [1])
    #expect(await eventually { gtk_widget_get_mapped(list.listWidget) != 0 })
    #expect(gtk_widget_get_mapped(placeholder) == 0)
    fixture.replace(0..<1, with: [])
    #expect(await eventually { gtk_widget_get_mapped(placeholder) != 0 })
    list.placeholder = nil
    #expect(await eventually { gtk_widget_get_mapped(list.listWidget) != 0 })
    window.destroy()
  }

  @Test func `rows are no wider than asked, in the middle of their list, which still scrolls`()
    async
  {
    let fixture = Fixture(1...1_000)
    let list = fixture.list()
    let window = await show(list.widget, width: 900, height: 300)
    func place() -> [Int] {
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(list.listWidget, window.widget, 0, 0, &x, &y)
      return [Int(x), Int(gtk_widget_get_width(list.listWidget))]
    }
    #expect(await eventually { place() == [0, 900] })
    list.maximumRowWidth = 400
    #expect(await eventually { place() == [250, 400] })
    let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(list.scrolledWidget))!
    #expect(adjustment == gtk_scrollable_get_vadjustment(OpaquePointer(list.listWidget)))
    list.scroll(to: 999)
    #expect(await eventually { gtk_adjustment_get_value(adjustment) > 0 })
    #expect(texts(in: list).contains("1000"))
    list.maximumRowWidth = 2_000
    #expect(await eventually { place() == [0, 900] })
    list.maximumRowWidth = 400
    list.maximumRowWidth = nil
    #expect(await eventually { place() == [0, 900] })
    window.destroy()
  }

  @Test func `nothing of a list is left when it goes, though its window stays`() async {
    final class Witness {}
    weak var witness: Witness?
    var weak: [WeakReference] = []
    let window = await show(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!)
    // Those of the window stay as long as that.
    let handlers = Signal.liveHandlers
    let fixture = Fixture(0..<100)
    do {
      let list = fixture.list(.single)
      let content = Witness()
      witness = content
      window.child = list.widget
      #expect(await eventually { list.boundRow(forKey: 1) != nil })
      list.boundRow(forKey: 1)?.content = content
      weak = [
        WeakReference(list.listWidget), WeakReference(list.boundRow(forKey: 1)!.pointer),
      ]
    }
    #expect(await eventually { fixture.setups == fixture.teardowns })
    #expect(witness == nil)
    window.child = nil
    #expect(await eventually { !weak.contains(where: \.isAlive) })
    window.destroy()
    #expect(Signal.liveHandlers <= handlers)
  }
}
