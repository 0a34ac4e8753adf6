import ComposableArchitecture
import Testing

#if GTK
  import ComposableGtk
  import ComposableGtkTestSupport
  import GtkKit
#endif

// The document "Tree-based navigation". Its snippets stand here as written and in its order. Where a snippet leaves something
// out, the least that compiles stands in its place; where it has a slip, a comment says so.

/// Namespaces for the snippets, whose features share their names.
enum TreeBasedNavigation {}

@MainActor
struct TreeBasedNavigationTests {}

// MARK: - Step 1: Integrate Domains

extension TreeBasedNavigation {
  enum Domains {
    @Reducer
    struct InventoryFeature {
      @ObservableState
      struct State: Equatable {
        @Presents var addItem: ItemFormFeature.State?
        var items: IdentifiedArrayOf<Item> = []
        // ...
      }

      enum Action {
        case addItem(PresentationAction<ItemFormFeature.Action>)
        // ...
      }
      // ...
    }
  }

  enum Integrated {
    @Reducer
    struct InventoryFeature {
      @ObservableState
      struct State: Equatable { /* ... */
        @Presents var addItem: ItemFormFeature.State?
      }
      enum Action { /* ... */
        case addButtonTapped
        case addItem(PresentationAction<ItemFormFeature.Action>)
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .addButtonTapped:
            // Populating this state performs the navigation
            state.addItem = ItemFormFeature.State()
            return .none

          // ...
          case .addItem:
            return .none
          }
        }
        .ifLet(\.$addItem, action: \.addItem) {
          ItemFormFeature()
        }
      }
    }
  }
}

extension TreeBasedNavigationTests {
  @Test func `state that is not nil is presented, nil is dismissed`() async {
    let store = TestStore(initialState: TreeBasedNavigation.Integrated.InventoryFeature.State()) {
      TreeBasedNavigation.Integrated.InventoryFeature()
    }
    #expect(store.state.addItem == nil)
    await store.send(.addButtonTapped) {
      $0.addItem = ItemFormFeature.State()
    }
    await store.send(\.addItem.nameChanged, "Blob") {
      $0.addItem?.name = "Blob"
    }
    await store.send(\.addItem.dismiss) {
      $0.addItem = nil
    }
  }

  @Test func `the domains alone make a feature`() {
    let state = TreeBasedNavigation.Domains.InventoryFeature.State(items: [Item(id: 1)])
    #expect(state.addItem == nil)
    #expect(state.items[id: 1] == Item(id: 1))
  }
}

// MARK: - Step 2: Integrate Views

#if GTK
  extension TreeBasedNavigation.Integrated {
    struct InventoryView: View {
      @Bindable var store: StoreOf<InventoryFeature>

      var body: some View {
        List {
          // ...
        }
        .sheet(
          item: $store.scope(state: \.addItem, action: \.addItem)
        ) { store in
          ItemFormView(store: store)
        }
      }
    }
  }

  extension SeedViewTests {
    @MainActor
    struct TreeBasedNavigationViews {
      init() {
        #expect(Display.isAvailable, "No display: run under a virtual one")
      }

      @Test func `a sheet is shown while its state is there`() async {
        let store = Store(initialState: TreeBasedNavigation.Integrated.InventoryFeature.State()) {
          TreeBasedNavigation.Integrated.InventoryFeature()
        }
        await withWindow(TreeBasedNavigation.Integrated.InventoryView(store: store)) { _ in
          #expect(dialogs.isEmpty)
          store.send(.addButtonTapped)
          #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Form of ") })
          store.send(.addItem(.presented(.nameChanged("Blob"))))
          #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Form of Blob") })
          store.send(.addItem(.dismiss))
          #expect(await eventually { dialogs.isEmpty })
        }
      }
    }
  }
#endif

// MARK: - Enum State

extension TreeBasedNavigation {
  enum Optionals {
    @ObservableState
    struct State {
      @Presents var detailItem: DetailFeature.State?
      @Presents var editItem: EditFeature.State?
      @Presents var addItem: AddFeature.State?
      // Multiple could be non-nil simultaneously! ⚠️
    }

    @ObservableState
    struct FourState {
      @Presents var detailItem: DetailFeature.State?
      @Presents var editItem: EditFeature.State?
      @Presents var addItem: AddFeature.State?
      @Presents var itemForm: ItemFormFeature.State?
    }

    @ObservableState
    struct FiveState {
      @Presents var detailItem: DetailFeature.State?
      @Presents var editItem: EditFeature.State?
      @Presents var addItem: AddFeature.State?
      @Presents var itemForm: ItemFormFeature.State?
      @Presents var list: ListFeature.State?
    }
  }

  enum Enum {
    enum State {
      case addItem(AddFeature.State)
      case detailItem(DetailFeature.State)
      case editItem(EditFeature.State)
      // ...
    }
  }
}

extension TreeBasedNavigationTests {
  @Test func `optionals for destinations have invalid states, which increase exponentially`() {
    typealias Optionals = TreeBasedNavigation.Optionals
    let three = invalidStates(
      of: Optionals.State(),
      [
        Destination(\.detailItem, DetailFeature.State()),
        Destination(\.editItem, EditFeature.State()),
        Destination(\.addItem, AddFeature.State()),
      ]
    )
    #expect(three == 4)
    let four = invalidStates(
      of: Optionals.FourState(),
      [
        Destination(\.detailItem, DetailFeature.State()),
        Destination(\.editItem, EditFeature.State()),
        Destination(\.addItem, AddFeature.State()),
        Destination(\.itemForm, ItemFormFeature.State()),
      ]
    )
    #expect(four == 11)
    let five = invalidStates(
      of: Optionals.FiveState(),
      [
        Destination(\.detailItem, DetailFeature.State()),
        Destination(\.editItem, EditFeature.State()),
        Destination(\.addItem, AddFeature.State()),
        Destination(\.itemForm, ItemFormFeature.State()),
        Destination(\.list, ListFeature.State()),
      ]
    )
    #expect(five == 26)
  }

  /// A feature that is presented from optional state.
  private struct Destination<State> {
    let present: (inout State) -> Void
    let isPresented: (State) -> Bool

    init<Value>(_ keyPath: WritableKeyPath<State, Value?>, _ value: Value) {
      present = { $0[keyPath: keyPath] = value }
      isPresented = { $0[keyPath: keyPath] != nil }
    }
  }

  /// Makes every combination of presented features, and counts those with more than one.
  private func invalidStates<State>(
    of nothingPresented: State,
    _ destinations: [Destination<State>]
  ) -> Int {
    (0..<(1 << destinations.count)).count { combination in
      var state = nothingPresented
      for (index, destination) in destinations.enumerated()
      where combination & (1 << index) != 0 {
        destination.present(&state)
      }
      return destinations.count { $0.isPresented(state) } > 1
    }
  }

  @Test func `an enum has one destination at a time`() {
    var destination: TreeBasedNavigation.Enum.State? = .addItem(AddFeature.State())
    destination = .editItem(EditFeature.State())
    switch destination {
    case .editItem: break
    case .addItem, .detailItem, nil: Issue.record("Another destination is left.")
    }
  }
}

// MARK: - Implementation

extension TreeBasedNavigation {
  enum DestinationReducer {
    @Reducer
    struct InventoryFeature {
      // ...

      @Reducer
      enum Destination {
        case addItem(AddFeature)
        case detailItem(DetailFeature)
        case editItem(EditFeature)
      }
    }
  }

  enum SingleOptional {
    typealias Destination = DestinationReducer.InventoryFeature.Destination

    @Reducer
    struct InventoryFeature {
      @ObservableState
      struct State {
        @Presents var destination: Destination.State?
        // ...
      }
      enum Action {
        case destination(PresentationAction<Destination.Action>)
        // ...
      }
      // ...
    }
  }

  enum Implementation {
    @Reducer
    struct InventoryFeature {
      // ...
      @Reducer
      enum Destination {
        case addItem(AddFeature)
        case detailItem(DetailFeature)
        case editItem(EditFeature)
      }
      @ObservableState
      struct State: Equatable {
        @Presents var destination: Destination.State?
      }
      enum Action {
        case addButtonTapped
        case closeButtonTapped
        case destination(PresentationAction<Destination.Action>)
      }

      @Dependency(\.items) var database

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          // ...
          switch action {
          case .addButtonTapped:
            state.destination = .addItem(AddFeature.State())
            return .none

          // Integration
          case .destination(.presented(.editItem(.saveButtonTapped))):
            guard case let .editItem(editItemState) = state.destination
            else { return .none }

            state.destination = nil
            return .run { _ in
              self.database.save(editItemState.item)
            }

          // Dismissal
          case .closeButtonTapped:
            state.destination = nil
            return .none

          case .destination:
            return .none
          }
        }
        .ifLet(\.$destination, action: \.destination)
      }
    }
  }

  /// Where the snippet of this document saves items, without waiting for it.
  struct Items: DependencyKey {
    let saved = LockIsolated<[Item]>([])

    func save(_ item: Item) {
      saved.withValue { $0.append(item) }
    }

    static var liveValue: Items { Items() }
    static var testValue: Items { Items() }
  }
}
extension TreeBasedNavigation.Implementation.InventoryFeature.Destination.State: Equatable {}

extension DependencyValues {
  fileprivate var items: TreeBasedNavigation.Items {
    get { self[TreeBasedNavigation.Items.self] }
    set { self[TreeBasedNavigation.Items.self] = newValue }
  }
}

extension TreeBasedNavigationTests {
  private typealias InventoryFeature = TreeBasedNavigation.Implementation.InventoryFeature

  @Test func `the enum reducer is expanded into a feature with state and action types`() {
    typealias Destination = TreeBasedNavigation.DestinationReducer.InventoryFeature.Destination
    var state = Destination.State.detailItem(DetailFeature.State())
    _ = Destination.body.reduce(into: &state, action: .detailItem(.incrementButtonTapped))
    #expect(state.detailItem?.count == 1)
    var parent = TreeBasedNavigation.SingleOptional.InventoryFeature.State()
    parent.destination = state
    #expect(parent.destination?.detailItem?.count == 1)
  }

  @Test func `features are presented by setting enum cases`() async {
    let store = TestStore(initialState: InventoryFeature.State()) { InventoryFeature() }
    await store.send(.addButtonTapped) {
      $0.destination = .addItem(AddFeature.State())
    }
  }

  @Test func `the parent detects the child's action, and closes and saves it`() async {
    let items = TreeBasedNavigation.Items()
    let store = TestStore(
      initialState: InventoryFeature.State(
        destination: .editItem(EditFeature.State(item: Item(name: "Blob")))
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.items = items
    }
    await store.send(\.destination.editItem.saveButtonTapped) {
      $0.destination = nil
    }
    await store.finish()
    #expect(items.saved.value == [Item(name: "Blob")])
  }

  @Test func `features are dismissed by nil-ing out the state`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(destination: .addItem(AddFeature.State()))
    ) {
      InventoryFeature()
    }
    await store.send(.closeButtonTapped) {
      $0.destination = nil
    }
  }
}

#if GTK
  extension TreeBasedNavigation.Implementation {
    typealias AddFeatureView = AddView
    typealias EditFeatureView = EditView
    typealias DetailFeatureView = DetailView

    struct InventoryView: View {
      @Bindable var store: StoreOf<InventoryFeature>

      var body: some View {
        List {
          // ...
        }
        .sheet(
          item: $store.scope(
            state: \.destination?.addItem,
            action: \.destination.addItem
          )
        ) { store in
          AddFeatureView(store: store)
        }
        .popover(
          item: $store.scope(
            state: \.destination?.editItem,
            action: \.destination.editItem
          )
        ) { store in
          EditFeatureView(store: store)
        }
        .navigationDestination(
          item: $store.scope(
            state: \.destination?.detailItem,
            action: \.destination.detailItem
          )
        ) { store in
          DetailFeatureView(store: store)
        }
      }
    }
  }

  extension SeedViewTests.TreeBasedNavigationViews {
    /// What pages are pushed onto: a stack, here without elements of its own.
    struct Stack<Root: View>: View {
      @Bindable var store: StoreOf<StackBasedNavigation.Step3.RootFeature>
      let root: Root

      init(_ root: Root) {
        store = Store(initialState: StackBasedNavigation.Step3.RootFeature.State()) {
          StackBasedNavigation.Step3.RootFeature()
        }
        self.root = root
      }

      var body: some View {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          root
        } destination: { _ in
        }
      }
    }

    @Test func `each case of the destination has its form of navigation`() async {
      typealias Feature = TreeBasedNavigation.Implementation.InventoryFeature
      let store = Store(initialState: Feature.State()) { Feature() }
      let view = TreeBasedNavigation.Implementation.InventoryView(store: store)
      await withWindow(Stack(view)) { window in
        store.send(.addButtonTapped)
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Add") })
        store.send(.closeButtonTapped)
        #expect(await eventually { dialogs.isEmpty })
      }
      let detail = Store(
        initialState: Feature.State(destination: .detailItem(DetailFeature.State(count: 3)))
      ) {
        Feature()
      }
      await withWindow(
        Stack(TreeBasedNavigation.Implementation.InventoryView(store: detail))
      ) { window in
        #expect(await eventually { window.content.visibleTexts.contains("Detail 3") })
      }
    }
  }
#endif

// MARK: - API Unification

extension TreeBasedNavigation {
  enum Unification {
    @Reducer
    struct Feature {
      @ObservableState
      struct State: Equatable {
        @Presents var addItem: AddFeature.State?
        @Presents var editItem: AddFeature.State?
        @Presents var detailItem: AddFeature.State?
        @Presents var alert: AlertState<Action.Alert>?
        @Presents var confirmationDialog: ConfirmationDialogState<Action.Alert>?
      }
      enum Action {
        case addItem(PresentationAction<AddFeature.Action>)
        case editItem(PresentationAction<AddFeature.Action>)
        case detailItem(PresentationAction<AddFeature.Action>)
        case alert(PresentationAction<Alert>)
        case confirmationDialog(PresentationAction<Alert>)
        case set(State)
        @CasePathable
        enum Alert { case confirm }
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .set(let newState) = action { state = newState }
          return .none
        }
        .ifLet(\.$addItem, action: \.addItem) { AddFeature() }
        .ifLet(\.$editItem, action: \.editItem) { AddFeature() }
        .ifLet(\.$detailItem, action: \.detailItem) { AddFeature() }
        .ifLet(\.$alert, action: \.alert)
        .ifLet(\.$confirmationDialog, action: \.confirmationDialog)
      }
    }
  }
}

#if GTK
  extension TreeBasedNavigation.Unification {
    typealias AddFeatureView = AddView
    typealias EditFeatureView = AddView
    typealias DetailFeatureView = AddView

    struct FeatureView: View {
      @Bindable var store: StoreOf<Feature>

      var body: some View {
        Text("Feature")
          .sheet(
            item: $store.scope(state: \.addItem, action: \.addItem)
          ) { store in
            AddFeatureView(store: store)
          }
          .popover(
            item: $store.scope(state: \.editItem, action: \.editItem)
          ) { store in
            EditFeatureView(store: store)
          }
          .navigationDestination(
            item: $store.scope(state: \.detailItem, action: \.detailItem)
          ) { store in
            DetailFeatureView(store: store)
          }
          .alert(
            $store.scope(state: \.alert, action: \.alert)
          )
          .confirmationDialog(
            $store.scope(state: \.confirmationDialog, action: \.confirmationDialog)
          )
      }
    }
  }

  extension SeedViewTests.TreeBasedNavigationViews {
    @Test func `each form of navigation follows its state`() async {
      typealias Feature = TreeBasedNavigation.Unification.Feature
      let store = Store(initialState: Feature.State()) { Feature() }
      let view = TreeBasedNavigation.Unification.FeatureView(store: store)
      await withWindow(Stack(view)) { window in
        #expect(await eventually { window.content.visibleTexts == ["Feature"] })
        store.send(.set(Feature.State(addItem: AddFeature.State())))
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Add") })
        store.send(.set(Feature.State(alert: AlertState { TextState("Sure?") })))
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Sure?") })
        store.send(
          .set(Feature.State(confirmationDialog: ConfirmationDialogState { TextState("Which?") }))
        )
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Which?") })
        store.send(.set(Feature.State(detailItem: AddFeature.State())))
        #expect(await eventually { window.content.visibleTexts == ["Add"] && dialogs.isEmpty })
        store.send(.set(Feature.State()))
        #expect(await eventually { window.content.visibleTexts == ["Feature"] })
      }
    }
  }
#endif

extension TreeBasedNavigationTests {
  @Test func `all forms of navigation are integrated and dismissed in the same way`() async {
    typealias Feature = TreeBasedNavigation.Unification.Feature
    let store = TestStore(
      initialState: Feature.State(
        addItem: AddFeature.State(),
        editItem: AddFeature.State(),
        detailItem: AddFeature.State(),
        alert: AlertState { TextState("Sure?") },
        confirmationDialog: ConfirmationDialogState { TextState("Which?") }
      )
    ) {
      Feature()
    }
    await store.send(\.addItem.dismiss) { $0.addItem = nil }
    await store.send(\.editItem.dismiss) { $0.editItem = nil }
    await store.send(\.detailItem.dismiss) { $0.detailItem = nil }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.send(\.confirmationDialog.confirm) { $0.confirmationDialog = nil }
  }
}

// MARK: - Dismissal: Self-Dismissal from Child

extension TreeBasedNavigation {
  enum SelfDismissal {
    @Reducer
    struct Feature {
      @ObservableState
      struct State: Equatable { /* ... */  }
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
      @ObservableState
      struct State: Equatable {
        @Presents var feature: Feature.State?
      }
      enum Action {
        case feature(PresentationAction<Feature.Action>)
      }
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.$feature, action: \.feature) { Feature() }
      }
    }
  }
}

extension TreeBasedNavigationTests {
  @Test func `dismiss sends the dismiss action, which makes the state nil`() async {
    let store = selfDismissalStore()
    await store.send(\.feature.closeButtonTapped)
    await store.receive(\.feature.dismiss) {
      $0.feature = nil
    }
  }

  @Test func `an action sent after dismissal is warned about and fails the test`() async {
    let warnings = LockIsolated(0)
    await withKnownIssue {
      let store = selfDismissalStore()
      await store.send(\.feature.closeAndTickButtonTapped)
      await store.receive(\.feature.dismiss) {
        $0.feature = nil
      }
      await store.finish()
    } matching: { issue in
      warnings.withValue { $0 += 1 }
      return issue.comments.contains { $0.rawValue.contains("tick") }
    }
    #expect(warnings.value == 1)
  }

  private func selfDismissalStore() -> TestStoreOf<TreeBasedNavigation.SelfDismissal.Parent> {
    TestStore(
      initialState: TreeBasedNavigation.SelfDismissal.Parent.State(
        feature: TreeBasedNavigation.SelfDismissal.Feature.State()
      )
    ) {
      TreeBasedNavigation.SelfDismissal.Parent()
    }
  }
}

// MARK: - Testing: Example: Testing Dismissal

extension TreeBasedNavigation {
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
        @Presents var counter: CounterFeature.State?
      }
      enum Action {
        case counter(PresentationAction<CounterFeature.Action>)
      }
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          // Logic and behavior for core feature.
          .none
        }
        .ifLet(\.$counter, action: \.counter) {
          CounterFeature()
        }
      }
    }
  }
}

/// The tests of the document. As written there they run `CounterFeature()` where the state is that of `Feature`, and are not
/// `async`: these two are set right, and no more.
extension TreeBasedNavigation.Example {
  @MainActor
  struct DismissalTests {
    @Test
    func dismissal() async {
      let store = TestStore(
        initialState: Feature.State(
          counter: CounterFeature.State(count: 3)
        )
      ) {
        Feature()
      }

      await store.send(\.counter.incrementButtonTapped) {
        $0.counter?.count = 4
      }

      await store.send(\.counter.incrementButtonTapped) {
        $0.counter?.count = 5
      }

      await store.receive(\.counter.dismiss) {
        $0.counter = nil
      }
    }
  }

  @MainActor
  struct NonExhaustiveDismissalTests {
    @Test
    func dismissal() async {
      let store = TestStore(
        initialState: Feature.State(
          counter: CounterFeature.State(count: 3)
        )
      ) {
        Feature()
      }
      store.exhaustivity = .off

      await store.send(\.counter.incrementButtonTapped)
      await store.send(\.counter.incrementButtonTapped)
      await store.receive(\.counter.dismiss)
    }

    @Test func `without exhaustivity, what is asserted must still happen`() async {
      await withKnownIssue {
        let store = TestStore(
          initialState: Feature.State(counter: CounterFeature.State(count: 0))
        ) {
          Feature()
        }
        store.exhaustivity = .off
        await store.send(\.counter.incrementButtonTapped)
        await store.receive(\.counter.dismiss)
      }
    }
  }
}

// MARK: - Testing with Enum State

extension TreeBasedNavigation {
  @Reducer
  struct EnumExample {
    @Reducer
    enum Destination {
      case counter(Example.CounterFeature)
    }
    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
    }
    enum Action {
      case destination(PresentationAction<Destination.Action>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$destination, action: \.destination)
    }
  }
}
extension TreeBasedNavigation.EnumExample.Destination.State: Equatable {}

extension TreeBasedNavigationTests {
  @Test func `an enum destination is tested by chaining into its case`() async {
    let store = TestStore(
      initialState: TreeBasedNavigation.EnumExample.State(
        destination: .counter(TreeBasedNavigation.Example.CounterFeature.State(count: 3))
      )
    ) {
      TreeBasedNavigation.EnumExample()
    }
    await store.send(\.destination.counter.incrementButtonTapped) {
      $0.destination?.counter?.count = 4
    }
  }
}
