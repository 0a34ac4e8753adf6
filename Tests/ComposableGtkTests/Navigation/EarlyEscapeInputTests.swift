import ComposableGtk
import GtkKit
import Testing

/// A desk with a drawer, which has pages of its own.
@Reducer
private struct Desk {
  @Reducer
  struct Folder {
    @ObservableState
    struct State: Equatable {
      var title = ""
      var search = ""
    }
    enum Action: BindableAction { case binding(BindingAction<State>) }
    var body: some ReducerOf<Self> { BindingReducer() }
  }

  @Reducer
  struct Drawer {
    @ObservableState
    struct State: Equatable {
      var path = StackState<Folder.State>()
      var log: [String] = []
    }
    enum Action { case path(StackActionOf<Folder>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path(.push): state.log.append("push")
        case .path(.popFrom): state.log.append("pop")
        case .path(.element): break
        }
        return .none
      }
      .forEach(\.path, action: \.path) { Folder() }
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var drawer: Drawer.State?
    var dismissals = 0
  }

  enum Action {
    case drawer(PresentationAction<Drawer.Action>)
    case open
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .drawer(.dismiss): state.dismissals += 1
      case .drawer(.presented): break
      case .open: state.drawer = Drawer.State()
      }
      return .none
    }
    .ifLet(\.$drawer, action: \.drawer) { Drawer() }
  }
}

/// What the drawer is presented as.
private enum Kind: CaseIterable { case sheet, cover, popover }

/// What can have the focus on a page that comes.
private enum Content: CaseIterable { case button, field, list, nothing, search }

private struct DeskView: View {
  @Bindable var store: StoreOf<Desk>
  let kind: Kind
  let content: Content

  var body: some View {
    NavigationStack(
      path: .constant(
        Store(initialState: StackState<Int>()) { EmptyReducer<_, StackAction<Int, Never>>() }
      )
    ) {
      switch kind {
      case .sheet:
        Button("Desk") {}
          .sheet(item: $store.scope(state: \.drawer, action: \.drawer), content: drawer)
      case .cover:
        Button("Desk") {}
          .fullScreenCover(item: $store.scope(state: \.drawer, action: \.drawer), content: drawer)
      case .popover:
        Button("Desk") {}
          .popover(item: $store.scope(state: \.drawer, action: \.drawer), content: drawer)
      }
    } destination: { _ in
      Text("")
    }
  }

  private func drawer(_ store: StoreOf<Desk.Drawer>) -> some View {
    DrawerView(store: store, content: content)
  }
}

private struct DrawerView: View {
  @Bindable var store: StoreOf<Desk.Drawer>
  let content: Content

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      NavigationLink("Open", state: Desk.Folder.State())
        .navigationTitle("Drawer")
    } destination: { store in
      FolderView(store: store, content: content)
    }
  }
}

private struct FolderView: View {
  @Bindable var store: StoreOf<Desk.Folder>
  let content: Content

  var body: some View {
    page.navigationTitle("Folder")
  }

  @ViewBuilder private var page: some View {
    switch content {
    case .button: Button("Press") {}
    case .field: TextField("Title", text: $store.title)
    case .list: List((0..<5).map { Sheet(id: $0) }) { Text("Sheet \($0.id)") }
    case .nothing: Text("Empty")
    case .search:
      List((0..<5).map { Sheet(id: $0) }) { Text("Sheet \($0.id)") }
        .searchable(text: $store.search)
    }
  }

  private struct Sheet: Identifiable { let id: Int }
}

extension ComposableGtkTests {
  /// Escape goes back from a page of a presented stack, however early after the push it comes.
  @MainActor
  @Suite(.withWindowReport)
  struct EarlyEscapeInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    /// Opens the drawer, and gives the keyboard to its link.
    private func with(
      _ kind: Kind,
      _ content: Content,
      _ body: (StoreOf<Desk>, RealInput) async throws -> Void
    ) async throws {
      let store = Store(initialState: Desk.State()) { Desk() }
      let window = TestWindow(DeskView(store: store, kind: kind, content: content))
      defer { window.close() }
      #expect(await eventually { gtk_widget_get_mapped(window.content) != 0 })
      try await open(store)
      let root = try #require(link.flatMap { gtk_widget_get_root($0) })
      try await body(store, RealInput(root.cast()))
    }

    private func open(_ store: StoreOf<Desk>) async throws {
      store.send(.open)
      #expect(await eventually { link != nil })
    }

    private func focusLink() throws {
      let link: WidgetPointer = try #require(link)
      gtk_widget_grab_focus(link)
    }

    @Test(arguments: [Kind.sheet, .cover], Content.allCases)
    fileprivate func `Escape right after Return pops the page that has come`(
      kind: Kind,
      content: Content
    ) async throws {
      try await with(kind, content) { store, input in
        var expected: [String] = []
        for interval in [0, 1, 5, 10, 20, 40, 80, 120, 160, 200, 250, 300] {
          try focusLink()
          try await input.press("Return", then: "Escape", after: interval)
          expected += ["push", "pop"]
          #expect(await eventually { link != nil && isStill }, "after \(interval) ms")
          #expect(store.drawer?.log == expected, "after \(interval) ms")
          try #require(store.drawer?.path.isEmpty == true, "after \(interval) ms")
        }
        #expect(store.dismissals == 0)
      }
    }

    @Test(arguments: Content.allCases)
    fileprivate func `Escape right after Return closes a popover with its pages`(
      content: Content
    ) async throws {
      try await with(.popover, content) { store, input in
        for (number, interval) in [0, 20, 160, 300].enumerated() {
          if number > 0 { try await open(store) }
          try focusLink()
          try await input.press("Return", then: "Escape", after: interval)
          #expect(await eventually { store.drawer == nil }, "after \(interval) ms")
          #expect(store.dismissals == number + 1, "after \(interval) ms")
          #expect(await eventually { isStill && popovers.isEmpty }, "after \(interval) ms")
        }
      }
    }

    private var popovers: [WidgetPointer] {
      windows.flatMap(\.family).filter {
        $0.isA(gtk_popover_get_type()) && gtk_widget_get_mapped($0) != 0
      }
    }

    private var link: WidgetPointer? { windows.lazy.compactMap { $0.button("Open") }.first }

    private var isStill: Bool {
      !windows.flatMap(\.family).contains {
        $0.isA(gtk_stack_get_type()) && PageStack.isMoving(stack: $0)
      }
    }
  }
}
