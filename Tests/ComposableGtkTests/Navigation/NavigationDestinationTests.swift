import ComposableGtk
import GtkKit
import Testing

/// A feature that shows pages out of optional state, any number of them within each other.
@Reducer
private struct TreeFeature {
  @Reducer
  enum Destination {
    case page(PageFeature)
    case other(PageFeature)
  }
  @ObservableState
  struct State: Equatable {
    var name = "Root"
    var path = StackState<PageFeature.State>()
    @Presents var detail: Detail.State?
    @Presents var destination: Destination.State?
    var isAboutShown = false
    var isLocked = false
    var log: [String] = []
  }
  enum Action {
    case path(StackActionOf<PageFeature>)
    case detail(PresentationAction<Detail.Action>)
    case destination(PresentationAction<Destination.Action>)
    case setAbout(Bool)
    case mutate(@Sendable (inout State) -> Void)
  }
  var body: some ReducerOf<Self> {
    let core = Reduce<State, Action> { state, action in
      switch action {
      case .setAbout(let isShown): state.isAboutShown = isShown
      case .mutate(let body): body(&state)
      case .path, .detail, .destination: break
      }
      return .none
    }
    .ifLet(\.$detail, action: \.detail) { Detail() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path) { PageFeature() }
    Reduce { state, action in
      switch action {
      case .path(.popFrom): state.log.append("popFrom")
      case .path(.push): state.log.append("push")
      case .detail(.dismiss): state.log.append("detail.dismiss")
      case .detail(.presented(.inner(.dismiss))): state.log.append("inner.dismiss")
      case .destination(.dismiss): state.log.append("destination.dismiss")
      case .setAbout(let isShown): state.log.append("about \(isShown)")
      default: break
      }
      if state.isLocked { return .none }
      return core.reduce(into: &state, action: action)
    }
  }
}
extension TreeFeature.Destination.State: Equatable {}

@Reducer
private struct Detail {
  @ObservableState
  struct State: Equatable {
    var name: String
    @Presents var inner: PageFeature.State?
  }
  enum Action {
    case inner(PresentationAction<PageFeature.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$inner, action: \.inner) { PageFeature() }
  }
}

private struct TreeView: View {
  @Bindable var store: StoreOf<TreeFeature>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Text("Root")
        .navigationTitle("Root")
        .navigationDestination(item: $store.scope(state: \.detail, action: \.detail)) { store in
          DetailView(store: store)
        }
        .navigationDestination(
          item: $store.scope(state: \.destination?.page, action: \.destination.page)
        ) { store in
          LeafView(store: store)
        }
        .navigationDestination(
          item: $store.scope(state: \.destination?.other, action: \.destination.other)
        ) { store in
          LeafView(store: store)
        }
        .navigationDestination(isPresented: $store.isAboutShown.sending(\.setAbout)) {
          Text("About").navigationTitle("About")
        }
    } destination: { store in
      LeafView(store: store)
    }
  }
}

private struct DetailView: View {
  @Bindable var store: StoreOf<Detail>

  var body: some View {
    VStack {
      Text("\(store.name) detail")
      NavigationLink("Deeper", state: PageFeature.State(name: "Deeper"))
    }
    .navigationTitle(store.name)
    .navigationDestination(item: $store.scope(state: \.inner, action: \.inner)) { store in
      LeafView(store: store)
    }
  }
}

private struct LeafView: View {
  let store: StoreOf<PageFeature>
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text("\(store.name) \(store.count)")
      Button("Dismiss \(store.name)") { dismiss() }
    }
    .navigationTitle(store.name)
  }
}

extension ComposableGtkTests {
  @MainActor
  struct NavigationDestinationTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func makeStore(
      _ state: TreeFeature.State = TreeFeature.State()
    ) -> StoreOf<TreeFeature> {
      Store(initialState: state) { TreeFeature() }
    }

    private func with(
      _ store: StoreOf<TreeFeature>,
      _ body: (TestWindow) async throws -> Void
    ) async rethrows {
      let window = TestWindow(TreeView(store: store))
      defer { window.close() }
      try await body(window)
    }

    private func back(in window: TestWindow) throws -> WidgetPointer {
      try #require(window.headerBar.widget.button(icon: "go-previous-symbolic"))
    }

    @Test func `a page is there as long as its state, and going back sends one dismissal`()
      async throws
    {
      let store = makeStore()
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Root" })
        store.send(.mutate { $0.detail = Detail.State(name: "Lamp") })
        #expect(await eventually { window.window.title == "Lamp" })
        #expect(window.content.visibleTexts.contains("Lamp detail"))
        store.send(.mutate { $0.detail?.name = "Desk lamp" })
        #expect(await eventually { window.window.title == "Desk lamp" })
        let back = try back(in: window)
        back.click()
        back.click()
        #expect(store.log == ["detail.dismiss"])
        #expect(store.detail == nil)
        #expect(await eventually { window.window.title == "Root" })
        #expect(gtk_widget_get_visible(back) == 0)
      }
    }

    @Test func `a reducer that declines leaves the page where it is`() async throws {
      var state = TreeFeature.State(detail: Detail.State(name: "Lamp"))
      state.isLocked = true
      let store = makeStore(state)
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Lamp" })
        try back(in: window).click()
        #expect(store.log == ["detail.dismiss"])
        MainLoop.pump()
        #expect(window.window.title == "Lamp")
        #expect(window.content.visibleTexts.contains("Lamp detail"))
      }
    }

    @Test func `the cases of an enum destination lead to pages, one in place of the other`()
      async throws
    {
      let store = makeStore()
      try await with(store) { window in
        store.send(.mutate { $0.destination = .page(PageFeature.State(name: "Page")) })
        #expect(await eventually { window.window.title == "Page" })
        store.send(.mutate { $0.destination = .other(PageFeature.State(name: "Other")) })
        #expect(await eventually { window.window.title == "Other" })
        try back(in: window).click()
        #expect(store.log == ["destination.dismiss"])
        #expect(await eventually { window.window.title == "Root" })
      }
    }

    @Test func `a condition leads to a page, and going back makes it false, once`() async throws {
      let store = makeStore()
      try await with(store) { window in
        store.send(.setAbout(true))
        #expect(await eventually { window.window.title == "About" })
        try back(in: window).click()
        #expect(store.log == ["about true", "about false"])
        #expect(await eventually { window.window.title == "Root" })
      }
    }

    @Test
    func
      `A destination within a destination is there from the first frame, above the path's pages`()
      async throws
    {
      let store = makeStore(
        TreeFeature.State(
          path: StackState([PageFeature.State(name: "One"), PageFeature.State(name: "Two")]),
          detail: Detail.State(name: "Lamp", inner: PageFeature.State(name: "Inner"))
        )
      )
      try await with(store) { window in
        updateViewsNow()
        #expect(window.window.title == "Inner")
        #expect(window.stackIsStill)
        let back = try back(in: window)
        for (title, log) in [
          ("Lamp", ["inner.dismiss"]), ("Two", ["inner.dismiss", "detail.dismiss"]),
          ("One", ["inner.dismiss", "detail.dismiss", "popFrom"]),
        ] {
          back.click()
          #expect(store.log == log)
          #expect(await eventually { window.window.title == title })
        }
      }
    }

    @Test
    func `when the outer destination goes, the inner one goes with it in the same transition`()
      async throws
    {
      let store = makeStore(
        TreeFeature.State(
          detail: Detail.State(name: "Lamp", inner: PageFeature.State(name: "Inner"))
        )
      )
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Inner" })
        let label = try #require(window.content.family.last { $0.visibleTexts == ["Inner 0"] })
        let widget = WeakReference(label)
        store.send(.mutate { $0.detail = nil })
        #expect(await eventually { window.window.title == "Root" })
        #expect(await eventually { !widget.isAlive })
        #expect(store.log == [])
      }
    }

    @Test func `an item with another identity gets a page of its own`() async throws {
      let store = makeStore(TreeFeature.State(detail: Detail.State(name: "Lamp")))
      await with(store) { window in
        #expect(await eventually { window.window.title == "Lamp" })
        store.send(.mutate { $0.detail = nil })
        store.send(.mutate { $0.detail = Detail.State(name: "Chair") })
        #expect(await eventually { window.window.title == "Chair" })
        #expect(store.log == [])
      }
    }

    @Test func `the page of a link in a destination lies above the destination`() async throws {
      let store = makeStore(
        TreeFeature.State(
          path: StackState([PageFeature.State(name: "One")]),
          detail: Detail.State(name: "Lamp")
        )
      )
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Lamp" })
        try #require(window.content.button("Deeper")).click()
        #expect(store.path.count == 2)
        #expect(await eventually { window.window.title == "Deeper" })
        try back(in: window).click()
        #expect(store.log == ["push", "popFrom"])
        #expect(await eventually { window.window.title == "Lamp" })
      }
    }

    @Test func `a view's dismiss sends what a back press would`() async throws {
      let store = makeStore(
        TreeFeature.State(
          detail: Detail.State(name: "Lamp", inner: PageFeature.State(name: "Inner"))
        )
      )
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Inner" })
        try #require(window.content.button("Dismiss Inner")).click()
        #expect(store.log == ["inner.dismiss"])
        #expect(await eventually { window.window.title == "Lamp" })
      }
    }

    @Test func `outside a stack a destination is reported, once`() async throws {
      struct Stray: View {
        @Bindable var store: StoreOf<TreeFeature>
        var body: some View {
          Text(store.name)
            .navigationDestination(item: $store.scope(state: \.detail, action: \.detail)) { _ in
              Text("Never")
            }
        }
      }
      let store = makeStore(TreeFeature.State(detail: Detail.State(name: "Lamp")))
      let window = TestWindow(Stray(store: store))
      defer { window.close() }
      withExpectedIssue { updateViewsNow() }
      store.send(.mutate { $0.name = "Still" })
      updateViewsNow()
      #expect(window.content.visibleTexts == ["Still"])
    }

    @Test func `a stack needs no path for pages out of optional state`() async throws {
      struct Root: View {
        @Bindable var store: StoreOf<TreeFeature>
        var body: some View {
          NavigationStack {
            Text("Root")
              .navigationTitle("Root")
              .navigationDestination(item: $store.scope(state: \.detail, action: \.detail)) {
                DetailView(store: $0)
              }
          }
        }
      }
      let store = makeStore()
      let window = TestWindow(Root(store: store))
      defer { window.close() }
      store.send(.mutate { $0.detail = Detail.State(name: "Lamp") })
      #expect(await eventually { window.window.title == "Lamp" })
      let link = try #require(window.content.button("Deeper"))
      withExpectedIssue { link.click() }
      try back(in: window).click()
      #expect(await eventually { window.window.title == "Root" })
    }

    @Test func `a link with an item tells when the user goes there and when back`() async throws {
      struct Root: View {
        @Bindable var store: StoreOf<TreeFeature>
        var body: some View {
          NavigationStack {
            NavigationLink(item: $store.scope(state: \.detail, action: \.detail)) { isActive in
              store.send(
                .mutate { state in
                  state.log.append("navigate \(isActive)")
                  if isActive { state.detail = Detail.State(name: "Lamp") }
                }
              )
            } destination: { store in
              DetailView(store: store)
            } label: {
              Text("Open")
            }
            .navigationTitle("Root")
          }
        }
      }
      let store = makeStore()
      let window = TestWindow(Root(store: store))
      defer { window.close() }
      #expect(await eventually { window.window.title == "Root" })
      try #require(window.content.button("Open")).click()
      #expect(await eventually { window.window.title == "Lamp" })
      try back(in: window).click()
      #expect(store.log == ["navigate true", "navigate false", "detail.dismiss"])
      #expect(await eventually { window.window.title == "Root" })
    }

    @Test func `a closed window leaves nothing behind, with destinations open`() async throws {
      weak var weakStore: StoreOf<TreeFeature>?
      let widget: WeakReference
      do {
        let store = makeStore(
          TreeFeature.State(
            detail: Detail.State(name: "Lamp", inner: PageFeature.State(name: "Inner"))
          )
        )
        weakStore = store
        let window = TestWindow(TreeView(store: store))
        #expect(await eventually { window.window.title == "Inner" })
        widget = WeakReference(window.content)
        window.close()
      }
      #expect(await eventually { !widget.isAlive && weakStore == nil })
    }
  }
}
