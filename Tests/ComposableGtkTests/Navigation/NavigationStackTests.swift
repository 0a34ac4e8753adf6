import ComposableGtk
import GtkKit
import Testing

@Reducer
struct PageFeature {
  @ObservableState
  struct State: Equatable {
    var name: String
    var count = 0
  }
  enum Action {
    case increment
    case openMore
    case close
  }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .openMore:
        return .none
      case .close:
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
struct BookFeature {
  @Reducer
  enum Path {
    case page(PageFeature)
    case other(PageFeature)
  }
  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var isLocked = false
    var pops = 0
  }
  enum Action {
    case path(StackActionOf<Path>)
    case set(StackState<Path.State>)
    case lock
  }
  var body: some ReducerOf<Self> {
    let core = Reduce<State, Action> { state, action in
      switch action {
      case .path(.element(_, .page(.openMore))):
        state.path.append(.other(PageFeature.State(name: "More")))
        return .none
      case .path:
        return .none
      case .set(let path):
        state.path = path
        return .none
      case .lock:
        state.isLocked = true
        return .none
      }
    }
    .forEach(\.path, action: \.path)
    Reduce { state, action in
      if case .path(.popFrom) = action {
        state.pops += 1
        if state.isLocked { return .none }
      }
      return core.reduce(into: &state, action: action)
    }
  }
}
extension BookFeature.Path.State: Equatable {}

private struct PageView: View {
  let store: StoreOf<PageFeature>

  var body: some View {
    VStack {
      Text("\(store.name) \(store.count)")
      Button("Increment") { store.send(.increment) }
      Button("More") { store.send(.openMore) }
      NavigationLink("Link", state: BookFeature.Path.State.other(PageFeature.State(name: "Linked")))
      NavigationLink("Bad link", state: 1)
    }
    .navigationTitle(store.name)
  }
}

private struct BookView: View {
  @Bindable var store: StoreOf<BookFeature>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      VStack {
        Text("Root")
        NavigationLink("Open", state: BookFeature.Path.State.page(PageFeature.State(name: "First")))
      }
      .navigationTitle("Book")
    } destination: { store in
      switch store.case {
      case .page(let store): PageView(store: store)
      case .other(let store): PageView(store: store)
      }
    }
  }
}

/// Makes a store of a book that is open at pages with the given names.
@MainActor
func makeBook(_ names: String...) -> StoreOf<BookFeature> {
  Store(
    initialState: BookFeature.State(
      path: StackState(names.map { .page(PageFeature.State(name: $0)) })
    )
  ) {
    BookFeature()
  }
}

extension ComposableGtkTests {
  @MainActor
  struct NavigationStackTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(
      _ store: StoreOf<BookFeature>,
      _ body: (TestWindow) async throws -> Void
    ) async rethrows {
      let window = TestWindow(BookView(store: store))
      defer { window.close() }
      try await body(window)
    }

    @Test func `a link pushes its state, whose page gives the window its title`() async throws {
      let store = makeBook()
      try await with(store) { window in
        #expect(await eventually { window.content.visibleTexts.contains("Root") })
        try #require(window.content.button("Open")).click()
        #expect(store.path.count == 1)
        #expect(await eventually { window.content.visibleTexts.contains("First 0") })
        #expect(await eventually { window.window.title == "First" })
      }
    }

    @Test func `a deep link is on the screen at once, and leads back page by page`() async throws {
      let store = makeBook("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two" })
        let back = try #require(window.headerBar.widget.button(icon: "go-previous-symbolic"))
        #expect(gtk_widget_get_visible(back) != 0)
        back.click()
        #expect(store.path.count == 1)
        #expect(await eventually { window.window.title == "One" })
        back.click()
        #expect(store.path.isEmpty)
        #expect(
          await eventually { window.window.title == "Book" && gtk_widget_get_visible(back) == 0 }
        )
      }
    }

    @Test func `a double click on back before the next frame sends one pop for each page`()
      async throws
    {
      let store = makeBook("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One" })
        let back = try #require(window.headerBar.widget.button(icon: "go-previous-symbolic"))
        back.click()
        back.click()
        #expect(store.pops == 1)
      }
    }

    @Test func `a reducer that declines to pop leaves everything as it was`() async throws {
      let store = makeBook("One")
      store.send(.lock)
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One" })
        try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
        #expect(store.pops == 1)
        MainLoop.pump()
        #expect(window.window.title == "One")
        #expect(window.content.visibleTexts.contains("One 0"))
      }
    }

    @Test func `whatever the path becomes, its last page is shown`() async throws {
      let store = makeBook("One", "Two", "Three")
      await with(store) { window in
        #expect(await eventually { window.window.title == "Three" })
        store.send(.set(StackState([.other(PageFeature.State(name: "New"))])))
        #expect(await eventually { window.window.title == "New" })
        store.send(.set(StackState()))
        #expect(await eventually { window.window.title == "Book" })
        store.send(.set(StackState(["A", "B"].map { .page(PageFeature.State(name: $0)) })))
        #expect(await eventually { window.window.title == "B" })
      }
    }

    @Test func `a page shows the changes of its state, and dismisses itself`() async throws {
      let store = makeBook("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One" })
        try #require(window.content.button("Increment")).click()
        #expect(await eventually { window.content.visibleTexts.contains("One 1") })
        try #require(window.content.button("More")).click()
        #expect(await eventually { window.window.title == "More" })
        store.send(.path(.element(id: store.path.ids[1], action: .other(.close))))
        #expect(await eventually { window.window.title == "One" })
        #expect(window.content.visibleTexts.contains("One 1"))
      }
    }

    @Test func `a link whose state does not belong to the stack is reported`() async throws {
      let store = makeBook("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One" })
        let link = try #require(window.content.button("Bad link"))
        withExpectedIssue { link.click() }
        #expect(store.path.count == 1)
      }
    }

    @Test func `a link outside a stack is reported`() async throws {
      let window = TestWindow(NavigationLink("Stray", state: 1))
      defer { window.close() }
      let link = try #require(window.content.button("Stray"))
      withExpectedIssue { link.click() }
    }

    @Test func `what was popped is gone: its store and its widgets`() async throws {
      let store = makeBook("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two" })
        let label = try #require(window.content.family.first { $0.visibleTexts == ["Two 0"] })
        let widget = WeakReference(label)
        store.send(.set(StackState()))
        #expect(await eventually { !widget.isAlive })
      }
    }

    @Test func `a closed window leaves nothing behind`() async throws {
      weak var weakStore: StoreOf<BookFeature>?
      let widget: WeakReference
      do {
        let store = makeBook("One")
        weakStore = store
        let window = TestWindow(BookView(store: store))
        #expect(await eventually { window.window.title == "One" })
        widget = WeakReference(window.content)
        window.close()
      }
      #expect(await eventually { !widget.isAlive && weakStore == nil })
    }
  }
}
