import ComposableGtk
import GtkKit
import GtkTestSupport
import Testing

/// Bells of a tower, in columns.
@Reducer
private struct Tower {
  struct Bell: Equatable, Identifiable {
    let id: Int
    var name: String
    var weight: Int
  }

  @ObservableState
  struct State: Equatable {
    var bells = IdentifiedArray(
      uniqueElements: (1...6).map { Bell(id: $0, name: "Bell \($0)", weight: 1_000 - $0) }
    )
    var columns = TableColumnCustomization<Bell>()
    var opened: [Set<Bell.ID>] = []
    var selection: Set<Bell.ID> = []
    var sortOrder: [KeyPathComparator<Bell>] = []
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case opened(Set<Bell.ID>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.sortOrder): state.bells.sort(using: state.sortOrder)
      case .binding: break
      case .opened(let ids): state.opened.append(ids)
      }
      return .none
    }
  }
}

private struct TowerView: View {
  @Bindable var store: StoreOf<Tower>

  var body: some View {
    Table(
      store.bells,
      selection: $store.selection,
      sortOrder: $store.sortOrder,
      columnCustomization: $store.columns
    ) {
      TableColumn("Name", value: \.name).customizationID("name")
      TableColumn("Weight", value: \.weight) { Text("\($0.weight) kg") }.customizationID("weight")
      TableColumn("Tone") { _ in Text("High") }.customizationID("tone")
    }
    .contextMenu(forSelectionType: Tower.Bell.ID.self) { ids in
      if !ids.isEmpty { Button("Ring") { store.send(.opened(ids)) } }
    } primaryAction: { ids in
      store.send(.opened(ids))
    }
    .navigationTitle("Tower")
  }
}

extension ComposableGtkTests {
  /// Tables under a real pointer and real keys.
  @MainActor
  @Suite(.withWindowReport)
  struct TableInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func withTower(
      _ body: (StoreOf<Tower>, TestWindow, RealInput) async throws -> Void
    ) async throws {
      let store = Store(initialState: Tower.State()) { Tower() }
      let window = TestWindow(TowerView(store: store))
      defer { window.close() }
      #expect(
        await eventually {
          label("Bell 1", in: window) != nil && window.window.title.hasPrefix("Tower")
        }
      )
      try await body(store, window, try await RealInput(window))
    }

    private func label(_ text: String, in window: TestWindow) -> WidgetPointer? {
      window.content.family.first {
        $0.isA(gtk_label_get_type()) && gtk_widget_get_mapped($0) != 0
          && gtk_widget_get_width($0) > 0
          && String(cString: gtk_label_get_text(OpaquePointer($0))) == text
      }
    }

    private func headers(in window: TestWindow) -> [WidgetPointer] {
      window.content.family.filter { gtk_widget_has_css_class($0, "table-header-cell") != 0 }
    }

    private func list(in window: TestWindow) -> WidgetPointer? {
      window.content.family.first { $0.isA(gtk_list_view_get_type()) }
    }

    private func handles(in window: TestWindow) -> [WidgetPointer] {
      window.content.family.filter { gtk_widget_has_css_class($0, "table-handle") != 0 }
    }

    @Test func `a click on a header sorts, and one with Shift adds a column`() async throws {
      try await withTower { store, window, input in
        try await input.click(#require(label("Weight", in: window)))
        #expect(await eventually { store.sortOrder == [KeyPathComparator(\.weight)] })
        #expect(store.bells.ids.first == 6)
        try await input.click(#require(label("Weight", in: window)))
        #expect(
          await eventually { store.sortOrder == [KeyPathComparator(\.weight, order: .reverse)] }
        )
        try await input.hold("shift") {
          try await input.click(#require(label("Name", in: window)))
        }
        #expect(await eventually { store.sortOrder.count == 2 })
        #expect(store.sortOrder.last == KeyPathComparator(\.name))
      }
    }

    @Test func `a header is dragged to another place`() async throws {
      try await withTower { store, window, input in
        let cells = headers(in: window)
        try await input.drag(cells[0], x: 0.5, to: cells[1], x: 0.9, y: 0.5)
        #expect(await eventually { store.columns.order == ["weight", "name", "tone"] })
        #expect(store.sortOrder.isEmpty)
      }
    }

    @Test func `the end of a header is dragged to another width, and two clicks undo it`()
      async throws
    {
      try await withTower { store, window, input in
        let width = gtk_widget_get_width(headers(in: window)[0])
        try await input.drag(
          handles(in: window)[0],
          x: 0.5,
          to: headers(in: window)[1],
          x: 0.5,
          y: 0.5
        )
        #expect(await eventually { store.columns[width: "name"] ?? 0 > Double(width) + 20 })
        #expect(
          await eventually {
            Double(gtk_widget_get_width(headers(in: window)[0])) == store.columns[width: "name"]
          }
        )
        #expect(store.columns.order.isEmpty && store.sortOrder.isEmpty)
        try await input.doubleClick(handles(in: window)[0], interval: 50)
        #expect(await eventually { store.columns[width: "name"] == nil })
      }
    }

    @Test func `rows are selected and opened by keys alone, and the header lies before them`()
      async throws
    {
      try await withTower { store, window, input in
        #expect(await eventually { list(in: window)?.containsFocus == true })
        try await input.press("shift+Tab")
        #expect(await eventually { headers(in: window).contains { $0.containsFocus } })
        try await input.press("Home", "Right", "Return")
        #expect(await eventually { store.sortOrder == [KeyPathComparator(\.weight)] })
        try await input.press("Tab", "Down")
        #expect(await eventually { !store.selection.isEmpty })
        try await input.press("Home", "shift+Down")
        #expect(await eventually { store.selection == [6, 5] })
        try await input.press("ctrl+a")
        #expect(await eventually { store.selection.count == 6 })
        try await input.press("Escape")
        #expect(await eventually { store.selection.isEmpty })
        try await input.press("Home", "Return")
        #expect(await eventually { store.opened == [[6]] })
      }
    }

    @Test func `a double click opens a row, and a secondary one has a menu`() async throws {
      try await withTower { store, window, input in
        try await input.doubleClick(#require(label("Bell 3", in: window)), interval: 60)
        #expect(await eventually { store.opened == [[3]] })
        try await input.click(#require(label("Bell 2", in: window)), button: 3)
        #expect(await eventually { label("Ring", in: window) != nil })
        try await input.press("Return")
        #expect(await eventually { store.opened == [[3], [2]] })
      }
    }

    @Test func `the menu key in the header hides a column`() async throws {
      try await withTower { store, window, input in
        #expect(await eventually { list(in: window)?.containsFocus == true })
        try await input.press("shift+Tab")
        #expect(await eventually { headers(in: window).contains { $0.containsFocus } })
        try await input.press("Menu")
        #expect(
          await eventually {
            window.content.family.contains { $0.isA(gtk_popover_get_type()) && $0.containsFocus }
          }
        )
        try await input.press("space")
        #expect(await eventually { store.columns[visibility: "name"] == .hidden })
        #expect(await eventually { label("Bell 1", in: window) == nil })
      }
    }
  }
}
