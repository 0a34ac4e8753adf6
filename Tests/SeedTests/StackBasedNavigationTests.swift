import ComposableArchitecture
import Testing

import struct Bindings.UINavigationPath

#if GTK
  import ComposableGtk
  import ComposableGtkTestSupport
  import GtkKit
#endif

// The document "Stack-based navigation". Its snippets stand here as written and in its order. Where
// a snippet leaves something out ("// ...", "Core logic"), the least that compiles stands in its
// place; where it has a slip, a comment says so.

/// Namespaces for the snippets, whose features share their names.
enum StackBasedNavigation {}

@MainActor
struct StackBasedNavigationTests {}

// MARK: - Step 1: Define Path Reducer

extension StackBasedNavigation {
  enum Step1 {
    @Reducer
    struct RootFeature {
      // ...

      @Reducer
      enum Path {
        case addItem(AddFeature)
        case detailItem(DetailFeature)
        case editItem(EditFeature)
      }
    }
  }
}

extension StackBasedNavigationTests {
  @Test func `the path reducer holds all features that can be pushed`() {
    let states: [StackBasedNavigation.Step1.RootFeature.Path.State] = [
      .addItem(AddFeature.State()),
      .detailItem(DetailFeature.State()),
      .editItem(EditFeature.State()),
    ]
    #expect(states[0].is(\.addItem) && states[1].is(\.detailItem) && states[2].is(\.editItem))
  }

  @Test func `the path reducer serves as the destination reducer of tree-based navigation`() async {
    typealias Feature = StackBasedNavigation.Step1.TreeFeature
    let store = TestStore(
      initialState: Feature.State(destination: .detailItem(DetailFeature.State()))
    ) {
      Feature()
    }
    await store.send(\.destination.detailItem.incrementButtonTapped) {
      $0.destination?.detailItem?.count = 1
    }
    await store.send(\.destination.dismiss) {
      $0.destination = nil
    }
  }
}

extension StackBasedNavigation.Step1 {
  /// Presents the features of the path from optional state instead of a stack.
  @Reducer
  struct TreeFeature {
    @ObservableState
    struct State: Equatable {
      @Presents var destination: RootFeature.Path.State?
    }
    enum Action {
      case destination(PresentationAction<RootFeature.Path.Action>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$destination, action: \.destination)
    }
  }
}
extension StackBasedNavigation.Step1.RootFeature.Path.State: Equatable {}

// MARK: - Step 2: Add StackState and StackAction

extension StackBasedNavigation {
  enum Step2 {
    typealias Path = Step1.RootFeature.Path

    @Reducer
    struct RootFeature {
      @ObservableState
      struct State {
        var path = StackState<Path.State>()
        // ...
      }
      enum Action {
        case path(StackActionOf<Path>)
        // ...
      }
    }
  }
}

extension StackBasedNavigationTests {
  @Test func `the root feature holds the state and the actions of the stack`() {
    typealias Feature = StackBasedNavigation.Step2.RootFeature
    typealias Path = StackBasedNavigation.Step2.Path
    let path = StackState<Path.State>([.detailItem(DetailFeature.State())])
    let actions = LockIsolated<[Feature.Action]>([])
    let store = Store(initialState: Feature.State(path: path)) {
      Reduce<Feature.State, Feature.Action> { _, action in
        actions.withValue { $0.append(action) }
        return .none
      }
      Feature()
    }
    #expect(store.path == path)
    store.send(.path(.element(id: 0, action: .detailItem(.incrementButtonTapped))))
    guard case .path(.element(id: 0, action: .detailItem)) = actions.value.first else {
      Issue.record("The root feature did not get the action of its element.")
      return
    }
    // What runs the features of the path is the next step.
    #expect(store.path == path)
  }

  @Test func `StackActionOf is the stack action of a reducer's state and action`() {
    typealias Path = StackBasedNavigation.Step1.RootFeature.Path
    #expect(StackActionOf<Path>.self == StackAction<Path.State, Path.Action>.self)
  }
}

// MARK: - Step 3: Integrate with .forEach

extension StackBasedNavigation {
  enum Step3 {
    @Reducer
    struct RootFeature {
      // ...
      typealias Path = Step1.RootFeature.Path
      @ObservableState
      struct State {
        var path = StackState<Path.State>()
      }
      enum Action {
        case path(StackActionOf<Path>)
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          // Core logic for root feature
          .none
        }
        .forEach(\.path, action: \.path)
      }
    }
  }
}

extension StackBasedNavigationTests {
  @Test func `forEach integrates the features of the path with their parent`() {
    let store = Store(
      initialState: StackBasedNavigation.Step3.RootFeature.State(
        path: StackState([.addItem(AddFeature.State()), .detailItem(DetailFeature.State())])
      )
    ) {
      StackBasedNavigation.Step3.RootFeature()
    }
    store.send(.path(.element(id: 1, action: .detailItem(.incrementButtonTapped))))
    #expect(store.path[id: 1]?.detailItem?.count == 1)
    store.send(.path(.popFrom(id: 1)))
    #expect(store.path.ids == [0])
  }
}

// MARK: - Step 4: Build NavigationStack View

#if GTK
  extension StackBasedNavigation {
    enum Step4 {
      typealias RootFeature = Step3.RootFeature

      struct RootView: View {
        @Bindable var store: StoreOf<RootFeature>

        var body: some View {
          NavigationStack(
            path: $store.scope(state: \.path, action: \.path)
          ) {
            // Root view of the navigation stack
          } destination: { store in
            // A view for each case of the Path.State enum
          }
        }
      }
    }
  }
#endif

// MARK: - Step 5: Handle Each Path Case

#if GTK
  extension StackBasedNavigation {
    enum Step5 {
      typealias RootFeature = Step3.RootFeature

      struct RootView: View {
        @Bindable var store: StoreOf<RootFeature>

        var body: some View {
          NavigationStack(
            path: $store.scope(state: \.path, action: \.path)
          ) {
            Form {
              // Root view content
            }
          } destination: { store in
            switch store.case {
            case .addItem(let store):
              AddView(store: store)
            case .detailItem(let store):
              DetailView(store: store)
            case .editItem(let store):
              EditView(store: store)
            }
          }
        }
      }
    }
  }

  extension SeedViewTests {
    @MainActor
    struct StackBasedNavigationViews {
      init() {
        #expect(Display.isAvailable, "No display: run under a virtual one")
      }

      @Test func `the stack takes a store binding, which pages that are pushed and popped follow`()
        async throws
      {
        let store = Store(initialState: StackBasedNavigation.Step3.RootFeature.State()) {
          StackBasedNavigation.Step3.RootFeature()
        }
        try await withWindow(StackBasedNavigation.Step4.RootView(store: store)) { window in
          // The views of the snippet are empty: what tells the pages apart is the way back.
          let back = { window.headerBar.widget.button(icon: "go-previous-symbolic") }
          #expect(await eventually { window.pageCount == 1 })
          #expect(back() == nil)
          store.send(.path(.push(id: 0, state: .addItem(AddFeature.State()))))
          #expect(await eventually { window.pageCount == 2 && back() != nil })
          try #require(back()).click()
          #expect(store.path.isEmpty)
          #expect(await eventually { window.pageCount == 1 && back() == nil })
        }
      }

      @Test func `each case of the path has its view`() async {
        let store = Store(
          initialState: StackBasedNavigation.Step3.RootFeature.State(
            path: StackState([
              .addItem(AddFeature.State()),
              .editItem(EditFeature.State(item: Item(name: "Lamp"))),
              .detailItem(DetailFeature.State(count: 1)),
            ])
          )
        ) {
          StackBasedNavigation.Step3.RootFeature()
        }
        await withWindow(StackBasedNavigation.Step5.RootView(store: store)) { window in
          #expect(await eventually { window.content.visibleTexts.contains("Detail 1") })
          store.send(.path(.popFrom(id: store.path.ids[2])))
          #expect(await eventually { window.content.visibleTexts == ["Edit Lamp"] })
          store.send(.path(.popFrom(id: store.path.ids[1])))
          #expect(await eventually { window.content.visibleTexts == ["Add"] })
        }
      }

      @Test func `a path leads to the same feature again and again`() async throws {
        let store = Store(
          initialState: StackBasedNavigation.Step3.RootFeature.State(
            path: StackState([
              .detailItem(DetailFeature.State(count: 1)),
              .editItem(EditFeature.State(item: Item(name: "Lamp"))),
              .detailItem(DetailFeature.State(count: 2)),
            ])
          )
        ) {
          StackBasedNavigation.Step3.RootFeature()
        }
        try await withWindow(StackBasedNavigation.Step5.RootView(store: store)) { window in
          let back = { try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")) }
          #expect(await eventually { window.content.visibleTexts.contains("Detail 2") })
          try #require(window.content.button("Increment")).click()
          #expect(await eventually { window.content.visibleTexts.contains("Detail 3") })
          try back().click()
          #expect(await eventually { window.content.visibleTexts == ["Edit Lamp"] })
          try back().click()
          #expect(await eventually { window.content.visibleTexts.contains("Detail 1") })
        }
      }
    }
  }
#endif

// MARK: - Pushing Features onto the Stack

extension StackBasedNavigation {
  enum Pushing {
    #if GTK
      struct LinkView: View {
        var body: some View {
          Form {
            NavigationLink(
              state: RootFeature.Path.State.detail(DetailFeature.State())
            ) {
              Text("Detail")
            }
          }
        }
      }
    #endif

    // The drawback that the document names, that a view with such a link must build all features of
    // the path, is one of modules: here all are in one.

    #if GTK
      struct ListView: View {
        let store: StoreOf<ListFeature>

        var body: some View {
          Form {
            Button("Detail") {
              store.send(.detailButtonTapped)
            }
          }
        }
      }
    #endif

    @Reducer
    struct RootFeature {
      @Reducer
      enum Path {
        case list(ListFeature)
        case detail(DetailFeature)
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
          switch action {
          case .path(.element(id: _, action: .list(.detailButtonTapped))):
            state.path.append(.detail(DetailFeature.State()))
            return .none
          case .path:
            return .none
          }
        }
        .forEach(\.path, action: \.path)
      }
    }

    #if GTK
      struct RootView: View {
        @Bindable var store: StoreOf<RootFeature>

        var body: some View {
          NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
            LinkView()
          } destination: { store in
            switch store.case {
            case .list(let store): ListView(store: store)
            case .detail(let store): DetailView(store: store)
            }
          }
        }
      }
    #endif

    /// An action that a stack of these features got.
    enum Received: Equatable {
      case detailButtonTapped(StackElementID)
      case push(StackElementID, RootFeature.Path.State)
      case other
    }

    /// Makes a store that writes down the actions that it gets.
    @MainActor
    static func makeStore(
      _ path: [RootFeature.Path.State] = []
    ) -> (store: StoreOf<RootFeature>, received: LockIsolated<[Received]>) {
      let received = LockIsolated<[Received]>([])
      let store = Store(initialState: RootFeature.State(path: StackState(path))) {
        Reduce<RootFeature.State, RootFeature.Action> { _, action in
          received.withValue {
            switch action {
            case .path(.element(let id, .list(.detailButtonTapped))):
              $0.append(.detailButtonTapped(id))
            case .path(.push(let id, let state)): $0.append(.push(id, state))
            case .path: $0.append(.other)
            }
          }
          return .none
        }
        RootFeature()
      }
      return (store, received)
    }
  }
}
extension StackBasedNavigation.Pushing.RootFeature.Path.State: Equatable {}

#if GTK
  extension SeedViewTests.StackBasedNavigationViews {
    @Test func `a link that is tapped sends a push action, which appends its state`() async throws {
      let (store, received) = StackBasedNavigation.Pushing.makeStore()
      try await withWindow(StackBasedNavigation.Pushing.RootView(store: store)) { window in
        #expect(await eventually { window.content.button("Detail") != nil })
        try #require(window.content.button("Detail")).click()
        #expect(await eventually { window.content.visibleTexts.contains("Detail 0") })
        #expect(Array(store.path) == [.detail(DetailFeature.State())])
        let id = try #require(store.path.ids.first)
        #expect(received.value == [.push(id, .detail(DetailFeature.State()))])
      }
    }

    @Test func `a button's action lets the parent push`() async throws {
      let (store, received) = StackBasedNavigation.Pushing.makeStore([.list(ListFeature.State())])
      try await withWindow(StackBasedNavigation.Pushing.RootView(store: store)) { window in
        // The link on the page below says "Detail", too.
        #expect(await eventually { window.pageCount == 2 })
        try #require(window.content.button("Detail")).click()
        #expect(received.value == [.detailButtonTapped(0)])
        #expect(
          Array(store.path) == [.list(ListFeature.State()), .detail(DetailFeature.State())]
        )
        #expect(await eventually { window.content.visibleTexts.contains("Detail 0") })
      }
    }

    @Test func `a view whose button sends an action works without any stack`() async throws {
      let taps = LockIsolated(0)
      let store = Store(initialState: ListFeature.State()) {
        Reduce<ListFeature.State, ListFeature.Action> { _, action in
          switch action {
          case .detailButtonTapped: taps.withValue { $0 += 1 }
          }
          return .none
        }
      }
      try await withWindow(StackBasedNavigation.Pushing.ListView(store: store)) { window in
        #expect(await eventually { window.content.button("Detail") != nil })
        try #require(window.content.button("Detail")).click()
        #expect(taps.value == 1)
      }
    }
  }
#endif

extension StackBasedNavigationTests {
  @Test func `the root feature listens to the list and appends to the path`() async {
    typealias Feature = StackBasedNavigation.Pushing.RootFeature
    let store = TestStore(
      initialState: Feature.State(path: StackState([.list(ListFeature.State())]))
    ) {
      Feature()
    }
    await store.send(\.path[id: 0].list.detailButtonTapped) {
      $0.path[id: 1] = .detail(DetailFeature.State())
    }
  }
}

// MARK: - Integration

extension StackBasedNavigation {
  enum Integration {
    @Reducer
    struct RootFeature {
      @Reducer
      enum Path {
        case addItem(AddFeature)
        case editItem(EditFeature)
      }
      @ObservableState
      struct State: Equatable {
        var path = StackState<Path.State>()
      }
      enum Action {
        case closeButtonTapped
        case path(StackActionOf<Path>)
      }
      @Dependency(\.database) var database

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case let .path(.element(id: id, action: .editItem(.saveButtonTapped))):
            guard let editItemState = state.path[id: id]?.editItem
            else { return .none }

            state.path.pop(from: id)
            return .run { _ in
              await self.database.save(editItemState.item)
            }

          // Dismissal
          case .closeButtonTapped:
            state.path.popLast()
            return .none

          case .path:
            return .none
          }
        }
        .forEach(\.path, action: \.path)
      }
    }
  }
}
extension StackBasedNavigation.Integration.RootFeature.Path.State: Equatable {}

extension StackBasedNavigationTests {
  @Test func `the parent detects a child's action, and pops and saves it`() async {
    let database = Database()
    typealias Feature = StackBasedNavigation.Integration.RootFeature
    let store = TestStore(
      initialState: Feature.State(
        path: StackState([
          .addItem(AddFeature.State()),
          .editItem(EditFeature.State(item: Item(name: "Lamp"))),
          .addItem(AddFeature.State()),
        ])
      )
    ) {
      Feature()
    } withDependencies: {
      $0.database = database
    }
    await store.send(\.path[id: 1].editItem.saveButtonTapped) {
      $0.path.pop(from: 1)
    }
    #expect(store.state.path.ids == [0])
    await store.finish()
    #expect(await database.items == [Item(name: "Lamp")])
  }

  @Test func `features are dismissed by mutating the stack`() async {
    typealias Feature = StackBasedNavigation.Integration.RootFeature
    let store = TestStore(
      initialState: Feature.State(
        path: StackState([.addItem(AddFeature.State()), .addItem(AddFeature.State())])
      )
    ) {
      Feature()
    }
    await store.send(.closeButtonTapped) { $0.path[id: 1] = nil }
    await store.send(.closeButtonTapped) { $0.path[id: 0] = nil }
    await store.send(.closeButtonTapped)
  }
}

// MARK: - Self-Dismissal from Child

extension StackBasedNavigation {
  enum SelfDismissal {
    @Reducer
    struct Feature {
      @ObservableState
      struct State { /* ... */  }
      enum Action {
        case closeButtonTapped
        // ...
        case closeAndTickButtonTapped
        case tick
      }
      @Dependency(\.dismiss) var dismiss

      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case .closeButtonTapped:
            return .run { _ in await self.dismiss() }
          // ...
          case .closeAndTickButtonTapped:
            return .run { send in
              await self.dismiss()
              await send(.tick)  // ⚠️ Don't do this!
            }
          case .tick:
            return .none
          }
        }
      }
    }

    @Reducer
    struct Parent {
      @Reducer
      enum Path {
        case feature(Feature)
      }
      @ObservableState
      struct State: Equatable {
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
}
extension StackBasedNavigation.SelfDismissal.Feature.State: Equatable {}
extension StackBasedNavigation.SelfDismissal.Parent.Path.State: Equatable {}

extension StackBasedNavigationTests {
  @Test func `dismiss sends popFrom, which removes the feature`() async {
    let store = selfDismissalStore()
    await store.send(\.path[id: 0].feature.closeButtonTapped)
    await store.receive(\.path.popFrom, 0) {
      $0.path[id: 0] = nil
    }
  }

  @Test func `an action sent after dismissal fails the test`() async {
    let issues = LockIsolated(0)
    await withKnownIssue {
      let store = selfDismissalStore()
      await store.send(\.path[id: 0].feature.closeAndTickButtonTapped)
      await store.receive(\.path.popFrom, 0) {
        $0.path[id: 0] = nil
      }
      await store.finish()
    } matching: { issue in
      issues.withValue { $0 += 1 }
      return issue.isOfActionAfterDismissal("tick")
    }
    #expect(issues.value == 1)
  }

  @Test func `an action sent after dismissal causes a runtime warning`() async {
    typealias SelfDismissal = StackBasedNavigation.SelfDismissal
    let warnings = LockIsolated(0)
    await withKnownIssue {
      let store = Store(
        initialState: SelfDismissal.Parent.State(
          path: StackState([.feature(SelfDismissal.Feature.State())])
        )
      ) {
        SelfDismissal.Parent()
      }
      await store.send(
        .path(.element(id: 0, action: .feature(.closeAndTickButtonTapped)))
      ).finish()
      #expect(store.path.isEmpty)
    } matching: { issue in
      warnings.withValue { $0 += 1 }
      return issue.isOfActionAfterDismissal("tick")
    }
    #expect(warnings.value == 1)
  }

  private func selfDismissalStore() -> TestStoreOf<StackBasedNavigation.SelfDismissal.Parent> {
    TestStore(
      initialState: StackBasedNavigation.SelfDismissal.Parent.State(
        path: StackState([.feature(StackBasedNavigation.SelfDismissal.Feature.State())])
      )
    ) {
      StackBasedNavigation.SelfDismissal.Parent()
    }
  }
}

#if GTK
  extension SeedViewTests.StackBasedNavigationViews {
    @Test func `views and reducers pop a page each in their way`() async throws {
      typealias SelfDismissal = StackBasedNavigation.SelfDismissal
      let actions = LockIsolated<[String]>([])
      let store = Store(
        initialState: SelfDismissal.Parent.State(
          path: StackState([
            .feature(SelfDismissal.Feature.State()), .feature(SelfDismissal.Feature.State()),
          ])
        )
      ) {
        Reduce<SelfDismissal.Parent.State, SelfDismissal.Parent.Action> { _, action in
          actions.withValue {
            $0.append(action.is(\.path.popFrom) ? "popFrom" : "action of the feature")
          }
          return .none
        }
        SelfDismissal.Parent()
      }
      try await withWindow(SelfDismissal.RootView(store: store)) { window in
        #expect(await eventually { window.content.button("Close by view") != nil })
        try #require(window.content.button("Close by view")).click()
        #expect(store.path.ids == [0])
        // The view's dismisses by itself.
        #expect(actions.value == ["popFrom"])
        #expect(
          await eventually {
            window.pageCount == 2 && window.content.button("Close by reducer") != nil
          }
        )
        try #require(window.content.button("Close by reducer")).click()
        #expect(await eventually { store.path.isEmpty })
        // The reducer's dismisses as an effect of an action of the feature.
        #expect(actions.value == ["popFrom", "action of the feature", "popFrom"])
      }
    }
  }

  extension StackBasedNavigation.SelfDismissal {
    /// Has a button for each of the two.
    struct FeatureView: View {
      let store: StoreOf<Feature>
      @Environment(\.dismiss) var dismiss

      var body: some View {
        Button("Close by view") { dismiss() }
        Button("Close by reducer") { store.send(.closeButtonTapped) }
      }
    }

    struct RootView: View {
      @Bindable var store: StoreOf<Parent>

      var body: some View {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          Text("Root")
        } destination: { store in
          switch store.case {
          case .feature(let store): FeatureView(store: store)
          }
        }
      }
    }
  }
#endif

// MARK: - Testing: Example: Testing Dismissal

extension StackBasedNavigation {
  enum Example {
    @Reducer
    struct CounterFeature {
      @ObservableState
      struct State: Equatable {
        var count = 0
      }
      enum Action {
        case decrementButtonTapped
        case incrementButtonTapped
      }

      @Dependency(\.dismiss) var dismiss

      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case .decrementButtonTapped:
            state.count -= 1
            return .none

          case .incrementButtonTapped:
            state.count += 1
            return state.count >= 5
              ? .run { _ in await self.dismiss() }
              : .none
          }
        }
      }
    }

    @Reducer
    struct Feature {
      @ObservableState
      struct State: Equatable {
        var path = StackState<Path.State>()
      }
      enum Action {
        case path(StackActionOf<Path>)
      }

      @Reducer
      struct Path {
        enum State: Equatable { case counter(CounterFeature.State) }
        enum Action { case counter(CounterFeature.Action) }
        var body: some ReducerOf<Self> {
          Scope(state: \.counter, action: \.counter) { CounterFeature() }
        }
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          // Logic and behavior for core feature.
          .none
        }
        .forEach(\.path, action: \.path) { Path() }
      }
    }
  }
}

// The document's three tests `dismissal` have the same three slips: they hand the state of a
// counter to a stack of `Path.State` (set right: `.counter(…)`), they run `CounterFeature()` where
// the state is that of `Feature` (set right: `Feature()`), and they await without being `async`.

extension StackBasedNavigation.Example {
  // MARK: Test with IDs

  @MainActor
  struct IDsTests {
    @Test
    func dismissal() async {
      let store = TestStore(
        initialState: Feature.State(
          path: StackState([
            .counter(CounterFeature.State(count: 3))
          ])
        )
      ) {
        Feature()
      }
      // As written, the test ends here, and the next snippet stands by itself.

      await store.send(\.path[id: 0].counter.incrementButtonTapped) {
        // ...
        $0.path[id: 0, case: \.counter]?.count = 4
      }
    }

    @Test func `the ids of a test start at 0 and increment for each feature pushed`() async {
      var path = StackState<Feature.Path.State>()
      for count in 1...3 { path.append(.counter(CounterFeature.State(count: count))) }
      #expect(path.ids == [0, 1, 2])
      let store = TestStore(initialState: Feature.State(path: path)) { Feature() }
      await store.send(\.path[id: 2].counter.decrementButtonTapped) {
        $0.path[id: 2, case: \.counter]?.count = 2
      }
    }
  }

  @MainActor
  struct DismissalTests {
    // MARK: Two Ways to Assert State Changes

    @Test func `option 1: Using XCTModify`() async {
      let store = makeStore()
      await store.send(\.path[id: 0].counter.incrementButtonTapped) {
        XCTModify(&$0.path[id: 0], case: \.counter) {
          $0.count = 4
        }
      }
    }

    @Test func `option 2: Using Double Subscript`() async {
      let store = makeStore()
      await store.send(\.path[id: 0].counter.incrementButtonTapped) {
        $0.path[id: 0, case: \.counter]?.count = 4
      }
    }

    @Test func `either way fails the test where what it says is wrong`() async {
      await withKnownIssue {
        let store = makeStore()
        await store.send(\.path[id: 0].counter.incrementButtonTapped) {
          XCTModify(&$0.path[id: 0], case: \.counter) {
            $0.count = 5
          }
        }
      }
      await withKnownIssue {
        let store = makeStore()
        await store.send(\.path[id: 0].counter.incrementButtonTapped) {
          $0.path[id: 0, case: \.counter]?.count = 5
        }
      }
      withKnownIssue {
        var path = StackState<Feature.Path.State>()
        XCTModify(&path[id: 0], case: \.counter) { $0.count = 5 }
      }
    }

    private func makeStore() -> TestStoreOf<Feature> {
      TestStore(
        initialState: Feature.State(
          path: StackState([
            .counter(CounterFeature.State(count: 3))
          ])
        )
      ) {
        Feature()
      }
    }

    // MARK: Complete Test

    @Test
    func dismissal() async {
      let store = TestStore(
        initialState: Feature.State(
          path: StackState([
            .counter(CounterFeature.State(count: 3))
          ])
        )
      ) {
        Feature()
      }

      await store.send(\.path[id: 0].counter.incrementButtonTapped) {
        XCTModify(&$0.path[id: 0], case: \.counter) {
          $0.count = 4
        }
      }

      await store.send(\.path[id: 0].counter.incrementButtonTapped) {
        XCTModify(&$0.path[id: 0], case: \.counter) {
          $0.count = 5
        }
      }

      await store.receive(\.path.popFrom) {
        $0.path[id: 0] = nil
      }
    }
  }
}

// MARK: - Receiving Child Actions

extension StackBasedNavigation {
  enum Receiving {
    @Reducer
    struct CounterFeature {
      @ObservableState
      struct State: Equatable {
        var count = 0
      }
      enum Action {
        case requestButtonTapped
        case response(Int)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .requestButtonTapped:
            return .run { send in await send(.response(42)) }
          case .response(let count):
            state.count = count
            return .none
          }
        }
      }
    }

    @Reducer
    struct Feature {
      @Reducer
      enum Path {
        case counter(CounterFeature)
      }
      @ObservableState
      struct State: Equatable {
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
}
extension StackBasedNavigation.Receiving.Feature.Path.State: Equatable {}

extension StackBasedNavigationTests {
  @Test func `a particular child's action is received by a subscript on the case key path`() async {
    typealias Receiving = StackBasedNavigation.Receiving
    let store = TestStore(
      initialState: Receiving.Feature.State(
        path: StackState([
          .counter(Receiving.CounterFeature.State()), .counter(Receiving.CounterFeature.State()),
        ])
      )
    ) {
      Receiving.Feature()
    }
    await store.send(\.path[id: 0].counter.requestButtonTapped)
    await store.receive(\.path[id: 0].counter.response) {
      // ...
      $0.path[id: 0, case: \.counter]?.count = 42
    }

    await withKnownIssue {
      await store.send(\.path[id: 1].counter.requestButtonTapped)
      await store.receive(\.path[id: 0].counter.response) {
        $0.path[id: 1, case: \.counter]?.count = 42
      }
    }
  }
}

// MARK: - Non-Exhaustive Test

extension StackBasedNavigation.Example {
  @MainActor
  struct NonExhaustiveDismissalTests {
    @Test
    func dismissal() async {
      let store = TestStore(
        initialState: Feature.State(
          path: StackState([
            .counter(CounterFeature.State(count: 3))
          ])
        )
      ) {
        Feature()
      }
      store.exhaustivity = .off

      await store.send(\.path[id: 0].counter.incrementButtonTapped)
      await store.send(\.path[id: 0].counter.incrementButtonTapped)
      await store.receive(\.path.popFrom)
    }

    @Test func `what a non-exhaustive test leaves out fails an exhaustive one`() async {
      let issues = LockIsolated(0)
      await withKnownIssue {
        let store = TestStore(
          initialState: Feature.State(path: StackState([.counter(CounterFeature.State(count: 3))]))
        ) {
          Feature()
        }
        await store.send(\.path[id: 0].counter.incrementButtonTapped)
        await store.send(\.path[id: 0].counter.incrementButtonTapped)
        await store.receive(\.path.popFrom)
      } matching: { _ in
        issues.withValue { $0 += 1 }
        return true
      }
      // The three changes of state.
      #expect(issues.value == 3)
    }

    @Test func `a non-exhaustive test still fails where what it asserts does not happen`() async {
      await withKnownIssue {
        let store = TestStore(
          initialState: Feature.State(path: StackState([.counter(CounterFeature.State(count: 0))]))
        ) {
          Feature()
        }
        store.exhaustivity = .off
        await store.send(\.path[id: 0].counter.incrementButtonTapped)
        await store.receive(\.path.popFrom)
      }
    }
  }
}

// MARK: - StackState vs NavigationPath

extension StackBasedNavigationTests {
  // `NavigationPath` is a type of SwiftUI. In its place this package offers `UINavigationPath`, of
  // which the snippet holds as well.
  private typealias NavigationPath = UINavigationPath

  @Test func `a navigation path has any hashable data, and is changed at its end only`() {
    var path = NavigationPath()
    path.append(1)
    path.append("Hello")
    path.append(false)
    // In the document the count stands by itself, which is a warning, and the loop is there to show
    // that it does not compile.
    #expect(path.count == 3)  // 3

    // for element in path {  // 🛑 Not allowed
    // }
    #expect(!(path as Any is any Sequence))
    // What a path has can be looked at, as type-erased values.
    #expect(path.elements == [AnyHashable(1), AnyHashable("Hello"), AnyHashable(false)])
    path.removeLast()
    #expect(path.elements == [AnyHashable(1), AnyHashable("Hello")])
    path.removeLast(2)
    #expect(path.count == 0)
  }

  @Test func `a stack is a collection that is changed anywhere, which a navigation path is not`() {
    let path = NavigationPath([1, 2]) as Any
    let stack = StackState([1, 2]) as Any
    #expect(stack is any RandomAccessCollection && !(path is any RandomAccessCollection))
    #expect(stack is any RangeReplaceableCollection && !(path is any RangeReplaceableCollection))
    // A path is always hashable, a stack if its elements are.
    #expect(path is any Hashable && stack is any Hashable)
    #expect(!(StackState([{ 1 }, { 2 }]) as Any is any Hashable))
  }

  @Test func `a stack can be iterated, and changed anywhere`() {
    // Its data does not need to be hashable.
    enum Path {
      enum State {
        case add(AddFeature.State)
        case detail(DetailFeature.State)
        case edit(EditFeature.State)

        var label: String {
          switch self {
          case .add: "add"
          case .detail: "detail"
          case .edit: "edit"
          }
        }
      }
    }

    var stack = StackState<Path.State>()
    stack.append(.detail(DetailFeature.State()))
    stack.append(.edit(EditFeature.State()))

    // Iterate
    var labels: [String] = []
    for element in stack {
      // Process each feature
      labels.append(element.label)
    }
    #expect(labels == ["detail", "edit"])

    // Insert/remove anywhere
    stack.insert(.add(AddFeature.State()), at: 1)
    #expect(stack.map(\.label) == ["detail", "add", "edit"])
    #expect(stack.ids == [0, 2, 1])
    stack.remove(at: 0)
    #expect(stack.map(\.label) == ["add", "edit"])
    #expect(stack.ids == [2, 1])
  }

  @Test func `a stack is changed by what is written for all collections`() {
    func moveFirstToEnd<C: RandomAccessCollection & RangeReplaceableCollection>(
      of elements: inout C
    ) {
      let second = elements.index(elements.startIndex, offsetBy: 1)
      let first = elements[elements.startIndex]
      elements.replaceSubrange(elements.startIndex..<second, with: [])
      elements.insert(first, at: elements.endIndex)
    }
    var stack = StackState([1, 2, 3])
    moveFirstToEnd(of: &stack)
    #expect(Array(stack) == [2, 3, 1])
    #expect(stack.ids == [1, 2, 3])
  }
}

// MARK: - UIKit

#if GTK
  extension StackBasedNavigation {
    enum ByHand {
      typealias AppFeature = Step3.RootFeature

      class AppController: NavigationStackController {
        private var store: StoreOf<AppFeature>!

        convenience init(store: StoreOf<AppFeature>) {
          @UIBindable var store = store

          self.init(path: $store.scope(state: \.path, action: \.path)) {
            RootViewController(store: store)
          } destination: { store in
            switch store.case {
            case .addItem(let store):
              AddViewController(store: store)
            case .detailItem(let store):
              DetailViewController(store: store)
            case .editItem(let store):
              EditViewController(store: store)
            }
          }

          self.store = store
        }
      }

      /// The controllers that the document leaves out: each has a title, and shows its state.
      final class PageController<State: ObservableState, Action>: ViewController {
        private let store: Store<State, Action>

        init(store: Store<State, Action>) {
          self.store = store
          super.init()
        }

        override func viewDidLoad() {
          super.viewDidLoad()
          observe { [weak self] in
            guard let self else { return }
            title =
              switch store.state {
              case is AddFeature.State: "Add"
              case let state as DetailFeature.State: "Detail \(state.count)"
              case is EditFeature.State: "Edit"
              default: "Root"
              }
          }
        }
      }

      typealias RootViewController = PageController<AppFeature.State, AppFeature.Action>
      typealias AddViewController = PageController<AddFeature.State, AddFeature.Action>
      typealias DetailViewController = PageController<DetailFeature.State, DetailFeature.Action>
      typealias EditViewController = PageController<EditFeature.State, EditFeature.Action>
    }
  }

  extension SeedViewTests.StackBasedNavigationViews {
    @Test func `a controller made by hand follows the path, and its back button pops`() async throws
    {
      let store = Store(initialState: StackBasedNavigation.Step3.RootFeature.State()) {
        StackBasedNavigation.Step3.RootFeature()
      }
      let controller = StackBasedNavigation.ByHand.AppController(store: store)
      try await withWindow(ViewControllerView { controller }) { window in
        #expect(await eventually { window.window.title == "Root" })
        store.send(.path(.push(id: 0, state: .detailItem(DetailFeature.State()))))
        #expect(await eventually { window.window.title == "Detail 0" })
        store.send(.path(.element(id: 0, action: .detailItem(.incrementButtonTapped))))
        #expect(await eventually { window.window.title == "Detail 1" })
        try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
        #expect(await eventually { window.window.title == "Root" })
        #expect(store.path.isEmpty)
        store.send(.path(.push(id: 1, state: .addItem(AddFeature.State()))))
        #expect(await eventually { window.window.title == "Add" })
        store.send(.path(.push(id: 2, state: .editItem(EditFeature.State()))))
        #expect(await eventually { window.window.title == "Edit" })
      }
    }
  }
#endif
