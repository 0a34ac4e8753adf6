import ComposableArchitecture
import Testing

#if GTK
  import ComposableGtk
  import ComposableGtkTestSupport
  import GtkKit
#endif

// The document "NavigationLink(state:)". Its snippets stand here as written and in its order. Where
// a snippet leaves something out, the least that compiles stands in its place; where it has a slip,
// a comment says so.

/// Namespaces for the snippets, whose features share their names.
enum NavigationLinkState {}

// MARK: - Usage: Basic Navigation

extension NavigationLinkState {
  enum Basic {
    @Reducer
    enum Path {
      case detail(DetailFeature)
    }

    #if GTK
      struct BasicLink: View {
        var body: some View {
          NavigationLink(
            "Go to Detail",
            state: Path.State.detail(DetailFeature.State())
          )
        }
      }
    #endif
  }
}
extension NavigationLinkState.Basic.Path.State: Equatable {}

// MARK: - Usage: With NavigationStack

#if GTK
  extension NavigationLinkState {
    enum WithStack {
      typealias RootFeature = NavigationLinkState.WithStackFeature
      typealias Path = RootFeature.Path

      struct RootView: View {
        @Bindable var store: StoreOf<RootFeature>

        var body: some View {
          NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
            Form {
              NavigationLink(
                "Go to Screen A",
                state: Path.State.screenA(ScreenA.State())
              )
              NavigationLink(
                "Go to Screen B",
                state: Path.State.screenB(ScreenB.State())
              )
            }
            .navigationTitle("Root")
          } destination: { store in
            switch store.case {
            case .screenA(let store):
              ScreenAView(store: store)
            case .screenB(let store):
              ScreenBView(store: store)
            }
          }
        }
      }
    }
  }
#endif

extension NavigationLinkState {
  @Reducer
  struct WithStackFeature {
    @Reducer
    enum Path {
      case screenA(ScreenA)
      case screenB(ScreenB)
    }
    @ObservableState
    struct State {
      var path = StackState<Path.State>()
    }
    enum Action {
      case path(StackActionOf<Path>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.path, action: \.path)
    }
  }
}

// MARK: - Usage: Complete Example

extension NavigationLinkState {
  @Reducer
  struct NavigationDemo {
    @Reducer
    enum Path {
      case screenA(ScreenA)
      case screenB(ScreenB)
      case screenC(ScreenC)
    }

    @ObservableState
    struct State {
      var path = StackState<Path.State>()
    }

    enum Action {
      case path(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // Parent logic
        .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  #if GTK
    struct NavigationDemoView: View {
      @Bindable var store: StoreOf<NavigationDemo>

      var body: some View {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          Form {
            NavigationLink(
              "Go to Screen A",
              state: NavigationDemo.Path.State.screenA(ScreenA.State())
            )
            NavigationLink(
              "Go to Screen B",
              state: NavigationDemo.Path.State.screenB(ScreenB.State())
            )
          }
          .navigationTitle("Root")
        } destination: { store in
          switch store.case {
          case .screenA(let store):
            ScreenAView(store: store)
          case .screenB(let store):
            ScreenBView(store: store)
          // The document leaves this case out, which the compiler does not allow.
          case .screenC(let store):
            ScreenCView(store: store)
          }
        }
      }
    }
  #endif
}

// MARK: - Passing Data to Child, Custom Label

#if GTK
  extension NavigationLinkState.Basic {
    struct PassingData: View {
      let store: StoreOf<DetailFeature>

      var body: some View {
        NavigationLink(
          "Go to Detail",
          state: Path.State.detail(
            DetailFeature.State(count: store.count)
          )
        )
      }
    }

    struct CustomLabel: View {
      var body: some View {
        NavigationLink(state: Path.State.detail(DetailFeature.State())) {
          HStack {
            Image(systemName: "star")
            Text("Go to Detail")
          }
        }
      }
    }
  }
#endif

// MARK: - How It Works, Key Points

extension NavigationLinkState {
  /// A stack around a link of the snippets, which writes down the actions that it gets.
  @Reducer
  struct Recorder {
    typealias Path = Basic.Path
    @ObservableState
    struct State: Equatable {
      var path = StackState<Path.State>()
      var pushes: [Push] = []
      var others = 0
      struct Push: Equatable {
        let id: StackElementID
        let state: Path.State
      }
    }
    enum Action {
      case path(StackActionOf<Path>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .path(.push(let id, let element)) = action {
          state.pushes.append(.init(id: id, state: element))
        } else {
          state.others += 1
        }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }
}

@MainActor
struct NavigationLinkStateTests {
  @Test func `forEach intercepts the push action and appends its state`() async {
    let store = TestStore(initialState: NavigationLinkState.Recorder.State()) {
      NavigationLinkState.Recorder()
    }
    await store.send(\.path.push, (id: 0, state: .detail(DetailFeature.State(count: 3)))) {
      $0.path = StackState([.detail(DetailFeature.State(count: 3))])
      $0.pushes = [.init(id: 0, state: .detail(DetailFeature.State(count: 3)))]
    }
  }
}

#if GTK
  extension SeedViewTests {
    @MainActor
    struct NavigationLinkStateViews {
      init() {
        #expect(Display.isAvailable, "No display: run under a virtual one")
      }

      /// Clicks on the only link of a view that is the root of a stack.
      private func click<Link: View>(
        _ link: Link,
        _ inspect: (WidgetPointer) throws -> Void = { _ in }
      ) async throws -> (state: NavigationLinkState.Recorder.State, texts: [String]) {
        let store = Store(initialState: NavigationLinkState.Recorder.State()) {
          NavigationLinkState.Recorder()
        }
        let window = TestWindow(Root(store: store, link: link))
        defer { window.close() }
        #expect(await eventually { window.content.visibleTexts.contains("Go to Detail") })
        let button = try #require(window.content.button("Go to Detail"))
        try inspect(button)
        button.click()
        #expect(
          await eventually { window.content.visibleTexts.contains { $0.hasPrefix("Detail") } }
        )
        return (store.state, window.content.visibleTexts)
      }

      private struct Root<Link: View>: View {
        @Bindable var store: StoreOf<NavigationLinkState.Recorder>
        let link: Link

        var body: some View {
          NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
            link
          } destination: { store in
            switch store.case {
            case .detail(let store): DetailView(store: store)
            }
          }
        }
      }

      private func expectOnePush(_ state: NavigationLinkState.Recorder.State, count: Int) {
        #expect(state.pushes.map(\.state) == [.detail(DetailFeature.State(count: count))])
        #expect(state.others == 0)
        // The id comes with the action, and is the element's.
        #expect(Array(state.path.ids) == state.pushes.map(\.id))
      }

      @Test func `a link pushes exactly its state`() async throws {
        let (state, texts) = try await click(NavigationLinkState.Basic.BasicLink())
        expectOnePush(state, count: 0)
        #expect(texts.contains("Detail 0"))
      }

      @Test func `a link passes data from the parent to the child`() async throws {
        let store = Store(initialState: DetailFeature.State(count: 42)) { DetailFeature() }
        let (state, texts) = try await click(NavigationLinkState.Basic.PassingData(store: store))
        expectOnePush(state, count: 42)
        #expect(texts.contains("Detail 42"))
      }

      @Test func `a link has a custom label`() async throws {
        let (state, _) = try await click(NavigationLinkState.Basic.CustomLabel()) { button in
          let icons = button.family.filter { $0.isA(gtk_image_get_type()) && $0.isOnTop }
            .compactMap { gtk_image_get_icon_name(OpaquePointer($0)).map { String(cString: $0) } }
          #expect(icons.contains { $0.contains("star") }, "\(icons)")
          #expect(button.visibleTexts == ["Go to Detail"])
        }
        expectOnePush(state, count: 0)
      }

      @Test func `each link has an id generated for it`() async throws {
        let store = Store(initialState: NavigationLinkState.WithStackFeature.State()) {
          NavigationLinkState.WithStackFeature()
        }
        try await withWindow(NavigationLinkState.WithStack.RootView(store: store)) { window in
          var ids: Set<StackElementID> = []
          for title in ["A", "B", "A"] {
            #expect(await eventually { window.content.button("Go to Screen \(title)") != nil })
            try #require(window.content.button("Go to Screen \(title)")).click()
            #expect(await eventually { window.content.visibleTexts == ["Screen \(title)"] })
            ids.formUnion(store.path.ids)
            try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
          }
          #expect(ids.count == 3)
        }
      }

      @Test func `type-Safe: a state of another type is not pushed, and the link says so`()
        async throws
      {
        let store = Store(initialState: NavigationLinkState.Recorder.State()) {
          NavigationLinkState.Recorder()
        }
        // The state of the feature alone, not in its case of the path.
        let link = NavigationLink("Go to Detail", state: DetailFeature.State())
        try await withWindow(Root(store: store, link: link)) { window in
          #expect(await eventually { window.content.button("Go to Detail") != nil })
          let button = try #require(window.content.button("Go to Detail"))
          withKnownIssue { button.click() }
          #expect(store.path.isEmpty && store.pushes.isEmpty && store.others == 0)
        }
      }

      @Test func `the views of the document go from the root to a screen and back`() async throws {
        let store = Store(initialState: NavigationLinkState.WithStackFeature.State()) {
          NavigationLinkState.WithStackFeature()
        }
        try await withWindow(NavigationLinkState.WithStack.RootView(store: store)) { window in
          #expect(await eventually { window.window.title == "Root" })
          try #require(window.content.button("Go to Screen B")).click()
          #expect(await eventually { window.content.visibleTexts == ["Screen B"] })
          try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
          #expect(await eventually { window.window.title == "Root" })
          try #require(window.content.button("Go to Screen A")).click()
          #expect(await eventually { window.content.visibleTexts == ["Screen A"] })
        }
      }

      @Test func `the links of the complete example lead to its screens`() async throws {
        let store = Store(initialState: NavigationLinkState.NavigationDemo.State()) {
          NavigationLinkState.NavigationDemo()
        }
        try await withWindow(NavigationLinkState.NavigationDemoView(store: store)) { window in
          for title in ["A", "B"] {
            #expect(await eventually { window.content.button("Go to Screen \(title)") != nil })
            try #require(window.content.button("Go to Screen \(title)")).click()
            #expect(await eventually { window.content.visibleTexts == ["Screen \(title)"] })
            try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
            #expect(await eventually { window.window.title == "Root" })
          }
        }
      }

      @Test func `several states appended at once lead deep into the stack`() async throws {
        typealias Feature = NavigationLinkState.WithStackFeature
        let store = Store(initialState: Feature.State()) {
          // Whatever happens to screen A, it goes on to two more.
          Reduce<Feature.State, Feature.Action> { state, action in
            if case .path(.element(_, .screenA(.nextButtonTapped))) = action {
              state.path.append(.screenA(ScreenA.State()))
              state.path.append(.screenB(ScreenB.State()))
            }
            return .none
          }
          Feature()
        }
        try await withWindow(NavigationLinkState.WithStack.RootView(store: store)) { window in
          #expect(await eventually { window.content.button("Go to Screen A") != nil })
          try #require(window.content.button("Go to Screen A")).click()
          let id = try #require(store.path.ids.first)
          store.send(.path(.element(id: id, action: .screenA(.nextButtonTapped))))
          #expect(await eventually { window.content.visibleTexts == ["Screen B"] })
          for title in ["A", "A", "Root"] {
            try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
            #expect(await eventually { window.window.title == title && window.stackIsStill })
          }
          #expect(store.path.isEmpty)
        }
      }

      @Test func `the complete example follows a deep link`() async throws {
        let store = Store(
          initialState: NavigationLinkState.NavigationDemo.State(
            path: [
              .screenA(ScreenA.State()), .screenB(ScreenB.State()), .screenC(ScreenC.State()),
            ]
          )
        ) {
          NavigationLinkState.NavigationDemo()
        }
        try await withWindow(NavigationLinkState.NavigationDemoView(store: store)) { window in
          #expect(await eventually { window.window.title == "C" })
          let back = try #require(window.headerBar.widget.button(icon: "go-previous-symbolic"))
          for title in ["B", "A", "Root"] {
            back.click()
            #expect(await eventually { window.window.title == title })
          }
        }
      }
    }
  }
#endif
