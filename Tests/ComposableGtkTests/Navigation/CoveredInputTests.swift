import ComposableGtk
import ComposableGtkTestSupport
import Foundation
import GtkKit
import Testing

/// A page from which everything can be opened. All pages look alike, so that what lies under the
/// pointer after a page has come does what the first click did.
@Reducer
private struct Chamber {
  @Reducer
  struct Leaf {
    @ObservableState
    struct State: Equatable {}
    enum Action: Equatable { case pressed }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var page: Leaf.State?
    @Presents var sheet: Leaf.State?
    @Presents var alert: AlertState<Answer>?
    var isOn = false
    var text = ""
  }

  @CasePathable
  enum Answer: Equatable, Sendable { case yes }

  enum Action: BindableAction {
    case alert(PresentationAction<Answer>)
    case askTapped
    case binding(BindingAction<State>)
    case doneTapped
    case page(PresentationAction<Leaf.Action>)
    case pushTapped
    case sheet(PresentationAction<Leaf.Action>)
    case showPageTapped
    case showSheetTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .askTapped:
        state.alert = AlertState {
          TextState("Sure?")
        } actions: {
          ButtonState(action: .yes) { TextState("Yes") }
        }
      case .showPageTapped: state.page = Leaf.State()
      case .showSheetTapped: state.sheet = Leaf.State()
      case .doneTapped: return .run { _ in await dismiss() }
      case .alert, .binding, .page, .pushTapped, .sheet: break
      }
      return .none
    }
    .ifLet(\.$page, action: \.page) { Leaf() }
    .ifLet(\.$sheet, action: \.sheet) { Leaf() }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
private struct Tower {
  @ObservableState
  struct State: Equatable {
    var root = Chamber.State()
    var path = StackState<Chamber.State>()
    /// What has been sent: `push` and `pop`, and the actions of rooms.
    var log: [String] = []
  }

  enum Action {
    case root(Chamber.Action)
    case path(StackActionOf<Chamber>)
    case set(StackState<Chamber.State>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.root, action: \.root) { Chamber() }
    Reduce { state, action in
      switch action {
      case .root(let action), .path(.element(_, let action)):
        state.log.append(Self.name(of: action))
        if case .pushTapped = action { state.path.append(Chamber.State()) }
      case .path(.push): state.log.append("push")
      case .path(.popFrom): state.log.append("pop")
      case .set(let path): state.path = path
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Chamber() }
  }

  private static func name(of action: Chamber.Action) -> String {
    let words = "\(action)".prefix { $0 != "(" }
    switch action {
    case .page(.dismiss), .sheet(.dismiss), .alert(.dismiss): return "\(words).dismiss"
    default: return String(words)
    }
  }
}

private struct TowerView: View {
  @Bindable var store: StoreOf<Tower>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      ChamberView(store: store.scope(state: \.root, action: \.root))
    } destination: {
      ChamberView(store: $0)
    }
  }
}

private struct ChamberView: View {
  @Bindable var store: StoreOf<Chamber>
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      NavigationLink("Link", state: Chamber.State())
      Button("Push") { store.send(.pushTapped) }
      Button("Show page") { store.send(.showPageTapped) }
      Button("Show sheet") { store.send(.showSheetTapped) }
      Button("Ask") { store.send(.askTapped) }
      Button("Done") { store.send(.doneTapped) }
      Button("Close") { dismiss() }
      Toggle("On", isOn: $store.isOn)
      TextField("Text", text: $store.text)
      List([Row(id: 0), Row(id: 1)]) { Text("Row \($0.id)") }
        .onRowActivate { _ in store.send(.pushTapped) }
    }
    .navigationTitle("Chamber")
    .toolbar {
      ToolbarItem(placement: .trailing) {
        Button("Next") { store.send(.pushTapped) }.keyboardShortcut("n")
      }
    }
    .contextMenu { Button("Menu") { store.send(.pushTapped) } }
    .navigationDestination(item: $store.scope(state: \.page, action: \.page)) {
      LeafView(store: $0)
    }
    .sheet(item: $store.scope(state: \.sheet, action: \.sheet)) { LeafView(store: $0) }
    .alert($store.scope(state: \.alert, action: \.alert))
  }

  private struct Row: Identifiable { let id: Int }
}

/// Wherever it is clicked, there is a button.
private struct LeafView: View {
  let store: StoreOf<Chamber.Leaf>

  var body: some View {
    VStack {
      ForEach(Array(0..<10), id: \.self) { number in
        Button("Press \(number)") { store.send(.pressed) }
      }
    }
    .navigationTitle("Leaf")
  }
}

/// What opens something above a page, or closes the page.
private enum Trigger: String, CaseIterable, CustomTestStringConvertible {
  case link = "Link"
  case button = "Push"
  case destination = "Show page"
  case sheet = "Show sheet"
  case alert = "Ask"
  case row = "Row 0"
  case toolbar = "Next"
  case done = "Done"
  case close = "Close"

  var testDescription: String { rawValue }

  /// What is sent when it is used once.
  var log: [String] {
    switch self {
    case .link: ["push"]
    case .button, .row, .toolbar: ["pushTapped"]
    case .destination: ["showPageTapped"]
    case .sheet: ["showSheetTapped"]
    case .alert: ["askTapped"]
    case .done: ["doneTapped", "pop"]
    case .close: ["pop"]
    }
  }
}

extension ComposableGtkTests {
  /// A page that something covers takes no input, from the moment the state says so.
  @MainActor
  struct CoveredInputTests {
    nonisolated private static let intervals = [0, 1, 5, 10, 20, 40, 80, 120, 160, 200, 250, 300]

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(
      rooms: Int = 2,
      _ body: (StoreOf<Tower>, TestWindow) async throws -> Void
    ) async throws {
      // On a busy machine, the time between two clicks may become longer.
      let time = DesktopSettings.doubleClickTime
      DesktopSettings.doubleClickTime = 10_000
      defer { DesktopSettings.doubleClickTime = time }
      let path = StackState((0..<rooms).map { _ in Chamber.State() })
      let store = Store(initialState: Tower.State(path: path)) { Tower() }
      let window = TestWindow(TowerView(store: store))
      defer { window.close() }
      try await rest(window)
      try await body(store, window)
    }

    private func rest(_ window: TestWindow) async throws {
      try #require(
        await eventually { window.stackIsStill && window.pages.last?.isOnTop == true },
        "The page has not come to rest."
      )
    }

    private func widget(_ trigger: Trigger, in window: TestWindow) throws -> WidgetPointer {
      switch trigger {
      case .row:
        let rows = window.content.family.filter { $0.typeName == "GtkListItemWidget" && $0.isOnTop }
        return try #require(rows.first)
      case .toolbar: return try #require(window.headerBar.widget.button("Next"))
      default: return try #require(window.content.button(trigger.rawValue))
      }
    }

    private func toggle(in window: TestWindow) throws -> WidgetPointer {
      try #require(
        window.content.family.first { $0.isA(gtk_check_button_get_type()) && $0.isOnTop }
      )
    }

    private func state(_ store: StoreOf<Tower>, _ window: TestWindow) -> Comment {
      """
      \(store.log), \(store.path.count) rooms, the focus is in \
      \(gtk_root_get_focus(OpaquePointer(window.window.widget))?.typeName ?? "nothing")
      """
    }

    // MARK: Real input

    @Test(arguments: Trigger.allCases, intervals)
    fileprivate func `a double click acts once, however long the second click takes`(
      trigger: Trigger,
      interval: Int
    ) async throws {
      try await with { store, window in
        let input = try await RealInput(window)
        try await input.doubleClick(try widget(trigger, in: window), interval: interval)
        #expect(await eventually { store.log.count >= trigger.log.count }, state(store, window))
        try await input.finish()
        #expect(store.log == trigger.log, state(store, window))
      }
    }

    @Test(arguments: [Trigger.link, .button, .destination, .row], intervals)
    fileprivate func `Return acts once if it is pressed twice`(
      trigger: Trigger,
      interval: Int
    ) async throws {
      try await with { store, window in
        let input = try await RealInput(window)
        #expect(gtk_widget_grab_focus(try widget(trigger, in: window)) != 0)
        try await input.press("Return", twiceIn: interval)
        #expect(await eventually { store.log.count >= trigger.log.count }, state(store, window))
        try await rest(window)
        try await input.finish()
        // GTK clicks a button a moment after the key.
        #expect(
          await eventually {
            !window.content.family.contains {
              gtk_widget_has_css_class($0, "keyboard-activating") != 0
            }
          }
        )
        #expect(store.log == trigger.log, state(store, window))
      }
    }

    /// `DOUBLE_CLICKS` is the number of double clicks.
    @Test func `each of many double clicks opens one page`() async throws {
      let count = ProcessInfo.processInfo.environment["DOUBLE_CLICKS"].flatMap(Int.init) ?? 20
      try await with(rooms: 0) { store, window in
        let input = try await RealInput(window)
        for number in 1...count {
          // Not a row: GTK would count each click on it as one more of the same clicks.
          let trigger = number % 2 == 0 ? Trigger.link : .button
          try await input.doubleClick(try widget(trigger, in: window), interval: number * 7 % 300)
          #expect(await eventually { !store.path.isEmpty })
          #expect(store.path.count == 1, "double click \(number) on \(trigger.rawValue)")
          store.send(.set(StackState()))
          #expect(await eventually { window.pageCount == 1 })
          try await rest(window)
        }
      }
    }

    @Test func `three clicks open one page, which has the focus`() async throws {
      try await with(rooms: 0) { store, window in
        let input = try await RealInput(window)
        try await input.click(try widget(.button, in: window), buttons: 1, 1, 1)
        try await input.finish()
        #expect(store.path.count == 1, state(store, window))
        try await rest(window)
        let field = try #require(window.content.family.last { $0.isA(gtk_text_get_type()) })
        let root = OpaquePointer(window.window.widget)
        #expect(await eventually { gtk_root_get_focus(root) == field }, state(store, window))
        #expect(field.isOnTop)
      }
    }

    @Test func `two clicks on the back button go back twice`() async throws {
      try await with { store, window in
        let input = try await RealInput(window)
        let back = try #require(window.headerBar.widget.button(icon: "go-previous-symbolic"))
        try await input.doubleClick(back, interval: 80)
        #expect(await eventually { store.path.isEmpty }, state(store, window))
        #expect(store.log == ["pop", "pop"])
      }
    }

    @Test func `a click on a page that has just come is for that page`() async throws {
      try await with(rooms: 0) { store, window in
        let input = try await RealInput(window)
        try await input.click(try widget(.button, in: window))
        #expect(await eventually { store.path.count == 1 && window.stackIsStill })
        try await input.click(try widget(.button, in: window))
        #expect(await eventually { store.path.count == 2 }, state(store, window))
      }
    }

    // MARK: In one turn of the main loop

    @Test(arguments: Trigger.allCases)
    fileprivate func `two clicks before the views are updated act once`(trigger: Trigger)
      async throws
    {
      guard trigger != .row, trigger != .done else { return }
      try await with { store, window in
        let button = try widget(trigger, in: window)
        button.click()
        button.click()
        updateViewsNow()
        button.click()
        #expect(await eventually { store.log.count >= trigger.log.count })
        #expect(store.log == trigger.log, state(store, window))
      }
    }

    @Test(arguments: [Trigger.button, .destination, .sheet, .alert])
    fileprivate func `nothing else of a page acts after something has covered it`(trigger: Trigger)
      async throws
    {
      try await with { store, window in
        let others = try Trigger.allCases.filter { $0 != .row }.map { try widget($0, in: window) }
        let row = try widget(.row, in: window)
        let list = try #require(gtk_widget_get_ancestor(row, gtk_list_view_get_type()))
        let toggle = try toggle(in: window)
        try widget(trigger, in: window).click()
        for isUpdated in [false, true] {
          if isUpdated { updateViewsNow() }
          for other in others { other.click() }
          emit(list, "activate", guint(0))
          gtk_widget_activate(toggle)
          _ = window.headerBar.widget.press(shortcut: GDK_KEY_n, GDK_CONTROL_MASK)
        }
        MainLoop.pump()
        #expect(store.log == trigger.log, state(store, window))
        #expect(store.path.last?.isOn == false && store.path[0].isOn == false)
      }
    }

    @Test func `a toggle that is turned too late shows what the state says`() async throws {
      try await with(rooms: 1) { store, window in
        let toggle = try toggle(in: window)
        try widget(.button, in: window).click()
        gtk_check_button_set_active(toggle.cast(), 1)
        #expect(await eventually { gtk_check_button_get_active(toggle.cast()) == 0 })
        #expect(store.path[0].isOn == false)
      }
    }

    @Test func `a covered page takes input again when it is on top`() async throws {
      try await with(rooms: 0) { store, window in
        let button = try widget(.button, in: window)
        button.click()
        #expect(await eventually { window.pageCount == 2 && window.stackIsStill })
        button.click()
        #expect(store.path.count == 1)
        store.send(.set(StackState()))
        #expect(await eventually { window.pageCount == 1 && window.stackIsStill })
        button.click()
        #expect(store.path.count == 1 && store.log == ["pushTapped", "pushTapped"])
      }
    }

    @Test func `what comes from code goes on while a page is covered`() async throws {
      try await with(rooms: 1) { store, window in
        let first = store.path.ids[0]
        try widget(.button, in: window).click()
        store.send(.path(.element(id: first, action: .pushTapped)))
        #expect(await eventually { window.pageCount == 4 })
        #expect(store.path.count == 3)
      }
    }

    @Test func `Escape does not close a page that has just been covered`() async throws {
      try await with(rooms: 1) { store, window in
        try widget(.button, in: window).click()
        _ = window.window.widget.press(key: GDK_KEY_Escape)
        updateViewsNow()
        #expect(store.path.count == 2 && store.log == ["pushTapped"])
        _ = window.window.widget.press(key: GDK_KEY_Escape)
        #expect(store.path.count == 1 && store.log == ["pushTapped", "pop"])
      }
    }

    @Test func `a page below a destination takes no input, and its link pushes nothing`()
      async throws
    {
      try await with(rooms: 1) { store, window in
        let link = try widget(.link, in: window)
        try widget(.destination, in: window).click()
        link.click()
        #expect(await eventually { window.pageCount == 3 })
        link.click()
        #expect(store.path.count == 1 && store.log == ["showPageTapped"])
      }
    }

    @Test func `the views of a sheet act while the page below does not`() async throws {
      try await with(rooms: 1) { store, window in
        let push = try widget(.button, in: window)
        try widget(.sheet, in: window).click()
        #expect(await eventually { dialogs.first?.button("Press 0") != nil })
        push.click()
        try #require(dialogs.first?.button("Press 0")).click()
        #expect(store.log == ["showSheetTapped", "sheet"])
      }
    }

    @Test func `a destination outside of any stack leaves its views usable`() async throws {
      var clicks = 0
      let window = TestWindow(
        Button("Press") { clicks += 1 }
          .navigationDestination(isPresented: .constant(true)) { Text("Nowhere") }
      )
      defer { window.close() }
      withKnownIssue {
        updateViewsNow()
      }
      try #require(window.content.button("Press")).click()
      #expect(clicks == 1)
    }

    // MARK: Hand-built pages

    @Test(arguments: intervals)
    func `a double click on a button of a view controller pushes one page`(interval: Int)
      async throws
    {
      let time = DesktopSettings.doubleClickTime
      DesktopSettings.doubleClickTime = 10_000
      defer { DesktopSettings.doubleClickTime = time }
      let store = Store(initialState: Tower.State()) { Tower() }
      let window = TestWindow(ViewControllerView { TowerController(store: store) })
      defer { window.close() }
      try await rest(window)
      let input = try await RealInput(window)
      try await input.doubleClick(try #require(window.content.button("Raw")), interval: interval)
      #expect(await eventually { store.path.count >= 1 }, state(store, window))
      try await input.finish()
      #expect(store.log == ["push"], state(store, window))
    }

    @Test func `a view controller that is covered pushes nothing`() async throws {
      let store = Store(initialState: Tower.State()) { Tower() }
      let window = TestWindow(ViewControllerView { TowerController(store: store) })
      defer { window.close() }
      try await rest(window)
      let button = try #require(window.content.button("Raw"))
      button.click()
      button.click()
      #expect(await eventually { window.pageCount == 2 })
      button.click()
      #expect(store.log == ["push"])
    }
  }
}

private final class TowerController: NavigationStackController {
  convenience init(store: StoreOf<Tower>) {
    @UIBindable var store = store
    self.init(path: $store.scope(state: \.path, action: \.path)) {
      RawController()
    } destination: { _ in
      RawController()
    }
  }
}

private final class RawController: ViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Raw"
    let button = gtk_button_new_with_label("Raw")!
    gtk_box_append(widget.cast(), button)
    Signal.connect(button, "clicked") { [weak self] in self?.push(state: Chamber.State()) }
  }
}
