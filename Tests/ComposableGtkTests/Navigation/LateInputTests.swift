import ComposableGtk
import GtkKit
import Testing

/// A shelf of boxes, each a page with rows, which tells what it was sent.
@Reducer
private struct ShelfFeature {
  @Reducer
  struct Box {
    @ObservableState
    struct State: Equatable { var name = "Box" }
    enum Action: Equatable { case appeared, pressed, started, vanished }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Box.State>()
    @Presents var sheet: Box.State?
    var actions: [String] = []
  }

  enum Action {
    case path(StackActionOf<Box>)
    case sheet(PresentationAction<Box.Action>)
    case setSheet(Box.State?)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(_, let action)): state.actions.append("\(action)")
      case .path(.popFrom): state.actions.append("pop")
      case .path(.push): state.actions.append("push")
      case .sheet(.presented(let action)): state.actions.append("\(action)")
      case .sheet(.dismiss): state.actions.append("dismiss")
      case .setSheet(let sheet): state.sheet = sheet
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Box() }
    .ifLet(\.$sheet, action: \.sheet) { Box() }
  }
}

private struct ShelfView: View {
  @Bindable var store: StoreOf<ShelfFeature>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      NavigationLink("Open", state: ShelfFeature.Box.State())
        .navigationTitle("Shelf")
        .sheet(item: $store.scope(state: \.sheet, action: \.sheet)) { BoxView(store: $0) }
    } destination: {
      BoxView(store: $0)
    }
  }
}

private struct BoxView: View {
  let store: StoreOf<ShelfFeature.Box>

  var body: some View {
    VStack {
      Button("Press") { store.send(.pressed) }
      List((0..<5).map { Row(id: $0) }) { Text("Row \($0.id)") }
        .onRowActivate { _ in store.send(.pressed) }
    }
    .navigationTitle("Box")
    .onAppear { store.send(.appeared) }
    .onDisappear { store.send(.vanished) }
    .task { store.send(.started) }
  }

  private struct Row: Identifiable { let id: Int }
}

extension ComposableGtkTests {
  /// Input on views whose state is gone, and changes that these views make, send no actions and are
  /// not reported.
  @MainActor
  struct LateInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(
      boxes: Int,
      _ body: (StoreOf<ShelfFeature>, TestWindow) async throws -> Void
    ) async throws {
      let path = StackState((0..<boxes).map { _ in ShelfFeature.Box.State() })
      let store = Store(initialState: ShelfFeature.State(path: path)) { ShelfFeature() }
      let window = TestWindow(ShelfView(store: store))
      defer { window.close() }
      try await body(store, window)
    }

    /// A row of the page on top.
    private func row(in window: TestWindow) async throws -> WidgetPointer {
      #expect(await eventually { window.window.title == "Box" && window.stackIsStill })
      let page = try #require(window.pages.last)
      return try #require(page.family.first { $0.typeName == "GtkListItemWidget" })
    }

    @Test
    func `a button of a page is pressed in the turn in which the page has been popped`()
      async throws
    {
      try await with(boxes: 1) { store, window in
        #expect(await eventually { store.actions == ["appeared", "started"] })
        let button = try #require(window.content.button("Press"))
        button.click()
        store.send(.path(.popFrom(id: store.path.ids[0])))
        button.click()
        updateViewsNow()
        button.click()
        #expect(await eventually { window.pageCount == 1 })
        #expect(store.actions == ["appeared", "started", "pressed", "pop"])
      }
    }

    @Test
    func `a button of a sheet is pressed in the turn in which its state has gone`() async throws {
      try await with(boxes: 0) { store, window in
        store.send(.setSheet(ShelfFeature.Box.State()))
        #expect(await eventually { store.actions == ["appeared", "started"] })
        let button = try #require(dialogs.first?.button("Press"))
        button.click()
        store.send(.setSheet(nil))
        button.click()
        #expect(await eventually { dialogs.isEmpty })
        #expect(store.actions == ["appeared", "started", "pressed"])
      }
    }

    @Test
    func `a page that has left before its task has its turn starts none`() async throws {
      try await with(boxes: 0) { store, window in
        #expect(await eventually { window.window.title == "Shelf" && window.stackIsStill })
        try #require(window.content.button("Open")).click()
        // No job of the main actor runs meanwhile.
        while store.actions.count < 2 { MainLoop.pump(limit: 100) }
        store.send(.path(.popFrom(id: store.path.ids[0])))
        #expect(await eventually { window.window.title == "Shelf" && window.pageCount == 1 })
        #expect(store.actions == ["push", "appeared", "pop"])
      }
    }

    /// The compositor of the tests on Wayland knows three buttons of the mouse.
    @Test(.enabled(if: !RealInput.isWayland))
    func `a row is clicked at the same time as the button of the mouse that goes back`()
      async throws
    {
      try await with(boxes: 2) { store, window in
        let row = try await row(in: window)
        let input = try await RealInput(window)
        let before = store.actions
        try await input.click(row, buttons: 8, 1)
        #expect(await eventually { window.pageCount == 2 && window.stackIsStill })
        // The click may have reached the row of the page below.
        #expect(store.actions.filter { $0 == "pop" } == ["pop"])
        #expect(store.path.count == 1 && store.actions.starts(with: before))
      }
    }

    @Test
    func `a row that is held while its page leaves is let go`() async throws {
      try await with(boxes: 1) { store, window in
        let row = try await row(in: window)
        let input = try await RealInput(window)
        let before = store.actions
        try await input.hold(row) {
          try await input.pressAtOnce("Escape")
          #expect(await eventually { store.path.isEmpty })
        }
        #expect(await eventually { window.pageCount == 1 })
        #expect(store.actions == before + ["pop"])
      }
    }

    @Test
    func `Return opens a page and Escape closes it without delay`() async throws {
      try await with(boxes: 0) { store, window in
        #expect(await eventually { window.window.title == "Shelf" && window.stackIsStill })
        let input = try await RealInput(window)
        let link = try #require(window.content.button("Open"))
        gtk_widget_grab_focus(link)
        for round in 1...5 {
          try await input.pressAtOnce("Return", "Escape")
          #expect(
            await eventually {
              store.actions.filter { $0 == "pop" }.count == round && window.pageCount == 1
                && window.stackIsStill
            }
          )
          gtk_widget_grab_focus(link)
        }
      }
    }
  }
}
