import ComposableArchitecture
import Testing

#if GTK
  import ComposableGtk
  import ComposableGtkTestSupport
  import GtkKit
#endif

// The document "What is navigation?". Its snippets stand here as written and in its order. Where a snippet leaves something
// out, the least that compiles stands in its place; where it has a slip, a comment says so.

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
      case editItem(PresentationAction<EditItemFeature.Action>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$editItem, action: \.editItem) { EditItemFeature() }
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
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$detailItem, action: \.detailItem) { DetailItemFeature() }
    }
  }
}
extension WhatIsNavigation.InventoryFeature.State: Equatable {}

extension WhatIsNavigationTests {
  @Test func `a change of mode is state that comes into existence or leaves it`() async {
    let store = TestStore(
      initialState: WhatIsNavigation.InventoryFeature.State(
        detailItem: WhatIsNavigation.DetailItemFeature.State()
      )
    ) {
      WhatIsNavigation.InventoryFeature()
    }
    await store.send(\.detailItem.dismiss) {
      $0.detailItem = nil
    }
  }
}

// MARK: - Tree-based navigation: Deep linking

#if GTK
  extension WhatIsNavigation {
    struct InventoryView: View {
      @Bindable var store: StoreOf<InventoryFeature>

      var body: some View {
        Text("Inventory")
          .sheet(item: $store.scope(state: \.detailItem, action: \.detailItem)) { store in
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
        Text("Detail")
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
        await withWindow(view) { window in
          #expect(
            await eventually { dialogs.flatMap(\.visibleTexts).contains("This item is invalid.") }
          )
          #expect(dialogs.count == 3)
          view.store.send(.detailItem(.dismiss))
          #expect(await eventually { dialogs.isEmpty })
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

// MARK: - Stack-based navigation: Basic example

extension WhatIsNavigationTests {
  @Test func `an entire stack of features is a collection of data`() {
    typealias DetailItemFeature = WhatIsNavigation.DetailItemFeature
    typealias EditItemFeature = WhatIsNavigation.EditItemFeature
    let item = Item(id: 1, name: "Blob")

    enum Path: Equatable {
      case detail(DetailItemFeature.State)
      case edit(EditItemFeature.State)
      // ...
    }

    let path: [Path] = [
      .detail(DetailItemFeature.State(item: item)),
      .edit(EditItemFeature.State(item: item)),
      // ...
    ]
    #expect(Array(StackState(path)) == path)
  }
}

// MARK: - Stack-based navigation: Complex navigation

extension WhatIsNavigationTests {
  @Test func `recursive paths are easily handled`() {
    enum Path: Equatable {
      case movie(Int)
      case actors
      case actor(Int)
      case movies
    }

    let path: [Path] = [
      .movie( /* ... */1),
      .actors /* ... */,
      .actor( /* ... */1),
      .movies /* ... */,
      .movie( /* ... */2),  // Same feature, different data
    ]
    let stack = StackState(path)
    #expect(Array(stack) == path)
    #expect(stack.ids == [0, 1, 2, 3, 4])
  }
}

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
}
