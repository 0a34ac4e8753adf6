import ComposableGtk
import GtkKit
import Testing

/// Orchards with trees, of which one is looked at.
@Reducer
private struct OrchardFeature {
  struct Tree: Equatable, Identifiable {
    let id: Int
    var name: String { "Tree \(id)" }
  }

  @Reducer
  struct Branch {
    @ObservableState
    struct State: Equatable {
      var name: String
    }
  }

  @ObservableState
  struct State: Equatable {
    var orchards = ["North", "South"]
    var orchard: String?
    var trees = (1...40).map { Tree(id: $0) }
    var tree: Int?
    var note = ""
    var isLocked = false
    var visibility = NavigationSplitViewVisibility.automatic
    var column = NavigationSplitViewColumn.sidebar
    var widths = NavigationSplitViewWidths()
    var branches = StackState<Branch.State>()
    @Presents var pruning: Branch.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case branches(StackActionOf<Branch>)
    case pruning(PresentationAction<Branch.Action>)
    case clicked(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .binding(\.tree) = action { state.branches.removeAll() }
      return .none
    }
    .forEach(\.branches, action: \.branches) { Branch() }
    .ifLet(\.$pruning, action: \.pruning) { Branch() }
  }
}

/// Declines to leave a tree while the state is locked.
@Reducer
private struct LockingFeature {
  var body: some Reducer<OrchardFeature.State, OrchardFeature.Action> {
    Reduce { state, action in
      let tree = state.tree
      let effect = OrchardFeature().reduce(into: &state, action: action)
      if state.isLocked { state.tree = tree }
      return effect
    }
  }
}

private typealias OrchardStore = Store<OrchardFeature.State, OrchardFeature.Action>

private struct TreeList: View {
  @Bindable var store: OrchardStore

  var body: some View {
    List(store.trees, selection: $store.tree) { Text($0.name) }
      .navigationTitle("Trees")
      .toolbar { Button("Plant") { store.send(.clicked("Plant")) } }
  }
}

private struct TreeDetail: View {
  @Bindable var store: OrchardStore
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    NavigationStack(path: $store.scope(state: \.branches, action: \.branches)) {
      VStack {
        Text(store.tree.map { "Detail of \($0)" } ?? "No tree")
        Text(sizeClass == .compact ? "compact" : "regular")
        TextField("Note", text: $store.note)
        Button("Water") { store.send(.clicked("Water")) }
      }
      .navigationTitle("Tree")
    } destination: { store in
      Text(store.name).navigationTitle("Branch \(store.name)")
    }
    .sheet(item: $store.scope(state: \.pruning, action: \.pruning)) { store in
      Text("Pruning \(store.name)")
    }
  }
}

/// Two columns whose compact column follows the selection.
private struct TwoColumns: View {
  @Bindable var store: OrchardStore

  var body: some View {
    NavigationSplitView(columnVisibility: $store.visibility) {
      TreeList(store: store)
    } detail: {
      TreeDetail(store: store)
    }
    .columnWidths($store.widths)
  }
}

/// Two columns whose compact column is in the state.
private struct ChosenColumn: View {
  @Bindable var store: OrchardStore

  var body: some View {
    NavigationSplitView(preferredCompactColumn: $store.column) {
      TreeList(store: store)
    } detail: {
      TreeDetail(store: store)
    }
  }
}

/// Two columns of which the narrow form has only the last.
private struct PlacesBeside: View {
  @Bindable var store: OrchardStore

  var body: some View {
    NavigationSplitView(columnVisibility: $store.visibility) {
      TreeList(store: store)
    } detail: {
      TreeDetail(store: store)
    }
    .compactRoot(.detail)
  }
}

/// Places beside two columns that collapse by themselves.
private struct NestedColumns: View {
  @Bindable var store: OrchardStore

  var body: some View {
    NavigationSplitView(columnVisibility: $store.visibility) {
      List(store.orchards, id: \.self, selection: $store.orchard) { Text($0) }
        .navigationTitle("Orchards")
        .navigationSplitViewColumnWidth(min: 200, ideal: 200)
    } detail: {
      NavigationSplitView(preferredCompactColumn: $store.column) {
        TreeList(store: store)
          .navigationSplitViewColumnWidth(min: 250, ideal: 250)
      } detail: {
        TreeDetail(store: store)
          .navigationSplitViewColumnWidth(min: 400, ideal: 400)
      }
      .navigationSplitViewColumnWidth(min: 399, ideal: 651)
    }
    .compactRoot(.detail)
  }
}

/// What a view has asked for.
@MainActor
private final class Log {
  var writes: [Int?] = []
  var columns: [NavigationSplitViewColumn] = []
}

/// A list whose selection never changes.
private struct DecliningList: View {
  let log: Log

  var body: some View {
    NavigationSplitView(
      preferredCompactColumn: Binding(get: { .sidebar }, set: { log.columns.append($0) })
    ) {
      List(
        (1...9).map { OrchardFeature.Tree(id: $0) },
        selection: Binding<Int?>(get: { 1 }, set: { log.writes.append($0) })
      ) {
        Text($0.name)
      }
    } detail: {
      Text("Detail")
    }
  }
}

/// Columns whose header bars decide how wide they have to be.
private struct CrowdedColumns: View {
  var body: some View {
    NavigationSplitView {
      Text("Left")
        .toolbar {
          Button("A long button") {}
          Button("Another one") {}
        }
    } detail: {
      Text("Right").toolbar { Button("A third button") {} }
    }
  }
}

/// A split view in each page of a stack.
private struct SplitViewInStack: View {
  @Bindable var store: OrchardStore

  var body: some View {
    NavigationStack(path: $store.scope(state: \.branches, action: \.branches)) {
      Text("Root")
    } destination: { _ in
      NavigationSplitView {
        List(store.orchards, id: \.self, selection: $store.orchard) { Text($0) }
      } detail: {
        Text("Inner detail")
      }
      .navigationTitle("Page")
    }
  }
}

private struct ThreeColumns: View {
  @Bindable var store: OrchardStore

  var body: some View {
    NavigationSplitView(columnVisibility: $store.visibility) {
      List(store.orchards, id: \.self, selection: $store.orchard) { Text($0) }
        .navigationTitle("Orchards")
    } content: {
      TreeList(store: store)
    } detail: {
      TreeDetail(store: store)
    }
    .toolbar { Button("Everywhere") {} }
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The columns of the split view in this widget that are shown, from the leading edge.
  fileprivate var shownColumns: [String] {
    ["sidebar", "content", "detail"].filter { name in
      family.contains {
        gtk_widget_has_css_class($0, "split-\(name)") != 0 && gtk_widget_get_mapped($0) != 0
          && gtk_widget_get_child_visible($0) != 0
      }
    }
  }

  fileprivate func column(_ name: String) throws -> WidgetPointer {
    try #require(family.first { gtk_widget_has_css_class($0, "split-\(name)") != 0 })
  }

  fileprivate var place: Range<Int> {
    var (x, y) = (0.0, 0.0)
    if let parent = gtk_widget_get_parent(self) {
      gtk_widget_translate_coordinates(self, parent, 0, 0, &x, &y)
    }
    return Int(x)..<(Int(x) + Int(gtk_widget_get_width(self)))
  }
}

extension ComposableGtkTests {
  @MainActor
  struct NavigationSplitViewTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func store(
      locking: Bool = false,
      _ change: (inout OrchardFeature.State) -> Void = { _ in }
    ) -> OrchardStore {
      var state = OrchardFeature.State()
      change(&state)
      return locking
        ? Store(initialState: state) { LockingFeature() }
        : Store(initialState: state) { OrchardFeature() }
    }

    private func show(
      _ view: some View,
      width: Int,
      _ body: (TestWindow) async throws -> Void
    ) async throws {
      let window = TestWindow(view)
      defer { window.close() }
      try await resize(window, to: width)
      try await body(window)
    }

    private static var border = 0

    private func resize(_ window: TestWindow, to width: Int) async throws {
      // A window may have a border around its content. It is known once the width stays at another
      // one than was asked for; on the way there, any width is seen.
      var (last, checks) = (0, 0)
      let isDone = await eventually(within: .seconds(20)) {
        window.window.defaultSize = (width + Self.border, 500)
        let shown = Int(gtk_widget_get_width(window.content))
        checks = shown == last ? checks + 1 : 0
        last = shown
        if checks > 100, shown > 0, shown != width, abs(width - shown) < 40 {
          Self.border += width - shown
          checks = 0
        }
        return shown == width && isStill(window)
      }
      let places = window.content.family
        .filter { gtk_widget_has_css_class($0, "split-column") != 0 }
        .map { "\($0.place) \(gtk_widget_get_mapped($0))" }
      try #require(
        isDone,
        "\(width) pixels were asked for, \(gtk_widget_get_width(window.content)) are there: \(places)"
      )
    }

    /// Whether all columns are where they are to be.
    private func isStill(_ window: TestWindow) -> Bool {
      let columns = window.content.family.filter {
        gtk_widget_has_css_class($0, "split-column") != 0 && gtk_widget_get_mapped($0) != 0
      }
      return columns.allSatisfy { column in
        column.place.lowerBound >= 0
          && column.place.upperBound <= Int(gtk_widget_get_width(window.content))
      }
    }

    private func list(_ window: TestWindow) throws -> WidgetPointer {
      try #require(
        window.content.column("sidebar").family.first { $0.isA(gtk_list_view_get_type()) }
      )
    }

    /// Selects a row as a click does.
    private func select(_ position: Int, in list: WidgetPointer) {
      let model = gtk_list_view_get_model(OpaquePointer(list))
      gtk_selection_model_select_item(model, guint(position), 1)
    }

    private func focus(_ window: TestWindow) -> WidgetPointer? {
      gtk_root_get_focus(OpaquePointer(window.window.widget))
    }

    private func back(_ window: TestWindow) -> WidgetPointer? {
      window.content.button(icon: "go-previous-symbolic")
    }

    private func shows(_ text: String, _ window: TestWindow) -> Bool {
      window.content.family.contains {
        $0.isA(gtk_label_get_type()) && gtk_widget_get_mapped($0) != 0
          && String(cString: gtk_label_get_text(OpaquePointer($0))) == text
      }
    }

    private func visibleHeaderBars(_ window: TestWindow) -> Int {
      window.content.family.count {
        $0.isA(gtk_header_bar_get_type()) && gtk_widget_get_mapped($0) != 0
      }
    }

    private func toggles(_ window: TestWindow) -> [WidgetPointer] {
      window.content.family.filter {
        gtk_widget_get_mapped($0) != 0 && gtk_widget_get_tooltip_text($0) != nil
          && $0.isA(gtk_button_get_type()) && $0.button(icon: "sidebar-show-symbolic") == $0
      }
    }

    // MARK: Beside one another

    @Test
    func `two columns stand beside one another, each with its title and its items`() async throws {
      try await show(TwoColumns(store: store { $0.tree = 3 }), width: 900) { window in
        #expect(await eventually { window.content.shownColumns == ["sidebar", "detail"] })
        let sidebar = try window.content.column("sidebar")
        let detail = try window.content.column("detail")
        #expect(sidebar.place == 0..<260)
        #expect(detail.place == 261..<900)
        #expect(await eventually { sidebar.visibleTexts.contains("Trees") })
        #expect(sidebar.button("Plant") != nil)
        #expect(detail.visibleTexts.contains("Tree"))
        #expect(detail.visibleTexts.contains("Detail of 3"))
        #expect(detail.visibleTexts.contains("regular"))
        #expect(back(window) == nil)
        #expect(window.window.title == "Tree")
        // The columns have taken the place of the window's own header bar.
        #expect(gtk_widget_get_visible(window.headerBar.widget) == 0)
      }
    }

    @Test
    func `a selection changes the detail in place`() async throws {
      let store = store()
      try await show(TwoColumns(store: store), width: 900) { window in
        let field = try window.content.column("detail").firstTextField
        #expect(await eventually { window.content.visibleTexts.contains("No tree") })
        select(4, in: try list(window))
        #expect(store.tree == 5)
        #expect(await eventually { window.content.visibleTexts.contains("Detail of 5") })
        #expect(try window.content.column("detail").firstTextField == field)
      }
    }

    @Test
    func `three columns become two and one with less room`() async throws {
      try await show(ThreeColumns(store: store()), width: 1_100) { window in
        #expect(
          await eventually { window.content.shownColumns == ["sidebar", "content", "detail"] }
        )
        try await resize(window, to: 700)
        #expect(await eventually { window.content.shownColumns == ["content", "detail"] })
        try await resize(window, to: 420)
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
        try await resize(window, to: 1_100)
        #expect(
          await eventually { window.content.shownColumns == ["sidebar", "content", "detail"] }
        )
      }
    }

    @Test
    func `the narrow form may begin with another column than the sidebar`() async throws {
      let store = store { $0.branches.append(OrchardFeature.Branch.State(name: "a")) }
      try await show(PlacesBeside(store: store), width: 900) { window in
        #expect(await eventually { window.content.shownColumns == ["sidebar", "detail"] })
        try await resize(window, to: 420)
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(await eventually { back(window) != nil })
        back(window)?.click()
        #expect(store.branches.isEmpty)
        #expect(await eventually { back(window) == nil })
        // There is nothing before the root.
        #expect(!window.window.widget.press(key: GDK_KEY_Escape))
        #expect(window.content.shownColumns == ["detail"])
        try await resize(window, to: 900)
        #expect(await eventually { window.content.shownColumns == ["sidebar", "detail"] })
      }
    }

    @Test
    func `keys lead back in the last column while a sidebar of shortcuts has the focus`()
      async throws
    {
      let store = store { $0.branches.append(OrchardFeature.Branch.State(name: "a")) }
      try await show(PlacesBeside(store: store), width: 900) { window in
        let list = try list(window)
        #expect(await eventually { gtk_widget_grab_focus(list) != 0 })
        #expect(try window.content.column("sidebar").containsFocus)
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.branches.isEmpty)
        #expect(await eventually { back(window) == nil })
        #expect(!window.window.widget.press(key: GDK_KEY_Escape))
      }
    }

    @Test
    func `columns in a column have the header bars, and the only sidebar is the outer one`()
      async throws
    {
      let store = store { $0.tree = 3 }
      try await show(NestedColumns(store: store), width: 900) { window in
        #expect(await eventually { visibleHeaderBars(window) == 3 })
        #expect(window.window.title == "Tree")
        #expect(toggles(window).count == 1)
        let sidebar = try window.content.column("sidebar")
        #expect(sidebar.button(icon: "sidebar-show-symbolic") != nil)
        // The keys of the sidebar are those of the outer one, wherever the focus is.
        window.content.firstTextField.map { _ = gtk_widget_grab_focus($0) }
        #expect(window.window.widget.press(key: GDK_KEY_F9))
        #expect(store.visibility == .detailOnly)
        let content = try window.content.column("content")
        #expect(
          await eventually { content.button(icon: "sidebar-show-symbolic") != nil }
        )
        #expect(visibleHeaderBars(window) == 2)
        content.button(icon: "sidebar-show-symbolic")?.click()
        #expect(store.visibility == .all)
        #expect(await eventually { visibleHeaderBars(window) == 3 })
      }
    }

    @Test
    func `columns in a column collapse by themselves, before the outer ones`() async throws {
      let store = store()
      try await show(NestedColumns(store: store), width: 900) { window in
        #expect(await eventually { visibleHeaderBars(window) == 3 })
        try await resize(window, to: 700)
        #expect(await eventually { visibleHeaderBars(window) == 2 })
        #expect(await eventually { !shows("No tree", window) })
        #expect(shows("Tree 1", window))
        #expect(shows("North", window))
        store.column = .detail
        #expect(await eventually { shows("No tree", window) })
        #expect(back(window) != nil)
        try await resize(window, to: 500)
        #expect(await eventually { visibleHeaderBars(window) == 1 })
        #expect(await eventually { !shows("North", window) })
        // The keys lead back from the inner column, and no further.
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.column == .sidebar)
        #expect(await eventually { back(window) == nil })
        #expect(!window.window.widget.press(key: GDK_KEY_Escape))
      }
    }

    @Test
    func `F6 leads through the columns of both split views`() async throws {
      try await show(NestedColumns(store: store()), width: 900) { window in
        #expect(await eventually { visibleHeaderBars(window) == 3 })
        let sidebar = try window.content.column("sidebar")
        let content = try window.content.column("content")
        let list = try list(window)
        #expect(await eventually { gtk_widget_grab_focus(list) != 0 && sidebar.containsFocus })
        #expect(window.window.widget.press(key: GDK_KEY_F6))
        #expect(content.containsFocus)
        #expect(window.window.widget.press(key: GDK_KEY_F6))
        #expect(!content.containsFocus && !sidebar.containsFocus)
        #expect(window.window.widget.press(key: GDK_KEY_F6))
        #expect(sidebar.containsFocus)
        #expect(window.window.widget.press(key: GDK_KEY_F6, GDK_SHIFT_MASK))
        #expect(window.window.widget.press(key: GDK_KEY_F6, GDK_SHIFT_MASK))
        #expect(content.containsFocus)
      }
    }

    @Test
    func `the sidebar button and F9 hide the sidebar in the state, and show it again`() async throws
    {
      let store = store()
      try await show(TwoColumns(store: store), width: 900) { window in
        let isShown = await eventually {
          window.content.button(icon: "sidebar-show-symbolic") != nil
        }
        try #require(isShown)
        let button = try #require(window.content.button(icon: "sidebar-show-symbolic"))
        button.click()
        #expect(store.visibility == .detailOnly)
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(window.window.widget.press(key: GDK_KEY_F9))
        #expect(store.visibility == .all)
        #expect(await eventually { window.content.shownColumns == ["sidebar", "detail"] })
      }
    }

    @Test
    func `a sidebar that does not fit lies above the others until a click beside it`() async throws
    {
      let store = store { $0.visibility = .all }
      try await show(ThreeColumns(store: store), width: 650) { window in
        #expect(
          await eventually { window.content.shownColumns == ["sidebar", "content", "detail"] }
        )
        let sidebar = try window.content.column("sidebar")
        #expect(sidebar.place.lowerBound == 0)
        #expect(try window.content.column("content").place.lowerBound == 0)
        // What lies below takes no input.
        window.content.button("Water")?.click()
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.visibility == .doubleColumn)
        #expect(await eventually { window.content.shownColumns == ["content", "detail"] })
      }
    }

    @Test
    func `items of the views around the columns are in the last header bar`() async throws {
      try await show(ThreeColumns(store: store()), width: 1_100) { window in
        let detail = try window.content.column("detail")
        #expect(await eventually { detail.button("Everywhere") != nil })
        try await resize(window, to: 420)
        let sidebar = try window.content.column("sidebar")
        #expect(await eventually { sidebar.button("Everywhere") != nil })
      }
    }

    @Test
    func `the arrow keys move the line between columns within its limits, in the state`()
      async throws
    {
      let store = store()
      try await show(TwoColumns(store: store), width: 900) { window in
        let handle = try #require(
          window.content.family.first { gtk_widget_has_css_class($0, "split-handle") != 0 }
        )
        #expect(handle.press(key: GDK_KEY_Right))
        #expect(store.widths.sidebar == 270)
        let sidebar = try window.content.column("sidebar")
        #expect(await eventually { sidebar.place == 0..<270 })
        #expect(handle.press(key: GDK_KEY_Left, GDK_CONTROL_MASK))
        #expect(await eventually { sidebar.place == 0..<220 })
        #expect(handle.press(key: GDK_KEY_Home))
        #expect(await eventually { sidebar.place == 0..<200 })
        #expect(handle.press(key: GDK_KEY_End))
        #expect(await eventually { sidebar.place == 0..<400 })
        #expect(store.widths.sidebar == 400)
      }
    }

    @Test
    func `F6 moves the focus from column to column`() async throws {
      try await show(TwoColumns(store: store { $0.tree = 2 }), width: 900) { window in
        let sidebar = try window.content.column("sidebar")
        let detail = try window.content.column("detail")
        _ = await eventually { focus(window) != nil }
        _ = window.window.widget.press(key: GDK_KEY_F6)
        let first = focus(window)
        _ = window.window.widget.press(key: GDK_KEY_F6)
        let second = focus(window)
        let columns = [first, second].map { focus in
          focus.map { $0.isInside(sidebar) ? "sidebar" : $0.isInside(detail) ? "detail" : "none" }
        }
        #expect(Set(columns) == ["sidebar", "detail"])
        _ = window.window.widget.press(key: GDK_KEY_F6)
        #expect(focus(window) == first)
      }
    }

    @Test
    func `Escape closes a sidebar above the others before it leads back below it`() async throws {
      let store = store { state in
        state.visibility = .all
        state.branches.append(OrchardFeature.Branch.State(name: "low"))
      }
      try await show(ThreeColumns(store: store), width: 650) { window in
        #expect(
          await eventually { window.content.shownColumns == ["sidebar", "content", "detail"] }
        )
        let sidebar = try window.content.column("sidebar")
        #expect(await eventually { focus(window)?.isInside(sidebar) ?? false })
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.visibility == .doubleColumn)
        #expect(store.branches.count == 1)
      }
    }

    @Test
    func `keys lead back in the column that has the focus`() async throws {
      let store = store { $0.branches.append(OrchardFeature.Branch.State(name: "low")) }
      try await show(TwoColumns(store: store), width: 900) { window in
        let list = try list(window)
        #expect(await eventually { window.content.visibleTexts.contains("Branch low") })
        gtk_widget_grab_focus(list)
        #expect(await eventually { focus(window)?.isInside(list) ?? false })
        #expect(!window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.branches.count == 1)
      }
    }

    @Test
    func `a selection that the state declines is asked for once`() async throws {
      let log = Log()
      let view = DecliningList(log: log)
      try await show(view, width: 900) { window in
        let list = try list(window)
        select(3, in: list)
        #expect(log.writes == [4])
        #expect(log.columns.isEmpty)
      }
    }

    @Test
    func `columns that a button makes too narrow are hidden once`() async throws {
      try await show(CrowdedColumns(), width: 900) { window in
        // Widths around the one at which the button for the sidebar decides whether both fit.
        for width in stride(from: 620, through: 725, by: 7) {
          try await resize(window, to: width)
          var changes = 0
          var shown = window.content.shownColumns
          for _ in 0..<30 {
            MainLoop.pump(limit: 50)
            await Task.yield()
            if window.content.shownColumns != shown { changes += 1 }
            shown = window.content.shownColumns
          }
          #expect(changes <= 2, "at \(width) pixels the columns change \(changes) times")
        }
      }
    }

    // MARK: One at a time

    @Test
    func `in the collapsed form a selection is a push and a way back is no selection`() async throws
    {
      let store = store()
      try await show(TwoColumns(store: store), width: 420) { window in
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
        #expect(back(window) == nil)
        select(6, in: try list(window))
        #expect(store.tree == 7)
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(await eventually { window.content.visibleTexts.contains("compact") })
        let isThere = await eventually { back(window) != nil }
        try #require(isThere)
        #expect(gtk_widget_get_tooltip_text(back(window)).map { String(cString: $0) } == "Trees")
        back(window)?.click()
        #expect(store.tree == nil)
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
      }
    }

    @Test(arguments: [WayBack.altLeft, .escape, .backKey])
    fileprivate func `keys go back, first in the stack of the column`(way: WayBack) async throws {
      let store = store { state in
        state.tree = 1
        state.branches.append(OrchardFeature.Branch.State(name: "low"))
      }
      try await show(TwoColumns(store: store), width: 420) { window in
        #expect(await eventually { window.content.visibleTexts.contains("Branch low") })
        let icons = try window.content.column("detail").family.filter { widget in
          widget.isA(gtk_button_get_type()) && widget.isOnTop
            && gtk_button_get_icon_name(widget.cast()).map { String(cString: $0) }
              == "go-previous-symbolic"
        }
        #expect(icons.count == 1, "There is one back button at a time")
        try way.goBySignal(in: window)
        #expect(store.branches.isEmpty)
        #expect(store.tree == 1)
        #expect(await eventually { window.content.visibleTexts.contains("Detail of 1") })
        _ = await eventually { window.stackIsStill }
        try way.goBySignal(in: window)
        #expect(store.tree == nil)
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
        #expect(!window.window.widget.press(key: GDK_KEY_Escape), "Nothing is left to go back to")
      }
    }

    @Test
    func `the state may decline a way back`() async throws {
      let store = store(locking: true) {
        $0.tree = 1
        $0.isLocked = true
      }
      try await show(TwoColumns(store: store), width: 420) { window in
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.tree == 1)
        MainLoop.pump(limit: 200)
        #expect(window.content.shownColumns == ["detail"])
      }
    }

    @Test
    func `a column that is hidden takes no input`() async throws {
      let store = store()
      try await show(TwoColumns(store: store), width: 420) { window in
        let list = try list(window)
        select(2, in: list)
        // The second of two clicks, before anything has changed on the screen.
        select(8, in: list)
        #expect(store.tree == 3)
        #expect(await eventually { window.content.shownColumns == ["detail"] })
      }
    }

    @Test
    func `typed text, scroll position, focus and an open sheet outlive collapsing and unfolding`()
      async throws
    {
      let store = store { $0.tree = 30 }
      try await show(TwoColumns(store: store), width: 900) { window in
        let detail = try window.content.column("detail")
        let isThere = await eventually { detail.firstTextField != nil }
        try #require(isThere)
        let field = try #require(detail.firstTextField)
        gtk_widget_grab_focus(field)
        gtk_editable_set_text(OpaquePointer(field), "Too dry")
        gtk_editable_set_position(OpaquePointer(field), 3)
        let list = try list(window)
        let adjustment = try #require(
          gtk_scrollable_get_vadjustment(OpaquePointer(list)).map { $0 }
        )
        gtk_adjustment_set_value(adjustment, 300)
        let scroll = gtk_adjustment_get_value(adjustment)
        #expect(scroll > 0)

        try await resize(window, to: 420)
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(focus(window) == field)
        store.send(.binding(.set(\.pruning, OrchardFeature.Branch.State(name: "high"))))
        #expect(
          await eventually { ApplicationWindow.toplevelCount(containing: "Pruning high") == 1 }
        )

        try await resize(window, to: 900)
        #expect(await eventually { window.content.shownColumns == ["sidebar", "detail"] })
        #expect(ApplicationWindow.toplevelCount(containing: "Pruning high") == 1)
        #expect(store.note == "Too dry")
        #expect(gtk_editable_get_position(OpaquePointer(field)) == 3)
        #expect(focus(window) == field)
        #expect(await eventually { gtk_adjustment_get_value(adjustment) == scroll })
        store.send(.pruning(.dismiss))
        #expect(
          await eventually { ApplicationWindow.toplevelCount(containing: "Pruning high") == 0 }
        )
      }
    }

    @Test
    func `the focus goes with the column that is shown, and comes back to its row`() async throws {
      let store = store()
      try await show(TwoColumns(store: store), width: 420) { window in
        let list = try list(window)
        let detail = try window.content.column("detail")
        let isInList = await eventually(within: .seconds(20)) {
          focus(window)?.isInside(list) ?? false
        }
        try #require(isInList, "The focus is in \(focus(window)?.ancestry ?? "nothing")")
        select(0, in: list)
        #expect(await eventually { focus(window)?.isInside(detail) ?? false })
        #expect(focus(window) == detail.firstTextField)
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        let isBack = await eventually(within: .seconds(20)) {
          focus(window)?.isInside(list) ?? false
        }
        #expect(isBack, "The focus is in \(focus(window)?.ancestry ?? "nothing")")
      }
    }

    @Test
    func `inside the page of a stack, keys lead back in the split view before they pop the page`()
      async throws
    {
      let store = store { $0.branches.append(OrchardFeature.Branch.State(name: "low")) }
      try await show(SplitViewInStack(store: store), width: 420) { window in
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
        _ = await eventually { window.stackIsStill }
        select(1, in: try list(window))
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.orchard == nil)
        #expect(store.branches.count == 1)
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.branches.isEmpty)
      }
    }

    // MARK: A column that the state chooses

    @Test
    func `a selection sets the preferred column, and a way back sets it to the one before`()
      async throws
    {
      let store = store { $0.tree = 2 }
      try await show(ChosenColumn(store: store), width: 420) { window in
        // The state shows the sidebar although something is selected.
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
        select(9, in: try list(window))
        #expect(store.column == .detail)
        #expect(store.tree == 10)
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(window.window.widget.press(key: GDK_KEY_Escape))
        #expect(store.column == .sidebar)
        #expect(store.tree == nil)
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
      }
    }

    @Test
    func `code shows a column by the state alone`() async throws {
      let store = store()
      try await show(ChosenColumn(store: store), width: 420) { window in
        store.send(.binding(.set(\.column, .detail)))
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        store.send(.binding(.set(\.column, .sidebar)))
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
      }
    }

    @Test
    func `a deep link into the stack of the detail shows it at once`() async throws {
      let store = store { state in
        state.tree = 12
        state.branches.append(OrchardFeature.Branch.State(name: "deep"))
      }
      try await show(ThreeColumns(store: store), width: 420) { window in
        // Without an orchard there is nothing to lead beyond the sidebar.
        #expect(await eventually { window.content.shownColumns == ["sidebar"] })
        store.send(.binding(.set(\.orchard, "North")))
        #expect(await eventually { window.content.shownColumns == ["detail"] })
        #expect(await eventually { window.content.visibleTexts.contains("Branch deep") })
      }
    }

    @Test
    func `arrow keys move only the focus of a list that is shown alone`() async throws {
      let store = store()
      try await show(TwoColumns(store: store), width: 420) { window in
        let list = try list(window)
        let isInList = await eventually(within: .seconds(20)) {
          focus(window)?.isInside(list) ?? false
        }
        try #require(isInList, "The focus is in \(focus(window)?.ancestry ?? "nothing")")
        let first = focus(window)
        #expect(list.press(key: GDK_KEY_Down))
        #expect(store.tree == nil)
        #expect(focus(window) != first)
        #expect(focus(window)?.isInside(list) ?? false)
      }
    }

    // MARK: Lifetime

    @Test
    func `a hundred resizes and selections leave nothing behind`() async throws {
      let store = store()
      try await show(TwoColumns(store: store), width: 900) { window in
        let before = Signal.liveHandlers
        for round in 0..<100 {
          window.window.defaultSize = (round.isMultiple(of: 2) ? 420 : 900, 500)
          store.send(.binding(.set(\.tree, round % 40)))
          MainLoop.pump(limit: 50)
        }
        try await resize(window, to: 900)
        #expect(Signal.liveHandlers <= before + 100)
      }
    }

    @Test
    func `a closed window releases the columns`() async throws {
      var columns: [WeakReference] = []
      try await show(TwoColumns(store: store()), width: 900) { window in
        columns = try ["sidebar", "detail"].map { WeakReference(try window.content.column($0)) }
      }
      #expect(await eventually { columns.allSatisfy { $0.instance == nil } })
    }

    @Test
    func `a closed window releases the store`() async throws {
      weak var released: OrchardStore?
      do {
        let store = store { $0.tree = 1 }
        released = store
        try await show(TwoColumns(store: store), width: 420) { _ in }
      }
      #expect(await eventually { released == nil })
    }
  }
}

extension WayBack {
  /// Goes back with a key of the window.
  @MainActor
  fileprivate func goBySignal(in window: TestWindow) throws {
    switch self {
    case .altLeft: #expect(window.window.widget.press(key: GDK_KEY_Left, GDK_ALT_MASK))
    case .escape: #expect(window.window.widget.press(key: GDK_KEY_Escape))
    default: #expect(window.window.widget.press(key: GDK_KEY_Back))
    }
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The types of this widget and of what contains it, innermost first.
  fileprivate var ancestry: String {
    sequence(first: self) { gtk_widget_get_parent($0) }
      .map { String(cString: gtk_widget_get_name($0)) }
      .joined(separator: " < ")
  }
}

@MainActor
extension ApplicationWindow {
  /// The number of windows on the screen that show a text.
  fileprivate static func toplevelCount(containing text: String) -> Int {
    var count = 0
    let windows = gtk_window_get_toplevels()!
    for index in 0..<g_list_model_get_n_items(windows) {
      guard let item = g_list_model_get_item(windows, index) else { continue }
      let widget = item.assumingMemoryBound(to: GtkWidget.self)
      if gtk_widget_get_mapped(widget) != 0, widget.visibleTexts.contains(text) { count += 1 }
      g_object_unref(item)
    }
    return count
  }
}
