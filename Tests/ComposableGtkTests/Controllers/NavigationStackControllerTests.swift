import ComposableGtk
import GtkKit
import Testing

/// The controller of the seeds, with the features of the other tests.
private class AppController: NavigationStackController {
  private var store: StoreOf<BookFeature>!

  convenience init(store: StoreOf<BookFeature>) {
    @UIBindable var store = store

    self.init(path: $store.scope(state: \.path, action: \.path)) {
      RootViewController(store: store)
    } destination: { store in
      switch store.case {
      case .page(let store):
        PageViewController(store: store)
      case .other(let store):
        OtherViewController(store: store)
      }
    }

    self.store = store
  }
}

private final class RootViewController: ViewController {
  private let store: StoreOf<BookFeature>

  init(store: StoreOf<BookFeature>) {
    self.store = store
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Book"
    let label = gtk_label_new(nil)!
    gtk_box_append(widget.cast(), label)
    let link = gtk_button_new_with_label("Open")!
    gtk_box_append(widget.cast(), link)
    Signal.connect(link, "clicked") { [weak self] in
      self?.push(state: BookFeature.Path.State.page(PageFeature.State(name: "First")))
    }
    observe { [store] in gtk_label_set_text(OpaquePointer(label), "\(store.path.count) pages") }
  }
}

private class PageViewController: ViewController {
  let store: StoreOf<PageFeature>
  let menu = gtk_button_new_with_label("Page menu")!

  init(store: StoreOf<PageFeature>) {
    self.store = store
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    subtitle = "by hand"
    trailingItems = [menu]
    let label = gtk_label_new(nil)!
    gtk_box_append(widget.cast(), label)
    observe { [weak self, store] in
      self?.title = store.name
      gtk_label_set_text(OpaquePointer(label), "\(store.name) \(store.count)")
    }
  }
}

private final class OtherViewController: PageViewController {}

@Reducer
private struct HostFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var page: PageFeature.State?
    @Presents var alert: AlertState<Action.Alert>?
  }
  enum Action {
    case page(PresentationAction<PageFeature.Action>)
    case alert(PresentationAction<Alert>)
    case showPage
    case showAlert
    @CasePathable enum Alert { case confirm }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .showPage:
        state.page = PageFeature.State(name: "Sheet")
        return .none
      case .showAlert:
        state.alert = AlertState { TextState("Careful") }
        return .none
      case .page, .alert:
        return .none
      }
    }
    .ifLet(\.$page, action: \.page) { PageFeature() }
    .ifLet(\.$alert, action: \.alert)
  }
}

private final class HostViewController: ViewController {
  init(store: StoreOf<HostFeature>) {
    @UIBindable var store = store
    page = $store.scope(state: \.page, action: \.page)
    alert = $store.scope(state: \.alert, action: \.alert)
    super.init()
  }

  private let page: UIBinding<StoreOf<PageFeature>?>
  private let alert:
    UIBinding<Store<AlertState<HostFeature.Action.Alert>, HostFeature.Action.Alert>?>

  override func viewDidLoad() {
    super.viewDidLoad()
    present(item: page) { PageViewController(store: $0) }
    alert(alert)
  }
}

/// The titles of the windows on the screen, but for one.
@MainActor
private func windowTitles(but window: TestWindow) -> [String] {
  Toplevels.all
    .filter { $0 != window.window.pointer && gtk_widget_get_mapped($0.cast()) != 0 }
    .map { gtk_window_get_title($0).map { String(cString: $0) } ?? "" }
}

extension ComposableGtkTests {
  @MainActor
  struct NavigationStackControllerTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(
      _ store: StoreOf<BookFeature>,
      _ body: (TestWindow) async throws -> Void
    ) async rethrows {
      let window = TestWindow(ViewControllerView { AppController(store: store) })
      defer { window.close() }
      try await body(window)
    }

    @Test func `pages made by hand follow the path, with their titles and tool-bar items`()
      async throws
    {
      let store = makeBook()
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Book" })
        #expect(window.content.visibleTexts.contains("0 pages"))
        try #require(window.content.button("Open")).click()
        #expect(store.path.count == 1)
        #expect(await eventually { window.window.title == "First" })
        #expect(window.headerBar.headerBar.subtitle == "by hand")
        #expect(window.headerBar.widget.button("Page menu") != nil)
        store.send(.path(.element(id: store.path.ids[0], action: .page(.increment))))
        #expect(await eventually { window.content.visibleTexts.contains("First 1") })

        try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
        #expect(store.pops == 1)
        #expect(await eventually { window.window.title == "Book" })
        #expect(await eventually { window.content.visibleTexts.contains("0 pages") })
        #expect(await eventually { window.headerBar.widget.button("Page menu") == nil })
      }
    }

    @Test func `an element that changes to another case gets another controller`() async throws {
      let store = makeBook("One")
      await with(store) { window in
        #expect(await eventually { window.content.visibleTexts.contains("One 0") })
        var path = store.path
        path[id: path.ids[0]] = .other(PageFeature.State(name: "Other"))
        store.send(.set(path))
        #expect(await eventually { window.content.visibleTexts.contains("Other 0") })
        #expect(window.window.title == "Other")
      }
    }

    @Test func `what was popped is gone, and a closed window leaves nothing behind`() async throws {
      weak var controller: AppController?
      let store = makeBook("One")
      do {
        let window = TestWindow(
          ViewControllerView {
            let new = AppController(store: store)
            controller = new
            return new
          }
        )
        #expect(await eventually { window.window.title == "One" })
        let label = try #require(window.content.family.last { $0.visibleTexts == ["One 0"] })
        let widget = WeakReference(label)
        store.send(.set(StackState()))
        #expect(await eventually { !widget.isAlive })
        #expect(controller != nil)
        window.close()
      }
      #expect(await eventually { controller == nil })
    }

    @Test func `a controller presents a page and an alert as long as their states are there`()
      async throws
    {
      let store = Store(initialState: HostFeature.State()) { HostFeature() }
      let window = TestWindow(ViewControllerView { HostViewController(store: store) })
      defer { window.close() }
      #expect(windowTitles(but: window) == [])
      store.send(.showPage)
      #expect(await eventually { windowTitles(but: window) == ["Sheet"] })
      store.send(.page(.dismiss))
      #expect(await eventually { windowTitles(but: window) == [] })
      store.send(.showAlert)
      #expect(await eventually { windowTitles(but: window).count == 1 })
      store.send(.alert(.dismiss))
      #expect(await eventually { windowTitles(but: window) == [] })
    }

    @Test func `a controller shown in two places is reported, and the second place stays empty`()
      async
    {
      let controller = ViewController()
      let first = TestWindow(ViewControllerView { controller })
      defer { first.close() }
      withExpectedIssue {
        TestWindow(ViewControllerView { controller }).close()
      }
      #expect(gtk_widget_get_root(controller.widget) == gtk_widget_get_root(first.content))
    }

    @Test func `a controller that pushes outside a stack is reported`() {
      withExpectedIssue {
        ViewController().push(state: BookFeature.Path.State.page(PageFeature.State(name: "Stray")))
      }
    }
  }
}
