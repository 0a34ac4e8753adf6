import ComposableGtk
import Foundation
import GtkKit
import Testing

@Reducer
private struct ShelfFeature {
  struct Book: Equatable, Identifiable {
    let id: Int
    var title: String
  }
  @ObservableState
  struct State: Equatable {
    var books = IdentifiedArray(
      uniqueElements: (0..<5).map { Book(id: $0, title: "Book \($0)") }
    )
    var isLocked = false
    var note = ""
    var log: [String] = []
  }
  enum Action {
    case moved(IndexSet, Int)
    case deleted(IndexSet)
    case dropped([String], Int)
    case opened(Int)
    case renamed(Int, String)
    case noted(String)
    case locked
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .moved(let offsets, let destination):
        state.log.append("\(Array(offsets)) to \(destination)")
        if !state.isLocked { state.books.move(fromOffsets: offsets, toOffset: destination) }
      case .deleted(let offsets):
        state.books.remove(atOffsets: offsets)
      case .dropped(let titles, let offset):
        for title in titles.reversed() {
          state.books.insert(Book(id: state.books.count, title: title), at: offset)
        }
      case .opened(let id):
        state.log.append("open \(id)")
      case .renamed(let id, let title):
        state.books[id: id]?.title = title
      case .noted(let note):
        state.note = note
      case .locked:
        state.isLocked = true
      }
      return .none
    }
  }
}

private struct ShelfView: View {
  let store: StoreOf<ShelfFeature>

  var body: some View {
    List {
      ForEach(store.books) { book in
        HStack {
          Text(book.title)
          Button("Open") { store.send(.opened(book.id)) }
        }
      }
      .onMove { store.send(.moved($0, $1)) }
      .onDelete { store.send(.deleted($0)) }
      .dropDestination(for: String.self) { store.send(.dropped($0, $1)) }
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct ListTests {
    private let store = Store(initialState: ShelfFeature.State()) { ShelfFeature() }

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(_ body: @MainActor (TestWindow, RealInput) async throws -> Void) async throws
    {
      let window = TestWindow(ShelfView(store: store))
      defer { window.close() }
      #expect(await eventually { titles(in: window).count == 5 })
      let input = try await RealInput(window)
      try await body(window, input)
    }

    private func rows(in window: TestWindow) -> [WidgetPointer] {
      allRows(in: window).filter { gtk_widget_get_child_visible($0) != 0 }
    }

    /// Also those that are not on the screen.
    private func allRows(in window: TestWindow) -> [WidgetPointer] {
      guard let list = window.content.family.first(where: { $0.isA(gtk_list_view_get_type()) })
      else { return [] }
      return list.family.filter { gtk_widget_get_parent($0) == list && !$0.visibleTexts.isEmpty }
    }

    private func titles(in window: TestWindow) -> [String] {
      rows(in: window).compactMap(\.visibleTexts.first)
    }

    private func row(_ title: String, in window: TestWindow) throws -> WidgetPointer {
      try #require(rows(in: window).first { $0.visibleTexts.first == title })
    }

    @Test func `a row that is dragged to another place goes there through the reducer`()
      async throws
    {
      try await with { window, input in
        let target = try row("Book 3", in: window)
        try await input.drag(try row("Book 1", in: window), to: target, y: 0.75) {
          #expect(await eventually { gtk_widget_has_css_class(target, "drop-behind") != 0 })
        }
        #expect(
          await eventually {
            titles(in: window) == ["Book 0", "Book 2", "Book 3", "Book 1", "Book 4"]
          }
        )
        #expect(store.log == ["[1] to 4"])
        #expect(rows(in: window).allSatisfy { gtk_widget_has_css_class($0, "drop-behind") == 0 })

        // A drag may begin on a control in the row, which is not clicked by it.
        let button = try #require(try row("Book 1", in: window).button("Open"))
        try await input.drag(button, to: try row("Book 0", in: window), y: 0.25)
        #expect(await eventually { titles(in: window).first == "Book 1" })
        #expect(store.log == ["[1] to 4", "[3] to 0"])
        try await input.click(try #require(try row("Book 0", in: window).button("Open")))
        #expect(await eventually { store.log.last == "open 0" })
      }
    }

    @Test func `a reducer that declines a move leaves the rows where they are`() async throws {
      store.send(.locked)
      try await with { window, input in
        let target = try row("Book 3", in: window)
        try await input.drag(try row("Book 1", in: window), to: target, y: 0.75)
        #expect(await eventually { store.log == ["[1] to 4"] })
        MainLoop.pump()
        #expect(titles(in: window) == (0..<5).map { "Book \($0)" })
      }
    }

    @Test func `keys move and delete the row with the focus, which keeps it`() async throws {
      try await with { window, input in
        gtk_widget_grab_focus(try row("Book 2", in: window))
        try await input.press("alt+Up")
        #expect(await eventually { titles(in: window)[1] == "Book 2" })
        try await input.press("alt+Up")
        #expect(await eventually { titles(in: window)[0] == "Book 2" })
        try await input.press("alt+Down")
        #expect(await eventually { titles(in: window)[1] == "Book 2" })
        try await input.press("Delete")
        #expect(
          await eventually { titles(in: window) == ["Book 0", "Book 1", "Book 3", "Book 4"] }
        )
      }
    }

    @Test func `a text that is dragged from a field goes between the rows where it is dropped`()
      async throws
    {
      let window = TestWindow(DropView(store: store))
      defer { window.close() }
      #expect(await eventually { titles(in: window).count == 5 })
      let input = try await RealInput(window)
      let entry = try #require(window.content.family.first { $0.isA(gtk_text_get_type()) })
      gtk_widget_grab_focus(entry)
      try await input.type("Emma by Jane Austen")
      try await input.press("ctrl+a")
      try await input.drag(entry, x: 0.1, to: try row("Book 2", in: window), y: 0.25)
      #expect(
        await eventually {
          titles(in: window)
            == ["Book 0", "Book 1", "Emma by Jane Austen", "Book 2", "Book 3", "Book 4"]
        }
      )
    }

    @Test(arguments: [false, true])
    func `Tab leads through the widgets of one row and out of the list`(hasButtons: Bool)
      async throws
    {
      let window = TestWindow(ShelvesView(hasButtons: hasButtons))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Shelf 4") })
      let input = try await RealInput(window)
      func focused() -> String? {
        gtk_root_get_focus(gtk_widget_get_root(window.content)).flatMap { $0.visibleTexts.first }
      }
      let before: WidgetPointer = try #require(window.content.button("Before"))
      gtk_widget_grab_focus(before)
      /// Presses a key until something has the focus, and returns what has it on the way. Newer
      /// versions of GTK stop at a row itself, too, before its widgets.
      func way(by key: String, to end: String) async throws -> Set<String> {
        var passed: Set<String> = []
        for _ in 0..<5 {
          let last = focused()
          try await input.press(key)
          #expect(await eventually { focused() != nil && focused() != last }, "\(key) to \(end)")
          guard let title = focused(), title != end else { return passed }
          passed.insert(title)
        }
        Issue.record("\(key) leads to \(passed), and not to \(end).")
        return passed
      }
      let row: Set<String> = ["Shelf 0", "Look 0", "Take 0"]
      let forwards = try await way(by: "Tab", to: "After")
      #expect(hasButtons ? row.isSuperset(of: forwards) : forwards == ["Shelf 0"])
      if hasButtons { #expect(forwards.isSuperset(of: ["Look 0", "Take 0"])) }
      let back = try await way(by: "shift+Tab", to: "Before")
      #expect(row.isSuperset(of: back) && !back.isEmpty)
      guard !hasButtons else { return }
      // The list remembers the row that was left.
      try await input.press("Tab", "Down", "Down", "Down")
      #expect(await eventually { focused() == "Shelf 3" })
      #expect(try await way(by: "Tab", to: "After") == [])
      #expect(try await way(by: "shift+Tab", to: "Before") == ["Shelf 3"])
    }

    @Test func `the arrow keys pass over headers and footers`() async throws {
      let store = Store(initialState: RoomsFeature.State()) { RoomsFeature() }
      let window = TestWindow(RoomsView(store: store))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Row 5") })
      let input = try await RealInput(window)
      gtk_widget_grab_focus(try row("Row 1", in: window))

      for (key, expected) in [
        ("Down", 2), ("Down", 3), ("Down", 4), ("Up", 3), ("Up", 2), ("Home", 0), ("Up", 0),
        ("End", 5), ("Down", 5),
      ] {
        try await input.press(key)
        #expect(
          await eventually { store.selected == expected },
          "\(key): \(String(describing: store.selected)) instead of \(expected)"
        )
        // The row may come into sight a frame after it is selected.
        #expect(
          await eventually {
            (try? row("Row \(expected)", in: window)).map(gtk_widget_has_focus) == 1
          }
        )
      }
      #expect(!store.log.contains(nil))

      // A click on a header selects nothing.
      let log = store.log
      try await input.press("Home")
      #expect(await eventually { store.selected == 0 })
      try await input.click(try row("Room 0", in: window))
      try await input.click(try row("Row 1", in: window))
      #expect(await eventually { store.selected == 1 })
      #expect(store.log == log + [0, 1])
    }

    @Test func `everything that can be selected is selected at once, and nothing else`()
      async throws
    {
      let store = Store(initialState: RoomsFeature.State()) { RoomsFeature() }
      let window = TestWindow(RoomsView(store: store, selectsMany: true))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Row 5") })
      let input = try await RealInput(window)
      gtk_widget_grab_focus(try row("Row 1", in: window))
      try await input.press("ctrl+a")
      #expect(await eventually { store.marked == Set(0..<6) })
      try await input.press("ctrl+shift+a")
      #expect(await eventually { store.marked.isEmpty })
      gtk_widget_grab_focus(try row("Row 1", in: window))
      try await input.press("space", "shift+Down", "shift+Down", "shift+Down", "shift+Down")
      #expect(await eventually { store.marked == [1, 2, 3] })
    }

    @Test func `the arrow keys pass over headers and footers where nothing can be selected too`()
      async throws
    {
      let window = TestWindow(PlainRoomsView())
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Row 19") })
      let input = try await RealInput(window)
      func row(_ title: String) throws -> WidgetPointer {
        try #require(allRows(in: window).first { $0.visibleTexts.first == title })
      }
      gtk_widget_grab_focus(try row("Row 8"))
      let scrolled = try #require(
        window.content.family.first { $0.isA(gtk_scrolled_window_get_type()) }
      )
      let place = gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled))!
      for (key, expected) in [
        ("Down", 9), ("Down", 10), ("Down", 11), ("Up", 10), ("Up", 9), ("Home", 0), ("Up", 0),
        ("Down", 1), ("End", 19), ("Down", 19), ("Up", 18),
      ] {
        try await input.press(key)
        let row = try row("Row \(expected)")
        #expect(await eventually { gtk_widget_has_focus(row) != 0 }, "\(key) to \(expected)")
        // The captions at the ends come into sight.
        if expected == 0 { #expect(await eventually { gtk_adjustment_get_value(place) == 0 }) }
        if expected == 19 {
          let end = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place)
          #expect(await eventually { gtk_adjustment_get_value(place) == end })
        }
      }
    }

    @Test func `a row is deleted from its context menu, in which it may have more`() async throws {
      let window = TestWindow(KeptShelfView(store: store))
      defer { window.close() }
      #expect(await eventually { titles(in: window).count == 5 })
      let input = try await RealInput(window)
      try await input.click(try row("Book 2", in: window), button: 3)
      #expect(await eventually { window.content.button("Delete") != nil })
      try await input.press("Return")
      #expect(await eventually { titles(in: window) == ["Book 0", "Book 1", "Book 3", "Book 4"] })
      #expect(await eventually { window.content.button("Delete") == nil })

      gtk_widget_grab_focus(try row("Book 3", in: window))
      try await input.press("Menu")
      #expect(await eventually { window.content.button("Delete") != nil })
      try await input.press("Escape")
      #expect(await eventually { window.content.button("Delete") == nil })

      try await input.click(try row("Book 1", in: window), button: 3)
      #expect(await eventually { window.content.button("Read") != nil })
      #expect(window.content.button("Delete") != nil)
      // From the last item it goes on with the first.
      try await input.press("Down", "Down", "Up", "Return")
      #expect(await eventually { titles(in: window) == ["Book 0", "Book 3", "Book 4"] })
      #expect(await eventually { window.content.button("Read") == nil })
      #expect(store.log.isEmpty)
    }

    @Test func `a row that has to stay is neither deleted nor moved`() async throws {
      let window = TestWindow(KeptShelfView(store: store))
      defer { window.close() }
      #expect(await eventually { titles(in: window).count == 5 })
      let input = try await RealInput(window)
      try await input.click(try row("Book 0", in: window), button: 3)
      #expect(window.content.button("Delete") == nil)
      gtk_widget_grab_focus(try row("Book 0", in: window))
      try await input.press("Delete", "alt+Down")
      // Others go past it.
      gtk_widget_grab_focus(try row("Book 2", in: window))
      try await input.press("alt+Up")
      #expect(await eventually { titles(in: window)[1] == "Book 2" })
      try await input.press("alt+Up")
      #expect(await eventually { titles(in: window).prefix(2) == ["Book 2", "Book 0"] })
      #expect(store.log == ["[2] to 1", "[1] to 0"])
      try await input.drag(
        try row("Book 0", in: window),
        to: try row("Book 4", in: window),
        y: 0.75
      )
      gtk_widget_grab_focus(try row("Book 4", in: window))
      try await input.press("Delete")
      #expect(await eventually { titles(in: window) == ["Book 2", "Book 0", "Book 1", "Book 3"] })
      #expect(store.log.count == 2)
    }

    @Test func `a list scrolls while a row is held at its end`() async throws {
      let books = (0..<200).map { ShelfFeature.Book(id: $0, title: "Book \($0)") }
      let store = Store(
        initialState: ShelfFeature.State(books: IdentifiedArray(uniqueElements: books))
      ) {
        ShelfFeature()
      }
      let window = TestWindow(ShelfView(store: store))
      defer { window.close() }
      #expect(await eventually { titles(in: window).count > 5 })
      let scrolled = try #require(
        window.content.family.first { $0.isA(gtk_scrolled_window_get_type()) }
      )
      let place = gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled))!
      let input = try await RealInput(window)
      try await input.drag(try row("Book 1", in: window), to: scrolled, y: 0.98) {
        #expect(await eventually { gtk_adjustment_get_value(place) > 1_000 })
        try await input.point(at: scrolled, y: 0.5)
        let value = gtk_adjustment_get_value(place)
        try await input.point(at: scrolled, y: 0.02)
        #expect(await eventually { gtk_adjustment_get_value(place) < value - 100 })
        try await input.point(at: scrolled, y: 0.5)
      }
      #expect(await eventually { !store.log.isEmpty })
      let destination = store.log.first.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
      #expect(destination > 10)
    }

    // MARK: What is evaluated

    @Test func `changing an element evaluates its row alone, and changing something else none`()
      async
    {
      let evaluations = Evaluations()
      let window = TestWindow(CountedList(store: store, evaluations: evaluations))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Book 4 on the shelf") })
      let labels = window.content.family.filter { $0.isA(gtk_label_get_type()) }

      evaluations.counts = [:]
      store.send(.renamed(2, "Emma"))
      #expect(await eventually { window.content.visibleTexts.contains("Emma on the shelf") })
      #expect(evaluations.counts == ["list": 1, "Emma": 1, "section Emma": 1])

      evaluations.counts = [:]
      store.send(.noted("Dusty"))
      #expect(await eventually { window.content.visibleTexts.contains("Dusty") })
      #expect(evaluations.counts.isEmpty)

      // Rows that change places take their views along.
      store.send(.moved([2], 0))
      #expect(await eventually { titles(in: window).first == "Emma on the shelf" })
      #expect(evaluations.counts == ["list": 1])
      #expect(Set(window.content.family.filter { $0.isA(gtk_label_get_type()) }) == Set(labels))
    }

    @Test func `changing what a row's store holds evaluates that row, and not the list`() async {
      let evaluations = Evaluations()
      let store = Store(
        initialState: PagesFeature.State(
          pages: IdentifiedArray(
            uniqueElements: (0..<5).map { PageRow.State(id: $0, name: "Page \($0)") }
          )
        )
      ) {
        PagesFeature()
      }
      let window = TestWindow(PagesView(store: store, evaluations: evaluations))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Page 4") })

      evaluations.counts = [:]
      store.send(.pages(.element(id: 3, action: .renamed("Index"))))
      #expect(await eventually { window.content.visibleTexts.contains("Index") })
      #expect(evaluations.counts == ["Index": 1])

      evaluations.counts = [:]
      store.send(.pages(.element(id: 3, action: .noted)))
      store.send(.noted)
      MainLoop.pump()
      #expect(evaluations.counts.isEmpty)

      store.send(.added)
      #expect(await eventually { window.content.visibleTexts.contains("Page 5") })
      #expect(evaluations.counts == ["list": 1, "Page 5": 1])
    }
  }
}

@MainActor
private final class Evaluations {
  var counts: [String: Int] = [:]

  func note(_ name: String) { counts[name, default: 0] += 1 }
}

private struct CountedList: View {
  let store: StoreOf<ShelfFeature>
  let evaluations: Evaluations

  var body: some View {
    VStack {
      NoteText(store: store)
      BookLists(store: store, evaluations: evaluations)
    }
  }
}

private struct NoteText: View {
  let store: StoreOf<ShelfFeature>

  var body: some View { Text(store.note) }
}

private struct BookLists: View {
  let store: StoreOf<ShelfFeature>
  let evaluations: Evaluations

  var body: some View {
    let _ = evaluations.note("list")
    List(store.books) { BookRow(book: $0, prefix: "", evaluations: evaluations) }
    List {
      Section("Books") {
        ForEach(store.books) { BookRow(book: $0, prefix: "section ", evaluations: evaluations) }
      }
    }
  }
}

private struct BookRow: View {
  let book: ShelfFeature.Book
  let prefix: String
  let evaluations: Evaluations

  var body: some View {
    let _ = evaluations.note(prefix + book.title)
    Text("\(book.title) on the shelf")
  }
}

@Reducer
private struct PagesFeature {
  @ObservableState
  struct State: Equatable {
    var pages: IdentifiedArrayOf<PageRow.State> = []
    var note = 0
  }
  enum Action {
    case pages(IdentifiedActionOf<PageRow>)
    case noted
    case added
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pages: break
      case .noted: state.note += 1
      case .added:
        let id = state.pages.count
        state.pages.append(PageRow.State(id: id, name: "Page \(id)"))
      }
      return .none
    }
    .forEach(\.pages, action: \.pages) { PageRow() }
  }
}

@Reducer
private struct PageRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name: String
    var note = 0
  }
  enum Action {
    case renamed(String)
    case noted
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .renamed(let name): state.name = name
      case .noted: state.note += 1
      }
      return .none
    }
  }
}

private struct PagesView: View {
  let store: StoreOf<PagesFeature>
  let evaluations: Evaluations

  var body: some View {
    let _ = evaluations.note("list")
    List(store.scope(state: \.pages, action: \.pages)) {
      PageRowView(store: $0, evaluations: evaluations)
    }
  }
}

private struct PageRowView: View {
  let store: StoreOf<PageRow>
  let evaluations: Evaluations

  var body: some View {
    let _ = evaluations.note(store.name)
    Text(store.name)
  }
}

/// The first row has to stay, and the second has a menu of its own.
private struct KeptShelfView: View {
  let store: StoreOf<ShelfFeature>

  var body: some View {
    List {
      ForEach(store.books) { book in
        if book.id == 1 {
          Text(book.title).contextMenu { Button("Read") { store.send(.opened(1)) } }
        } else {
          Text(book.title)
            .deleteDisabled(book.id == 0)
            .moveDisabled(book.id == 0)
        }
      }
      .onMove { store.send(.moved($0, $1)) }
      .onDelete { store.send(.deleted($0)) }
    }
  }
}

private struct PlainRoomsView: View {
  var body: some View {
    List {
      ForEach(0..<2) { room in
        Section {
          ForEach(room * 10..<room * 10 + 10) { Text("Row \($0)") }
        } header: {
          Text("Room \(room)")
        } footer: {
          Text("End of room \(room)")
        }
      }
    }
  }
}

private struct DropView: View {
  let store: StoreOf<ShelfFeature>
  @State private var text = ""

  var body: some View {
    VStack {
      TextField("Title", text: $text)
      ShelfView(store: store)
    }
  }
}

@Reducer
private struct RoomsFeature {
  @ObservableState
  struct State: Equatable {
    var selected: Int? = 1
    var marked: Set<Int> = []
    var log: [Int?] = []
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, _ in
      state.log.append(state.selected)
      return .none
    }
  }
}

private struct RoomsView: View {
  @Bindable var store: StoreOf<RoomsFeature>
  var selectsMany = false

  var body: some View {
    if selectsMany {
      List(selection: $store.marked) { rooms }
    } else {
      List(selection: $store.selected) { rooms }
    }
  }

  private var rooms: some View {
    ForEach(0..<2) { room in
      Section {
        ForEach(room * 3..<room * 3 + 3) { Text("Row \($0)") }
      } header: {
        Text("Room \(room)")
      } footer: {
        Text("End of room \(room)")
      }
    }
  }
}

/// A long list between two buttons.
private struct ShelvesView: View {
  let hasButtons: Bool

  var body: some View {
    VStack {
      Button("Before") {}
      List(0..<200, id: \.self) { number in
        HStack {
          Text("Shelf \(number)")
          if hasButtons {
            Button("Look \(number)") {}
            Button("Take \(number)") {}
          }
        }
      }
      Button("After") {}
    }
  }
}
