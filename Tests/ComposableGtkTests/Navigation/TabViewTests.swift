import ComposableGtk
import GtkKit
import Testing

/// A library with books, readers and a shelf of letters.
@Reducer
private struct LibraryFeature {
  enum Section: Hashable { case books, readers, letters, cellar }

  @Reducer
  struct Book {
    @ObservableState
    struct State: Equatable { var name: String }
  }

  @ObservableState
  struct State: Equatable {
    var section = Section.books
    var hasLetters = true
    var unread = 0
    var note = ""
    var clicks: [String] = []
    var isLocked = false
    var books = StackState<Book.State>()
    @Presents var lending: Book.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case sectionSelected(Section)
    case clicked(String)
    case books(StackActionOf<Book>)
    case lending(PresentationAction<Book.Action>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .sectionSelected(let section) where !state.isLocked: state.section = section
      case .clicked(let title): state.clicks.append(title)
      default: break
      }
      return .none
    }
    .forEach(\.books, action: \.books) { Book() }
    .ifLet(\.$lending, action: \.lending) { Book() }
  }
}

private typealias LibraryStore = StoreOf<LibraryFeature>

/// Counts how often views appear.
@MainActor
private final class Log {
  var lines: [String] = []
}

private struct LibraryView: View {
  @Bindable var store: LibraryStore
  var log = Log()

  var body: some View {
    TabView(selection: $store.section.sending(\.sectionSelected)) {
      Tab("Books", systemImage: "book", value: .books) {
        NavigationStack(path: $store.scope(state: \.books, action: \.books)) {
          TextField("Search", text: .constant(""))
            .navigationTitle("All Books")
        } destination: { store in
          Text("About \(store.name)").navigationTitle(store.name)
        }
      }
      Tab("Readers", systemImage: "person.2", value: .readers) {
        ReadersPage(store: store, log: log)
      }
      .badge(store.unread)
      if store.hasLetters {
        Text("No letters").tabItem { Label("Letters", systemImage: "envelope") }
          .tag(LibraryFeature.Section.letters)
      }
    }
  }
}

private struct ReadersPage: View {
  @Bindable var store: LibraryStore
  let log: Log

  var body: some View {
    VStack {
      Button("Lend") { store.send(.clicked("Lend")) }
      TextField("Note", text: $store.note)
    }
    .navigationTitle("Our Readers")
    .toolbar { Button("Add Reader") {} }
    .onAppear { log.lines.append("readers") }
    .sheet(item: $store.scope(state: \.lending, action: \.lending)) { store in
      Text("Lending \(store.name)")
    }
  }
}

/// Tabs whose values come from a collection.
private struct RoomTabs: View {
  let rooms: [String]
  @State private var selection: String?

  var body: some View {
    TabView(selection: $selection) {
      ForEach(rooms, id: \.self) { room in
        Text("In \(room)").tabItem { Text(room) }
      }
    }
  }
}

/// A page of tabs with a sheet, in which there are tabs.
private struct SheetOfTabs: View {
  @Bindable var store: LibraryStore

  var body: some View {
    TabView {
      Tab("Books", systemImage: "book") {
        Text("All books")
          .sheet(item: $store.scope(state: \.lending, action: \.lending)) { _ in
            TabView {
              Tab("Lines", systemImage: "book") { Text("Lines").frame(minWidth: 500) }
              Tab("Notes", systemImage: "book") { Text("Notes") }
            }
          }
      }
    }
  }
}

private struct InnerTabs: View {
  @Bindable var store: LibraryStore

  var body: some View {
    TabView {
      Tab("Outer A", systemImage: "book") {
        TabView {
          Tab("Inner A", systemImage: "book") { TextField("Field A", text: $store.note) }
          Tab("Inner B", systemImage: "book") { TextField("Field B", text: $store.note) }
        }
      }
      Tab("Outer B", systemImage: "book") { Button("Plain") {} }
    }
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  fileprivate var tabs: [WidgetPointer] {
    family.filter {
      gtk_widget_has_css_class($0, "tab-button") != 0 && gtk_widget_get_mapped($0) != 0
    }
  }

  fileprivate var switcher: WidgetPointer? {
    family.first {
      gtk_widget_has_css_class($0, "tab-switcher") != 0 && gtk_widget_get_mapped($0) != 0
    }
  }

  /// The text of the tab that is marked.
  fileprivate var selectedTab: String? {
    tabs.first {
      gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_CHECKED.rawValue != 0
    }?.visibleTexts.first
  }

  /// The texts that are on the screen.
  fileprivate var shownTexts: [String] {
    family.filter { $0.isA(gtk_label_get_type()) && gtk_widget_get_mapped($0) != 0 }
      .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
  }

  fileprivate func tab(_ title: String) throws -> WidgetPointer {
    try #require(tabs.first { $0.visibleTexts.contains(title) })
  }

  fileprivate func field(_ placeholder: String) throws -> WidgetPointer {
    try #require(
      family.first {
        $0.isA(gtk_text_get_type()) && gtk_widget_get_mapped($0) != 0
          && $0.placeholder == placeholder
      }
    )
  }

  private var placeholder: String? {
    gtk_text_get_placeholder_text(cast(to: GtkText.self)).map { String(cString: $0) }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct TabViewTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func store(
      _ change: (inout LibraryFeature.State) -> Void = { _ in }
    ) -> LibraryStore {
      var state = LibraryFeature.State()
      change(&state)
      return Store(initialState: state) { LibraryFeature() }
    }

    /// Shows a view in a window until the body ends.
    private func show(
      _ view: some View,
      width: Int = 900,
      _ body: @MainActor (TestWindow, WidgetPointer) async throws -> Void
    ) async throws {
      let window = TestWindow(view)
      defer { window.close() }
      window.window.defaultSize = (width, 400)
      let widget = window.window.widget
      #expect(await eventually { !widget.tabs.isEmpty && gtk_widget_get_width(widget) > 0 })
      try await body(window, widget)
    }

    private func focus(_ widget: WidgetPointer) -> WidgetPointer? {
      gtk_root_get_focus(OpaquePointer(widget))
    }

    /// Moves the focus without selecting the text.
    private func type(_ text: String, into field: WidgetPointer) {
      gtk_widget_grab_focus(field)
      gtk_editable_set_text(OpaquePointer(field), text)
      gtk_editable_set_position(OpaquePointer(field), 2)
    }

    // MARK: Pages

    @Test func `the state says which page is shown`() async throws {
      let store = store { $0.section = .readers }
      try await show(LibraryView(store: store)) { _, widget in
        #expect(await eventually { widget.button("Lend") != nil })
        #expect(widget.selectedTab == "Readers")
        #expect(widget.tabs.count == 3)

        store.send(.sectionSelected(.letters))
        #expect(await eventually { widget.shownTexts.contains("No letters") })
        #expect(widget.selectedTab == "Letters")
        // The other page is still there.
        let lend: WidgetPointer = try #require(
          widget.family.first { $0.visibleTexts == ["Lend"] && $0.isA(gtk_button_get_type()) }
        )
        #expect(gtk_widget_get_mapped(lend) == 0)
      }
    }

    @Test func `a click on a tab sends its value`() async throws {
      let store = store()
      try await show(LibraryView(store: store)) { window, widget in
        try widget.tab("Readers").click()
        #expect(store.section == .readers)
        #expect(await eventually { widget.button("Lend") != nil })
        #expect(await eventually { window.window.title == "Our Readers" })
        #expect(widget.button("Add Reader") != nil)
      }
    }

    @Test func `a selection that the reducer declines is shown back`() async throws {
      let store = store { $0.isLocked = true }
      try await show(LibraryView(store: store)) { _, widget in
        try widget.tab("Readers").click()
        #expect(store.section == .books)
        updateViewsNow()
        #expect(widget.selectedTab == "Books")
        #expect(widget.button("Lend") == nil)
      }
    }

    @Test func `a page is made when it is shown for the first time, and stays`() async throws {
      let store = store()
      let log = Log()
      try await show(LibraryView(store: store, log: log)) { _, widget in
        #expect(log.lines.isEmpty)
        store.send(.sectionSelected(.readers))
        #expect(await eventually { log.lines == ["readers"] })
        let note = try widget.field("Note")
        type("Ada", into: note)
        store.send(.sectionSelected(.books))
        #expect(await eventually { gtk_widget_get_mapped(note) == 0 })
        #expect(await eventually { focus(widget).map { $0.isA(gtk_text_get_type()) } ?? false })
        store.send(.sectionSelected(.readers))
        #expect(await eventually { gtk_widget_get_mapped(note) != 0 })
        let noteAgain = try widget.field("Note")
        #expect(noteAgain == note)
        #expect(await eventually { focus(widget) == note })
        #expect(gtk_editable_get_position(OpaquePointer(note)) == 2)
        #expect(store.note == "Ada")
        // Views appear whenever they come onto the screen.
        #expect(log.lines == ["readers", "readers"])
      }
    }

    @Test func `a stack in a page keeps its pages, and shows its title in the header bar`()
      async throws
    {
      let store = store()
      try await show(LibraryView(store: store)) { window, widget in
        let switcher = try #require(widget.switcher)
        #expect(switcher.isInside(window.headerBar.widget))
        store.send(.books(.push(id: 0, state: LibraryFeature.Book.State(name: "Orlando"))))
        #expect(await eventually { widget.shownTexts.contains("About Orlando") })
        // The title has taken the place of the switcher.
        #expect(await eventually { widget.switcher == nil })
        #expect(window.headerBar.widget.visibleTexts.contains("Orlando"))
        #expect(widget.button(icon: "go-previous-symbolic") != nil)

        store.send(.sectionSelected(.readers))
        #expect(await eventually { widget.switcher != nil })
        #expect(widget.button(icon: "go-previous-symbolic") == nil)
        store.send(.sectionSelected(.books))
        #expect(await eventually { widget.shownTexts.contains("About Orlando") })
        try #require(widget.button(icon: "go-previous-symbolic")).click()
        #expect(await eventually { store.books.isEmpty && widget.switcher != nil })
      }
    }

    @Test func `a sheet of a page is open while another page is shown`() async throws {
      let store = store {
        $0.section = .readers
        $0.lending = LibraryFeature.Book.State(name: "Orlando")
      }
      try await show(LibraryView(store: store)) { _, _ in
        #expect(
          await eventually { dialogs.contains { $0.visibleTexts.contains("Lending Orlando") } }
        )
        store.send(.sectionSelected(.books))
        updateViewsNow()
        #expect(store.lending != nil)
        #expect(dialogs.contains { $0.visibleTexts.contains("Lending Orlando") })
        store.send(.lending(.dismiss))
        #expect(await eventually { dialogs.isEmpty })
      }
    }

    @Test func `a page out of sight takes no input`() async throws {
      let store = store { $0.section = .readers }
      try await show(LibraryView(store: store)) { _, widget in
        #expect(await eventually { widget.button("Lend") != nil })
        let lend: WidgetPointer = try #require(widget.button("Lend"))
        lend.click()
        #expect(store.clicks == ["Lend"])
        store.send(.sectionSelected(.books))
        // Before the views follow.
        lend.click()
        updateViewsNow()
        lend.click()
        #expect(store.clicks == ["Lend"])
        store.send(.sectionSelected(.readers))
        #expect(await eventually { widget.button("Lend") != nil })
        lend.click()
        #expect(store.clicks == ["Lend", "Lend"])
      }
    }

    // MARK: Tabs

    @Test func `tabs come and go with the state, and a badge shows a number`() async throws {
      let store = store { $0.section = .letters }
      try await show(LibraryView(store: store)) { _, widget in
        #expect(await eventually { widget.selectedTab == "Letters" })
        #expect(!widget.shownTexts.contains("0"))
        store.send(.binding(.set(\.unread, 12)))
        #expect(await eventually { widget.shownTexts.contains("12") })
        let readers = try widget.tab("Readers")
        #expect(Accessibility.label(of: readers) == "Readers, 12")

        store.send(.sectionSelected(.books))
        store.send(.binding(.set(\.hasLetters, false)))
        #expect(await eventually { widget.tabs.count == 2 })
        #expect(widget.selectedTab == "Books")
        store.send(.binding(.set(\.hasLetters, true)))
        #expect(await eventually { widget.tabs.count == 3 })
      }
    }

    @Test func `the ids of a collection are the values of tabs that have none`() async throws {
      try await show(RoomTabs(rooms: ["Attic", "Hall"])) { _, widget in
        #expect(await eventually { widget.shownTexts.contains("In Attic") })
        try widget.tab("Hall").click()
        #expect(await eventually { widget.shownTexts.contains("In Hall") })
        #expect(widget.selectedTab == "Hall")
      }
    }

    // MARK: Place of the switcher

    @Test func `in a narrow window, the switcher is below the page`() async throws {
      let store = store()
      try await show(LibraryView(store: store), width: 900) { window, widget in
        #expect(await eventually { widget.switcher?.isInside(window.headerBar.widget) == true })
        window.window.defaultSize = (260, 400)
        #expect(await eventually { widget.switcher?.isInside(window.content) == true })
        #expect(await eventually { window.headerBar.widget.visibleTexts.contains("All Books") })
        #expect(widget.tabs.count == 3)
        // A page above the root keeps the switcher below it.
        store.send(.books(.push(id: 0, state: LibraryFeature.Book.State(name: "Orlando"))))
        #expect(await eventually { widget.shownTexts.contains("About Orlando") })
        #expect(widget.switcher != nil)
        window.window.defaultSize = (900, 400)
        #expect(await eventually { widget.switcher == nil })
        store.send(.books(.popFrom(id: 0)))
        #expect(await eventually { widget.switcher?.isInside(window.headerBar.widget) == true })
      }
    }

    @Test func `texts are below the symbols only where there is no room beside them`() async throws
    {
      let store = store()
      try await show(LibraryView(store: store), width: 600) { window, widget in
        @MainActor func areBelow() -> Bool? {
          let parts = (try? widget.tab("Readers").family) ?? []
          guard let image = parts.first(where: { $0.isA(gtk_image_get_type()) }),
            let text = parts.first(where: {
              $0.isA(gtk_label_get_type()) && $0.visibleTexts == ["Readers"]
            })
          else { return nil }
          var (x, y) = (0.0, 0.0)
          gtk_widget_translate_coordinates(text, image, 0, 0, &x, &y)
          return y >= Double(gtk_widget_get_height(image))
        }
        #expect(areBelow() == false)
        window.window.defaultSize = (200, 400)
        #expect(await eventually { areBelow() == true })
        window.window.defaultSize = (600, 400)
        #expect(await eventually { areBelow() == false })
      }
    }

    @Test func `tabs in a sheet have their switcher in the header bar of the sheet`() async throws {
      let store = store { $0.lending = LibraryFeature.Book.State(name: "Orlando") }
      try await show(SheetOfTabs(store: store)) { _, _ in
        #expect(await eventually { dialogs.first?.selectedTab == "Lines" })
        let switcher = try #require(dialogs.first?.switcher)
        #expect(gtk_widget_get_ancestor(switcher, gtk_header_bar_get_type()) != nil)
        store.send(.lending(.dismiss))
        #expect(await eventually { dialogs.isEmpty })
      }
    }

    // MARK: Keys

    private let control = GDK_CONTROL_MASK
    private let controlShift = GdkModifierType(
      rawValue: GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
    )

    @Test func `keys of the window lead from tab to tab`() async throws {
      let store = store()
      try await show(LibraryView(store: store)) { _, widget in
        #expect(widget.press(key: GDK_KEY_Page_Down, control))
        #expect(store.section == .readers)
        updateViewsNow()
        #expect(widget.press(key: GDK_KEY_Tab, control))
        #expect(store.section == .letters)
        updateViewsNow()
        // After the last one comes the first.
        #expect(widget.press(key: GDK_KEY_Tab, control))
        #expect(store.section == .books)
        updateViewsNow()
        #expect(widget.press(key: GDK_KEY_Page_Up, control))
        #expect(store.section == .letters)
        updateViewsNow()
        #expect(widget.press(key: GDK_KEY_ISO_Left_Tab, controlShift))
        #expect(store.section == .readers)
        updateViewsNow()
        #expect(widget.press(key: GDK_KEY_1, GDK_ALT_MASK))
        #expect(store.section == .books)
        updateViewsNow()
        #expect(!widget.press(key: GDK_KEY_4, GDK_ALT_MASK))
        #expect(store.section == .books)
      }
    }

    @Test func `the arrow keys lead from tab to tab in the switcher`() async throws {
      let store = store()
      try await show(LibraryView(store: store)) { _, widget in
        let switcher = try #require(widget.switcher)
        gtk_widget_grab_focus(try widget.tab("Books"))
        #expect(switcher.press(key: GDK_KEY_Right))
        #expect(store.section == .readers)
        updateViewsNow()
        let readers = try widget.tab("Readers")
        #expect(focus(widget) == readers)
        #expect(switcher.press(key: GDK_KEY_End))
        #expect(store.section == .letters)
        updateViewsNow()
        // There is nothing after the last one.
        #expect(switcher.press(key: GDK_KEY_Right))
        #expect(store.section == .letters)
        gtk_widget_set_direction(switcher, GTK_TEXT_DIR_RTL)
        #expect(switcher.press(key: GDK_KEY_Right))
        #expect(store.section == .readers)
      }
    }

    @Test func `keys are meant for the tabs that have the focus`() async throws {
      let store = store()
      try await show(InnerTabs(store: store)) { _, widget in
        gtk_widget_grab_focus(try widget.field("Field A"))
        #expect(widget.press(key: GDK_KEY_Page_Down, control))
        #expect(await eventually { (try? widget.field("Field B")) != nil })
        #expect(widget.shownTexts.contains("Inner B"))
        gtk_widget_grab_focus(try widget.tab("Outer A"))
        #expect(widget.press(key: GDK_KEY_Page_Down, control))
        #expect(await eventually { widget.button("Plain") != nil })
      }
    }

    // MARK: Accessibility

    @Test func `assistive technologies are told of tabs and of their pages`() async throws {
      let store = store()
      try await show(LibraryView(store: store)) { _, widget in
        let switcher = try #require(widget.switcher)
        #expect(
          gtk_accessible_get_accessible_role(OpaquePointer(switcher))
            == GTK_ACCESSIBLE_ROLE_TAB_LIST
        )
        let books = try widget.tab("Books")
        #expect(gtk_accessible_get_accessible_role(OpaquePointer(books)) == GTK_ACCESSIBLE_ROLE_TAB)
        #expect(Accessibility.label(of: books) == "Books")
        #expect(Accessibility.hasState(GTK_ACCESSIBLE_STATE_SELECTED, of: books))
        let letters = try widget.tab("Letters")
        #expect(!Accessibility.hasState(GTK_ACCESSIBLE_STATE_SELECTED, of: letters))
        let page = try #require(
          widget.family.first {
            gtk_accessible_get_accessible_role(OpaquePointer($0)) == GTK_ACCESSIBLE_ROLE_TAB_PANEL
          }
        )
        #expect(Accessibility.label(of: page) == "Books")
      }
    }

    // MARK: Misuse

    @Test func `a selection without a tab is reported once`() async throws {
      let store = store()
      try await show(LibraryView(store: store)) { _, widget in
        withExpectedIssue {
          store.send(.sectionSelected(.cellar))
          updateViewsNow()
        }
        #expect(widget.selectedTab == "Books")
        store.send(.binding(.set(\.unread, 1)))
        updateViewsNow()
      }
    }

    @Test func `a tab that cannot be selected is reported once`() async throws {
      let view = TabView(selection: .constant(1)) {
        Tab("One", systemImage: "book", value: 1) { Text("Page of one") }
        Tab("Two", systemImage: "book", value: "two") { Text("Page of two") }
      }
      var window: TestWindow?
      withExpectedIssue { window = TestWindow(view) }
      defer { window?.close() }
      let widget = try #require(window).window.widget
      #expect(await eventually { widget.tabs.count == 2 })
      try widget.tab("Two").click()
      updateViewsNow()
      #expect(widget.selectedTab == "One")
    }

    @Test func `a value that several tabs have is reported once`() async throws {
      let view = TabView(selection: .constant(1)) {
        Tab("One", systemImage: "book", value: 1) { Text("Page of one") }
        Tab("Uno", systemImage: "book", value: 1) { Text("Page of uno") }
      }
      var window: TestWindow?
      withExpectedIssue { window = TestWindow(view) }
      defer { window?.close() }
      let widget = try #require(window).window.widget
      #expect(await eventually { widget.tabs.count == 1 })
      #expect(widget.shownTexts.contains("Page of one"))
    }

    @Test func `a view without a tab is reported once`() async throws {
      let view = TabView(selection: .constant(1)) {
        Text("Page of one").tabItem { Text("One") }.tag(1)
        Text("Stray")
      }
      var window: TestWindow?
      withExpectedIssue { window = TestWindow(view) }
      defer { window?.close() }
      let widget = try #require(window).window.widget
      #expect(await eventually { widget.tabs.count == 1 })
      #expect(!widget.shownTexts.contains("Stray"))
    }

    // MARK: End of life

    @Test func `nothing of the tabs stays after the window has closed`() async throws {
      weak var weakStore: LibraryStore?
      var widgets: [WeakReference] = []
      do {
        let store = store()
        weakStore = store
        try await show(LibraryView(store: store)) { window, widget in
          store.send(.sectionSelected(.readers))
          #expect(await eventually { widget.button("Lend") != nil })
          // Not the window itself, whose tooltip GTK keeps.
          widgets = (window.content.family + window.headerBar.widget.family)
            .map { WeakReference($0) }
        }
      }
      #expect(await eventually { weakStore == nil })
      let haveGone = await eventually { widgets.allSatisfy { !$0.isAlive } }
      #expect(haveGone, "\(widgets.compactMap { $0.instance?.cast(to: GtkWidget.self).typeName })")
    }
  }
}
