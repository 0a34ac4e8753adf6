import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

private struct Thing: Identifiable, Equatable {
  let id: Int
  var name: String
}

private struct Room: Identifiable {
  let id: String
  var things: [Thing]
}

@Observable
private final class House {
  var rooms: [Room]
  var selected: Int?
  var marked: Set<Int> = []
  var log: [String] = []
  var showsAttic = false

  init(_ rooms: [(String, Range<Int>)]) {
    self.rooms = rooms.map { name, ids in
      Room(id: name, things: ids.map { Thing(id: $0, name: "Thing \($0)") })
    }
  }
}

/// The rows of a plan, and the model that the splices of its changes make.
private final class PlannedRows {
  private let counter = RowKeyCounter()
  private let bodies = RowBodies()
  private var segments: [PlacedSegment] = []
  var model: [Int64] = []

  init() {}

  deinit {}

  func update(_ view: some View) -> [ListSplice] {
    let plan = bodies.plan { $0.add(view) }
    var update = SegmentUpdate(old: segments, counter: counter)
    let splices = update.splices(to: plan.parts)
    segments = update.segments
    for splice in splices {
      let range = splice.position..<(splice.position + splice.removed)
      model.replaceSubrange(range, with: splice.added)
    }
    return splices
  }

  var keys: [Int64] { segments.flatMap(\.rows.keys) }
}

private func sections(_ rooms: [(String, [Int])]) -> some View {
  ForEach(rooms, id: \.0) { name, things in
    Section(name) {
      ForEach(things, id: \.self) { Text("\($0)") }
    }
  }
}

extension ViewTests {
  @Test func `a change in one section is one splice in the rows of all`() {
    let rows = PlannedRows()
    var rooms = (0..<100).map { room in ("\(room)", Array(room * 1_000..<(room + 1) * 1_000)) }
    #expect(rows.update(sections(rooms)).count == 1)
    #expect(rows.model.count == 100_100)
    #expect(rows.update(sections(rooms)).isEmpty)

    rooms[50].1.insert(-1, at: 500)
    let place = 50 * 1_001 + 1 + 500
    let new = rows.update(sections(rooms))
    #expect(new.map(\.position) == [place])
    #expect(new.map(\.removed) == [0] && new.map(\.added.count) == [1])
    rooms[50].1.remove(at: 500)
    #expect(rows.update(sections(rooms)) == [ListSplice(position: place, removed: 1, added: [])])

    // A section that goes takes its header along.
    rooms.remove(at: 10)
    #expect(
      rows.update(sections(rooms)) == [ListSplice(position: 10_010, removed: 1_001, added: [])]
    )
    // Sections that change places are one splice, in which rows keep their keys.
    let old = rows.model
    rooms.swapAt(3, 4)
    let moved = rows.update(sections(rooms))
    #expect(moved.map(\.position) == [3_003] && moved.map(\.removed) == [2_002])
    #expect(moved.first?.added == RowKeys(old[4_004..<5_005] + old[3_003..<4_004]))
  }

  @Test func `random changes of sections arrive exactly`() {
    var generator = SystemRandomNumberGenerator()
    let rows = PlannedRows()
    var rooms: [(String, [Int])] = []
    var isShown = false
    func content() -> some View {
      Group {
        Text("First")
        if isShown {
          Section("Shown") { Text("One") }
        } else {
          Text("Nothing")
        }
        sections(rooms)
        Text("Last")
      }
    }
    for step in 0..<500 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: rooms.shuffle(using: &generator)
      case 1: rooms.removeAll { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      case 2: isShown.toggle()
      case 3: rooms.insert(("\(step)", [step]), at: Int.random(in: 0...rooms.count))
      default:
        for index in rooms.indices where Bool.random(using: &generator) {
          rooms[index].1.shuffle(using: &generator)
          rooms[index].1.insert(step, at: Int.random(in: 0...rooms[index].1.count))
        }
      }
      _ = rows.update(content())
      #expect(rows.model == rows.keys)
      #expect(Set(rows.model).count == rows.model.count)
      #expect(rows.model.count == 2 + (isShown ? 2 : 1) + rooms.reduce(0) { $0 + $1.1.count + 1 })
    }
  }

  @Test func `sections whose ids are the same are reported`() {
    let rows = PlannedRows()
    withKnownIssue {
      _ = rows.update(sections([("A", [1]), ("A", [2])]))
    } matching: {
      "\($0)".contains("ForEach got more than one element with the id A")
    }
    #expect(rows.model.count == 2)
  }

  @Test func `a list of sections shows the visible rows of many, with their headers and footers`()
    async
  {
    struct Root: View {
      let house: House

      var body: some View {
        List {
          Text("Loose")
          ForEach(house.rooms) { room in
            Section {
              ForEach(room.things) { Text($0.name) }
            } header: {
              Text(room.id)
            } footer: {
              Text("\(room.things.count) in \(room.id)")
            }
          }
          if house.showsAttic {
            Section("Attic") { Text("Dust") }
          }
        }
      }
    }
    let house = House([("Hall", 0..<2), ("Kitchen", 2..<100_000)])
    let window = ViewWindow("List", width: 400, height: 300) { Root(house: house) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Thing 3") })
    #expect(
      widget.shownRows.prefix(6)
        == ["Loose", "Hall", "Thing 0", "Thing 1", "2 in Hall", "Kitchen"]
    )
    #expect(widget.all(gtk_label_get_type()).count < 500)

    let third = widget.label("Thing 3")
    house.rooms[0].things.removeFirst()
    house.rooms[1].things[0].name = "Renamed"
    #expect(
      await eventually {
        widget.shownRows.prefix(6)
          == ["Loose", "Hall", "Thing 1", "1 in Hall", "Kitchen", "Renamed"]
      }
    )
    #expect(widget.label("Thing 3") == third)

    house.rooms.removeLast()
    house.showsAttic = true
    #expect(
      await eventually {
        widget.shownRows == ["Loose", "Hall", "Thing 1", "1 in Hall", "Attic", "Dust"]
      }
    )
  }

  @Test(arguments: [false, true])
  func `after a search, a row has the focus, and not the header above it`(
    isSelectable: Bool
  ) async throws {
    struct Root: View {
      let isSelectable: Bool
      @GtkViews.State private var text = ""
      @GtkViews.State private var selection: Int?

      var body: some View {
        if isSelectable {
          List(selection: $selection) { Rows() }.searchable(text: $text)
        } else {
          List { Rows() }.searchable(text: $text)
        }
      }
    }
    struct Rows: View {
      var body: some View {
        Section("Numbers") { ForEach(0..<5) { Text("Row \($0)") } }
        Section("None") {}
      }
    }
    let window = ViewWindow("List", width: 400, height: 300) { Root(isSelectable: isSelectable) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Row 0") })
    let bar = try #require(widget.all(gtk_search_bar_get_type()).first)
    let entry = try #require(widget.all(gtk_search_entry_get_type()).first)
    func focusedTexts() -> [String] {
      gtk_root_get_focus(OpaquePointer(widget)).map(\.texts) ?? []
    }
    #expect(await eventually { focusedTexts() == ["Row 0"] })
    for _ in 0..<2 {
      gtk_search_bar_set_search_mode(bar.opaque, 1)
      gtk_widget_grab_focus(entry)
      #expect(await eventually { gtk_widget_get_mapped(entry) != 0 })
      Signal.emit(entry, "stop-search")
      #expect(await eventually { gtk_widget_get_mapped(entry) == 0 })
      #expect(await eventually { focusedTexts() == ["Row 0"] })
    }
  }

  @Test func `in a list of sections elements are selected, and headers are not`() async throws {
    struct Root: View {
      @Bindable var house: House

      var body: some View {
        List(selection: $house.selected) {
          Text("All").tag(-1)
          ForEach(house.rooms) { room in
            Section(room.id) {
              ForEach(room.things) { Text($0.name) }
                .onRowActivate { house.log.append("open \($0.id)") }
            }
          }
        }
      }
    }
    let house = House([("Hall", 0..<2), ("Kitchen", 2..<4)])
    house.selected = 2
    let window = ViewWindow("List", width: 400, height: 300) { Root(house: house) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    let model = gtk_list_view_get_model(list.opaque)!
    // 0 All, 1 Hall, 2, 3, 4 Kitchen, 5, 6
    #expect(await eventually { gtk_selection_model_is_selected(model, 5) != 0 })
    gtk_selection_model_select_item(model, 3, 1)
    #expect(house.selected == 1)
    gtk_selection_model_select_item(model, 0, 1)
    #expect(house.selected == -1)
    house.selected = 3
    #expect(await eventually { gtk_selection_model_is_selected(model, 6) != 0 })
    // The selection stays with the element while rows come and go above it.
    house.rooms[0].things.removeFirst()
    #expect(await eventually { gtk_selection_model_is_selected(model, 5) != 0 })
    #expect(house.selected == 3)

    activate(list, 5)
    activate(list, 3)
    #expect(house.log == ["open 3"])
  }

  @Test func `what stays out of the selection is not selected, and not deleted with it`()
    async throws
  {
    struct Root: View {
      @Bindable var house: House

      var body: some View {
        List(house.rooms[0].things, selection: $house.marked) { thing in
          Text(thing.name)
            .selectionDisabled(thing.id == 1)
            .deleteDisabled(thing.id == 2)
            .padding(2)
        }
        .onDelete { house.log.append("\(Array($0))") }
      }
    }
    let house = House([("Hall", 0..<4)])
    let window = ViewWindow("List", width: 400, height: 300) { Root(house: house) }
    window.present()
    defer { window.destroy() }
    let list = try #require(window.window.widget.all(gtk_list_view_get_type()).first)
    let model = gtk_list_view_get_model(list.opaque)!
    #expect(await eventually { g_list_model_get_n_items(model) == 4 })
    gtk_selection_model_select_item(model, 1, 1)
    #expect(await eventually { gtk_selection_model_is_selected(model, 1) == 0 })
    #expect(house.marked.isEmpty)
    gtk_selection_model_select_all(model)
    #expect(house.marked == [0, 2, 3])
    #expect(await eventually { gtk_selection_model_is_selected(model, 1) == 0 })
    #expect(list.press(GDK_KEY_Delete, GdkModifierType(rawValue: 0)))
    #expect(house.log == ["[0, 3]"])
    house.marked = [2]
    #expect(await eventually { gtk_selection_model_is_selected(model, 0) == 0 })
    #expect(!list.press(GDK_KEY_Delete, GdkModifierType(rawValue: 0)))
  }

  @Test func `a view whose body is a section is taken apart, with a state of its own`() async throws
  {
    struct Root: View {
      let house: House

      var body: some View {
        List {
          ForEach(house.rooms) { RoomRows(room: $0) }
          LastThings(house: house)
        }
      }
    }
    let house = House([("Hall", 0..<2), ("Kitchen", 2..<4)])
    let window = ViewWindow("List", width: 400, height: 600) { Root(house: house) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let kitchen = ["Fold Kitchen", "Thing 2", "Thing 3"]
    let last = ["Last: Thing 2", "Last: Thing 3"]
    #expect(
      await eventually { widget.shownRows == ["Fold Hall", "Thing 0", "Thing 1"] + kitchen + last }
    )
    Signal.emit(try #require(widget.all(gtk_button_get_type()).first), "clicked")
    #expect(await eventually { widget.shownRows == ["Fold Hall"] + kitchen + last })
    // The state goes with the element.
    house.rooms.insert(Room(id: "Attic", things: []), at: 0)
    #expect(await eventually { widget.shownRows == ["Fold Attic", "Fold Hall"] + kitchen + last })
    // What a body reads by itself is followed.
    house.rooms[2].things.removeFirst()
    #expect(
      await eventually {
        widget.shownRows == [
          "Fold Attic", "Fold Hall", "Fold Kitchen", "Thing 3", "Last: Thing 3",
        ]
      }
    )
    let hall = house.rooms.remove(at: 1)
    #expect(await eventually { !widget.shownRows.contains("Fold Hall") })
    house.rooms.append(hall)
    #expect(
      await eventually {
        widget.shownRows.suffix(5)
          == ["Fold Hall", "Thing 0", "Thing 1", "Last: Thing 0", "Last: Thing 1"]
      }
    )
  }

  @Test func `what the content of sections reads is followed`() async {
    struct Root: View {
      let rooms: [House]
      let evaluations: Evaluations

      var body: some View {
        let _ = evaluations.note("root")
        List {
          ForEach(rooms.indices, id: \.self) { index in
            Section("Room \(index)") {
              ForEach(rooms[index].rooms[0].things) { Text($0.name) }
            }
          }
        }
      }
    }
    let rooms = [House([("", 0..<1)]), House([("", 1..<2)])]
    let evaluations = Evaluations()
    let window = ViewWindow("List", width: 400, height: 300) {
      Root(rooms: rooms, evaluations: evaluations)
    }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(
      await eventually { widget.shownRows == ["Room 0", "Thing 0", "Room 1", "Thing 1"] }
    )
    evaluations.reset()
    rooms[0].rooms[0].things.append(Thing(id: 9, name: "Nine"))
    #expect(
      await eventually { widget.shownRows == ["Room 0", "Thing 0", "Nine", "Room 1", "Thing 1"] }
    )
    #expect(evaluations["root"] == 0)
  }

  @Test func `rows move with Alt and the arrow keys, within their section`() async throws {
    struct Root: View {
      @Bindable var house: House

      var body: some View {
        List(selection: $house.marked) {
          ForEach(house.rooms.indices, id: \.self) { index in
            Section("Room \(index)") {
              ForEach(house.rooms[index].things) { Text($0.name) }
                .onMove { house.log.append("\(index): \(Array($0)) to \($1)") }
                .onDelete { house.log.append("\(index): delete \(Array($0))") }
            }
          }
        }
      }
    }
    let house = House([("Hall", 0..<3), ("Kitchen", 3..<6)])
    let window = ViewWindow("List", width: 400, height: 300) { Root(house: house) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    let list = try #require(widget.all(gtk_list_view_get_type()).first)
    #expect(await eventually { widget.texts.contains("Thing 5") })

    func press(_ key: Int32, on text: String) async {
      guard let row = widget.row(text) else {
        Issue.record("There is no row \(text)")
        return
      }
      gtk_widget_grab_focus(row)
      #expect(
        await eventually {
          gtk_widget_get_state_flags(row).rawValue & GTK_STATE_FLAG_FOCUSED.rawValue != 0
        }
      )
      #expect(list.press(key, GDK_ALT_MASK))
    }
    await press(GDK_KEY_Down, on: "Thing 3")
    await press(GDK_KEY_Up, on: "Thing 2")
    await press(GDK_KEY_Up, on: "Thing 0")
    await press(GDK_KEY_Down, on: "Thing 5")
    #expect(house.log == ["1: [0] to 2", "0: [2] to 1"])

    house.log = []
    house.marked = [0, 2, 3]
    let model = gtk_list_view_get_model(list.opaque)!
    #expect(await eventually { gtk_selection_model_is_selected(model, 5) != 0 })
    await press(GDK_KEY_Down, on: "Thing 0")
    #expect(house.log.isEmpty)
    house.marked = [0, 1, 3]
    #expect(await eventually { gtk_selection_model_is_selected(model, 2) != 0 })
    await press(GDK_KEY_Down, on: "Thing 0")
    #expect(house.log == ["0: [0, 1] to 3"])
    house.log = []
    await press(GDK_KEY_Delete, on: "Thing 0")
    #expect(house.log == ["0: delete [0, 1]", "1: delete [0]"])
  }

  @Test func `a list of sections leaves nothing behind`() async {
    struct Root: View {
      @Bindable var house: House

      var body: some View {
        List(selection: $house.marked) {
          ForEach(house.rooms) { room in
            Section(room.id) {
              ForEach(room.things) { Text($0.name) }
                .onMove { _, _ in house.rooms = [] }
                .onDelete { _ in house.rooms = [] }
                .dropDestination(for: String.self) { _, _ in house.rooms = [] }
            }
          }
          LastThings(house: house)
        }
      }
    }
    let handlers = Signal.liveHandlers
    var house: House? = House([("Hall", 0..<3), ("Kitchen", 3..<60)])
    weak let weakHouse = house
    var widgets: [WeakReference] = []
    do {
      let window = ViewWindow("List", width: 400, height: 300) { [house] in Root(house: house!) }
      window.present()
      #expect(await eventually { window.window.widget.texts.contains("Thing 5") })
      widgets = window.window.widget.contents.map { WeakReference($0) }
      house?.rooms[0].things.removeFirst()
      #expect(await eventually { !window.window.widget.texts.contains("Thing 0") })
      window.destroy()
    }
    house = nil
    #expect(await eventually { widgets.allSatisfy { !$0.isAlive } })
    #expect(weakHouse == nil)
    #expect(Signal.liveHandlers <= handlers)
  }
}

private struct RoomRows: View {
  let room: Room
  @State private var isOpen = true

  var body: some View {
    Section {
      if isOpen {
        ForEach(room.things) { Text($0.name) }
      }
    } header: {
      Button("Fold \(room.id)") { isOpen.toggle() }
    }
  }
}

private struct LastThings: View {
  let house: House

  var body: some View {
    ForEach(house.rooms.last?.things ?? []) { Text("Last: \($0.name)") }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The texts of the rows of lists that are on the screen, from top to bottom.
  fileprivate var shownRows: [String] {
    all(gtk_list_view_get_type()).flatMap(\.children)
      .filter { gtk_widget_get_child_visible($0) != 0 && !$0.texts.isEmpty }
      .map { $0.texts.joined(separator: " ") }
  }

  /// The row of a list with a text.
  fileprivate func row(_ text: String) -> WidgetPointer? {
    all(gtk_list_view_get_type()).flatMap(\.children).first { $0.texts == [text] }
  }

  /// Presses a key in this widget. Returns whether a controller handled it.
  fileprivate func press(_ key: Int32, _ modifiers: GdkModifierType) -> Bool {
    let controllers = gtk_widget_observe_controllers(self)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    return (0..<g_list_model_get_n_items(controllers)).contains { index in
      let controller = g_list_model_get_item(controllers, index)!
      defer { g_object_unref(controller) }
      guard controller.isA(gtk_event_controller_key_get_type()) else { return false }
      var result: gboolean = 0
      withUnsafeMutablePointer(to: &result) { result in
        withVaList([guint(key), guint(0), modifiers.rawValue, result]) {
          let signal = g_signal_lookup("key-pressed", gtk_event_controller_key_get_type())
          g_signal_emit_valist(controller, signal, 0, $0)
        }
      }
      return result != 0
    }
  }
}
