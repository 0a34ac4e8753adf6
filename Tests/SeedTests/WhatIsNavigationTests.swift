import ComposableArchitecture
import Testing

#if GTK
  import ComposableGtk
  import ComposableGtkTestSupport
  import GtkKit
#endif

// The document "What is navigation?". Its snippets stand here as written and in its order. Where a
// snippet leaves something out, the least that compiles stands in its place; where it has a slip, a
// comment says so. What it says of modules and of compiling features together is not checked.

/// Namespaces for the snippets, whose features share their names.
enum WhatIsNavigation {}

@MainActor
struct WhatIsNavigationTests {}

// MARK: - Tree-based navigation: Basic example

extension WhatIsNavigation {
  @Reducer
  struct EditItemFeature {
    @ObservableState
    struct State: Equatable {
      var item = Item()
      @Presents var alert: AlertState<Action.Alert>?
    }
    enum Action {
      case alert(PresentationAction<Alert>)
      enum Alert: Equatable {}
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$alert, action: \.alert)
    }
  }

  @Reducer
  struct DetailItemFeature {
    @ObservableState
    struct State: Equatable {
      var item = Item()
      @Presents var editItem: EditItemFeature.State?
    }
    enum Action {
      case editButtonTapped
      case editItem(PresentationAction<EditItemFeature.Action>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .editButtonTapped = action {
          state.editItem = EditItemFeature.State(item: state.item)
        }
        return .none
      }
      .ifLet(\.$editItem, action: \.editItem) { EditItemFeature() }
    }
  }

  @Reducer
  struct InventoryFeature {
    @ObservableState
    struct State {
      @Presents var detailItem: DetailItemFeature.State?
      // ...
    }
    // ...
    enum Action {
      case detailItem(PresentationAction<DetailItemFeature.Action>)
      case itemTapped(Item)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .itemTapped(let item) = action {
          state.detailItem = DetailItemFeature.State(item: item)
        }
        return .none
      }
      .ifLet(\.$detailItem, action: \.detailItem) { DetailItemFeature() }
    }
  }
}
extension WhatIsNavigation.InventoryFeature.State: Equatable {}

extension WhatIsNavigationTests {
  @Test func `a change of mode is state that comes into existence or leaves it`() async {
    let store = TestStore(initialState: WhatIsNavigation.InventoryFeature.State()) {
      WhatIsNavigation.InventoryFeature()
    }
    await store.send(.itemTapped(Item(id: 1, name: "Lamp"))) {
      $0.detailItem = WhatIsNavigation.DetailItemFeature.State(item: Item(id: 1, name: "Lamp"))
    }
    await store.send(\.detailItem.dismiss) {
      $0.detailItem = nil
    }
  }
}

#if GTK
  extension SeedViewTests.WhatIsNavigationViews {
    @Test func `a change of mode is navigation, and its undoing leads back`() async {
      let store = Store(initialState: WhatIsNavigation.InventoryFeature.State()) {
        WhatIsNavigation.InventoryFeature()
      }
      let view = WhatIsNavigation.InventoryView(store: store)
      await withWindow(NavigationStack { view }) { window in
        #expect(await eventually { window.content.visibleTexts == ["Inventory"] })
        store.send(.itemTapped(Item(id: 1, name: "Lamp")))
        #expect(await eventually { window.content.visibleTexts == ["Detail of Lamp"] })
        store.send(.detailItem(.dismiss))
        #expect(await eventually { window.content.visibleTexts == ["Inventory"] })
      }
    }
  }
#endif

// MARK: - Tree-based navigation: Deep linking

#if GTK
  extension WhatIsNavigation {
    struct InventoryView: View {
      @Bindable var store: StoreOf<InventoryFeature>

      var body: some View {
        Text("Inventory")
          .navigationDestination(
            item: $store.scope(state: \.detailItem, action: \.detailItem)
          ) { store in
            DetailItemView(store: store)
          }
      }

      static var deepLink: InventoryView {
        InventoryView(
          store: Store(
            initialState: InventoryFeature.State(
              detailItem: DetailItemFeature.State(  // Drill-down
                editItem: EditItemFeature.State(  // Open sheet
                  alert: AlertState {  // Show alert
                    TextState("This item is invalid.")
                  }
                )
              )
            )
          ) {
            InventoryFeature()
          }
        )
      }
    }

    struct DetailItemView: View {
      @Bindable var store: StoreOf<DetailItemFeature>

      var body: some View {
        Text("Detail of \(store.item.name)")
          .sheet(item: $store.scope(state: \.editItem, action: \.editItem)) { store in
            EditItemView(store: store)
          }
      }
    }

    struct EditItemView: View {
      @Bindable var store: StoreOf<EditItemFeature>

      var body: some View {
        Text("Edit").alert($store.scope(state: \.alert, action: \.alert))
      }
    }
  }

  extension SeedViewTests {
    @MainActor
    struct WhatIsNavigationViews {
      init() {
        #expect(Display.isAvailable, "No display: run under a virtual one")
      }

      @Test func `deeply nested state opens the detail, the sheet and the alert`() async {
        let view = WhatIsNavigation.InventoryView.deepLink
        await withWindow(NavigationStack { view }) { window in
          #expect(
            await eventually { dialogs.flatMap(\.visibleTexts).contains("This item is invalid.") }
          )
          #expect(window.content.visibleTexts == ["Detail of "])
          #expect(dialogs.count == 2)
          #expect(dialogs.flatMap(\.visibleTexts).contains("Edit"))
          view.store.send(.detailItem(.dismiss))
          #expect(await eventually { dialogs.isEmpty })
          #expect(await eventually { window.content.visibleTexts == ["Inventory"] })
        }
      }

      @Test func `a feature includes its destinations, and is functional without its parent`()
        async throws
      {
        let store = Store(initialState: WhatIsNavigation.DetailItemFeature.State()) {
          WhatIsNavigation.DetailItemFeature()
        }
        try await withWindow(WhatIsNavigation.DetailItemView(store: store)) { window in
          #expect(await eventually { window.content.visibleTexts == ["Detail of "] })
          store.send(.editButtonTapped)
          #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Edit") })
          gtk_window_close(try #require(dialogs.first).cast())
          #expect(await eventually { store.editItem == nil && dialogs.isEmpty })
        }
      }
    }
  }
#endif

extension WhatIsNavigationTests {
  @Test func `deep-linking is constructing deeply nested state`() async {
    let store = TestStore(
      initialState: WhatIsNavigation.InventoryFeature.State(
        detailItem: .init(editItem: .init(alert: AlertState { TextState("This item is invalid.") }))
      )
    ) {
      WhatIsNavigation.InventoryFeature()
    }
    await store.send(\.detailItem.editItem.alert.dismiss) {
      $0.detailItem?.editItem?.alert = nil
    }
    await store.send(\.detailItem.editItem.dismiss) {
      $0.detailItem?.editItem = nil
    }
    await store.send(\.detailItem.dismiss) {
      $0.detailItem = nil
    }
  }
}

extension WhatIsNavigation {
  /// Features whose states are saved, and restored when the program is started again.
  enum Restored {
    @Reducer
    struct EditFeature {
      @ObservableState
      struct State: Codable, Equatable {
        var name = ""
      }
    }

    @Reducer
    struct DetailFeature {
      @ObservableState
      struct State: Codable, Equatable {
        var id = 0
        @Presents var edit: EditFeature.State?
      }
      enum Action {
        case edit(PresentationAction<EditFeature.Action>)
      }
    }

    @Reducer
    enum Destination {
      case detail(DetailFeature)
      case edit(EditFeature)
    }

    /// Tree-based navigation, in which all valid paths are finite.
    @ObservableState
    struct TreeState: Codable, Equatable {
      @Presents var destination: Destination.State?
    }

    /// Several optionals, of which all can be there.
    @ObservableState
    struct OptionalsState: Codable, Equatable {
      @Presents var detail: DetailFeature.State?
      @Presents var edit: EditFeature.State?
    }
  }
}
extension WhatIsNavigation.Restored.Destination.State: Codable, Equatable {}

extension WhatIsNavigationTests {
  @Test func `two destinations at once cannot be restored`() throws {
    typealias Restored = WhatIsNavigation.Restored
    let detail = #""detail": {"_0": {"id": 1, "edit": null}}"#
    let edit = #""edit": {"_0": {"name": "Lamp"}}"#
    #expect(
      try restore(Restored.TreeState.self, from: #"{"destination": {\#(detail)}}"#)
        == Restored.TreeState(destination: .detail(.init(id: 1)))
    )
    #expect(
      try restore(Restored.TreeState.self, from: #"{"destination": {\#(edit)}}"#)
        == Restored.TreeState(destination: .edit(.init(name: "Lamp")))
    )
    let error = #expect(throws: DecodingError.self) {
      try restore(Restored.TreeState.self, from: #"{"destination": {\#(detail), \#(edit)}}"#)
    }
    #expect("\(try #require(error))".contains("expected one"))

    // Where each destination is an optional, the invalid state comes out.
    let optionals = try restore(
      Restored.OptionalsState.self,
      from: #"{"detail": {"id": 1, "edit": null}, "edit": {"name": "Lamp"}}"#
    )
    #expect(optionals.detail == .init(id: 1) && optionals.edit == .init(name: "Lamp"))
  }

  @Test func `a destination whose parent is not there is not restored`() throws {
    typealias Restored = WhatIsNavigation.Restored
    let valid = #"{"destination": {"detail": {"_0": {"id": 1, "edit": {"name": "Lamp"}}}}}"#
    #expect(
      try restore(Restored.TreeState.self, from: valid)
        == Restored.TreeState(destination: .detail(.init(id: 1, edit: .init(name: "Lamp"))))
    )
    let withoutParent = #"{"destination": null, "edit": {"name": "Lamp"}}"#
    #expect(try restore(Restored.TreeState.self, from: withoutParent) == Restored.TreeState())
  }

  private func restore<State: Decodable>(_: State.Type, from saved: String) throws -> State {
    try JSONDecoder().decode(State.self, from: Data(saved.utf8))
  }
}

// MARK: - Stack-based navigation: Basic example

extension WhatIsNavigation {
  enum Basic {
    enum Path {
      case detail(DetailItemFeature.State)
      case edit(EditItemFeature.State)
      // ...
    }
  }
}
extension WhatIsNavigation.Basic.Path: Equatable {}

extension WhatIsNavigationTests {
  @Test func `an entire stack of features is a collection of data`() {
    typealias Path = WhatIsNavigation.Basic.Path
    typealias DetailItemFeature = WhatIsNavigation.DetailItemFeature
    typealias EditItemFeature = WhatIsNavigation.EditItemFeature
    let item = Item(id: 1, name: "Lamp")

    let path: [Path] = [
      .detail(DetailItemFeature.State(item: item)),
      .edit(EditItemFeature.State(item: item)),
      // ...
    ]
    #expect(Array(StackState(path)) == path)
  }
}

// MARK: - Stack-based navigation: Complex navigation

extension WhatIsNavigation {
  enum Complex {
    @Reducer
    struct PageFeature {
      @ObservableState
      struct State: Equatable {
        var title = ""
        var isSeen = false
      }
      enum Action { case appeared }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .appeared:
            state.isSeen = true
            return .none
          }
        }
      }
    }

    @Reducer
    struct AppFeature {
      @Reducer
      enum Destinations {
        case movie(PageFeature)
        case actors(PageFeature)
        case actor(PageFeature)
        case movies(PageFeature)
      }
      @ObservableState
      struct State: Equatable {
        var path = StackState<Destinations.State>()
      }
      enum Action {
        case path(StackActionOf<Destinations>)
      }
      var body: some ReducerOf<Self> {
        EmptyReducer().forEach(\.path, action: \.path)
      }
    }

    static var path: [AppFeature.Destinations.State] {
      // The snippet's `Path` is the state of what can be pushed, as in the one before.
      typealias Path = AppFeature.Destinations.State
      let path: [Path] = [
        .movie( /* ... */PageFeature.State(title: "The Ferry")),
        .actors( /* ... */PageFeature.State(title: "Cast of The Ferry")),
        .actor( /* ... */PageFeature.State(title: "Ida Quist")),
        .movies( /* ... */PageFeature.State(title: "Movies with Ida Quist")),
        .movie( /* ... */PageFeature.State(title: "The Ferry II")),  // Same feature, different data
      ]
      return path
    }
  }
}
extension WhatIsNavigation.Complex.AppFeature.Destinations.State: Equatable {}

extension WhatIsNavigationTests {
  @Test func `recursive paths are easily handled`() async {
    typealias Feature = WhatIsNavigation.Complex.AppFeature
    let store = TestStore(
      initialState: Feature.State(path: StackState(WhatIsNavigation.Complex.path))
    ) {
      Feature()
    }
    #expect(store.state.path.ids == [0, 1, 2, 3, 4])
    await store.send(\.path[id: 4].movie.appeared) {
      $0.path[id: 4, case: \.movie]?.isSeen = true
    }
    #expect(store.state.path[id: 0, case: \.movie]?.isSeen == false)
  }

  @Test func `features in isolation are mostly inert`() async {
    typealias Inert = WhatIsNavigation.Inert
    let alone = TestStore(initialState: ListFeature.State()) { ListFeature() }
    await alone.send(.detailButtonTapped)

    // What its button leads to is the parent's business.
    let store = TestStore(
      initialState: Inert.AppFeature.State(path: [.list(ListFeature.State())])
    ) {
      Inert.AppFeature()
    }
    await store.send(\.path[id: 0].list.detailButtonTapped) {
      $0.path[id: 1] = .detail(DetailFeature.State())
    }
  }
}

extension WhatIsNavigation {
  /// A list and what comes after it, which do not know each other.
  enum Inert {
    @Reducer
    struct AppFeature {
      @Reducer
      enum Path {
        case detail(DetailFeature)
        case list(ListFeature)
      }
      @ObservableState
      struct State: Equatable {
        var path = StackState<Path.State>()
      }
      enum Action {
        case path(StackActionOf<Path>)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .path(.element(id: _, action: .list(.detailButtonTapped))) = action {
            state.path.append(.detail(DetailFeature.State()))
          }
          return .none
        }
        .forEach(\.path, action: \.path)
      }
    }
  }
}
extension WhatIsNavigation.Inert.AppFeature.Path.State: Equatable {}

#if GTK
  extension WhatIsNavigation.Complex {
    struct RootView: View {
      @Bindable var store: StoreOf<AppFeature>

      var body: some View {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          Text("Root")
        } destination: { store in
          switch store.case {
          case .movie(let store), .actors(let store), .actor(let store), .movies(let store):
            Text(store.title)
          }
        }
      }
    }
  }

  extension SeedViewTests.WhatIsNavigationViews {
    @Test func `a recursive path is on the screen, and leads back through all of it`() async throws
    {
      let store = Store(
        initialState: WhatIsNavigation.Complex.AppFeature.State(
          path: StackState(WhatIsNavigation.Complex.path)
        )
      ) {
        WhatIsNavigation.Complex.AppFeature()
      }
      try await withWindow(WhatIsNavigation.Complex.RootView(store: store)) { window in
        for title in [
          "The Ferry II", "Movies with Ida Quist", "Ida Quist", "Cast of The Ferry", "The Ferry",
        ] {
          #expect(await eventually { window.content.visibleTexts == [title] })
          try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
        }
        #expect(await eventually { window.content.visibleTexts == ["Root"] })
      }
    }

    @Test func `an order of pages that makes no sense can be expressed`() async throws {
      // Cast and actors without any movie below.
      let store = Store(
        initialState: WhatIsNavigation.Complex.AppFeature.State(
          path: StackState([
            .actor(WhatIsNavigation.Complex.PageFeature.State(title: "Nobody")),
            .actors(WhatIsNavigation.Complex.PageFeature.State(title: "Cast of nothing")),
          ])
        )
      ) {
        WhatIsNavigation.Complex.AppFeature()
      }
      try await withWindow(WhatIsNavigation.Complex.RootView(store: store)) { window in
        #expect(await eventually { window.content.visibleTexts == ["Cast of nothing"] })
        try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
        #expect(await eventually { window.content.visibleTexts == ["Nobody"] })
      }
    }

    @Test func `a link in isolation leads nowhere, and says so`() async throws {
      let link = NavigationLink(
        "Go",
        state: WhatIsNavigation.Complex.AppFeature.Destinations.State.movie(
          WhatIsNavigation.Complex.PageFeature.State()
        )
      )
      try await withWindow(link) { window in
        #expect(await eventually { window.content.button("Go") != nil })
        let button = try #require(window.content.button("Go"))
        withKnownIssue { button.click() }
        #expect(window.content.visibleTexts == ["Go"])
      }
    }
  }
#endif

// MARK: - Example: Hybrid approach

extension WhatIsNavigation {
  enum Hybrid {
    @Reducer
    struct ProfileFeature {
      @ObservableState
      struct State: Equatable {}
    }

    @Reducer
    struct SettingsFeature {
      @ObservableState
      struct State: Equatable {
        var isLoud = false
      }
      enum Action { case toggle }
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.isLoud.toggle()
          return .none
        }
      }
    }

    @Reducer
    struct AppFeature {
      @ObservableState
      struct State {
        // Stack-based navigation for main flow
        var path = StackState<Path.State>()
      }

      @Reducer
      enum Path {
        case home(HomeFeature)
        case profile(ProfileFeature)
      }

      enum Action {
        case path(StackActionOf<Path>)
      }
      var body: some ReducerOf<Self> {
        EmptyReducer().forEach(\.path, action: \.path)
      }
    }

    @Reducer
    struct HomeFeature {
      @ObservableState
      struct State {
        // Tree-based navigation for modals
        @Presents var settings: SettingsFeature.State?
        @Presents var alert: AlertState<Action.Alert>?
      }

      enum Action {
        case settings(PresentationAction<SettingsFeature.Action>)
        case alert(PresentationAction<Alert>)
        @CasePathable
        enum Alert { case signOut }
      }
      var body: some ReducerOf<Self> {
        EmptyReducer()
          .ifLet(\.$settings, action: \.settings) { SettingsFeature() }
          .ifLet(\.$alert, action: \.alert)
      }
    }
  }
}
extension WhatIsNavigation.Hybrid.HomeFeature.State: Equatable {}
extension WhatIsNavigation.Hybrid.AppFeature.Path.State: Equatable {}
extension WhatIsNavigation.Hybrid.AppFeature.State: Equatable {}

extension WhatIsNavigationTests {
  @Test func `the hybrid approach combines both styles`() async {
    typealias Hybrid = WhatIsNavigation.Hybrid
    let store = TestStore(
      initialState: Hybrid.AppFeature.State(
        path: [
          .profile(Hybrid.ProfileFeature.State()),
          .home(
            Hybrid.HomeFeature.State(
              settings: Hybrid.SettingsFeature.State(),
              alert: AlertState { TextState("Sign out?") }
            )
          ),
        ]
      )
    ) {
      Hybrid.AppFeature()
    }
    await store.send(\.path[id: 1].home.settings.toggle) {
      $0.path[id: 1, case: \.home]?.settings?.isLoud = true
    }
    await store.send(\.path[id: 1].home.alert.signOut) {
      $0.path[id: 1, case: \.home]?.alert = nil
    }
    await store.send(\.path.popFrom, 1) {
      $0.path[id: 1] = nil
    }
  }

  @Test func `the store of an alert sends the actions of its buttons to the feature`() throws {
    typealias HomeFeature = WhatIsNavigation.Hybrid.HomeFeature
    let signedOut = LockIsolated(0)
    let store = Store(initialState: HomeFeature.State(alert: .signOut)) {
      Reduce<HomeFeature.State, HomeFeature.Action> { _, action in
        if case .alert(.presented(.signOut)) = action { signedOut.withValue { $0 += 1 } }
        return .none
      }
      HomeFeature()
    }
    let alert = try #require(store.scope(\.alert, action: \.alert))
    #expect(alert.withState(\.title) == TextState("Sign out?"))
    try #require(alert.withState(\.buttons).first).withAction { action in
      #expect(action == .signOut)
      if let action { alert.send(action) }
    }
    #expect(signedOut.value == 1)
    #expect(store.alert == nil)
  }
}

extension AlertState<WhatIsNavigation.Hybrid.HomeFeature.Action.Alert> {
  fileprivate static var signOut: Self {
    AlertState {
      TextState("Sign out?")
    } actions: {
      ButtonState(action: .signOut) { TextState("Sign out") }
    }
  }
}

#if GTK
  extension WhatIsNavigation.Hybrid {
    struct AppView: View {
      @Bindable var store: StoreOf<AppFeature>

      var body: some View {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          Text("Root")
        } destination: { store in
          switch store.case {
          case .home(let store): HomeView(store: store)
          case .profile: Text("Profile")
          }
        }
      }
    }

    struct HomeView: View {
      @Bindable var store: StoreOf<HomeFeature>

      var body: some View {
        Text("Home")
          .sheet(item: $store.scope(state: \.settings, action: \.settings)) { store in
            Text(store.isLoud ? "Loud" : "Quiet")
          }
          .alert($store.scope(state: \.alert, action: \.alert))
      }
    }
  }

  extension SeedViewTests.WhatIsNavigationViews {
    @Test func `the stack is the main flow, and its pages present their modals`() async throws {
      typealias Hybrid = WhatIsNavigation.Hybrid
      let signedOut = LockIsolated(0)
      let store = Store(
        initialState: Hybrid.AppFeature.State(
          path: [
            .profile(Hybrid.ProfileFeature.State()),
            .home(Hybrid.HomeFeature.State(settings: Hybrid.SettingsFeature.State())),
          ]
        )
      ) {
        Reduce<Hybrid.AppFeature.State, Hybrid.AppFeature.Action> { _, action in
          if case .path(.element(id: 2, action: .home(.alert(.presented(.signOut))))) = action {
            signedOut.withValue { $0 += 1 }
          }
          return .none
        }
        Hybrid.AppFeature()
      }
      try await withWindow(Hybrid.AppView(store: store)) { window in
        #expect(await eventually { window.content.visibleTexts == ["Home"] })
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Quiet") })
        store.send(.path(.element(id: 1, action: .home(.settings(.presented(.toggle))))))
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Loud") })
        gtk_window_close(try #require(dialogs.first).cast())
        #expect(await eventually { dialogs.isEmpty })
        #expect(store.path[id: 1]?.home?.settings == nil)

        store.send(.path(.popFrom(id: 1)))
        store.send(.path(.push(id: 2, state: .home(Hybrid.HomeFeature.State(alert: .signOut)))))
        #expect(await eventually { dialogs.first?.button("Sign out") != nil })
        try #require(dialogs.first?.button("Sign out")).click()
        #expect(await eventually { dialogs.isEmpty })
        #expect(signedOut.value == 1)
        #expect(store.path[id: 2]?.home?.alert == nil)
        #expect(await eventually { window.content.visibleTexts == ["Home"] })
      }
    }
  }
#endif
