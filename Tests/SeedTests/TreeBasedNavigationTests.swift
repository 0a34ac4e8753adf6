import ComposableArchitecture
import Testing

#if GTK
  import ComposableGtk
  import ComposableGtkTestSupport
  import GtkKit
#endif

// The document "Tree-based navigation". Its snippets stand here as written and in its order. Where
// a snippet leaves something out, the least that compiles stands in its place; where it has a slip,
// a comment says so.

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
    await store.send(\.addItem.nameChanged, "Lamp") {
      $0.addItem?.name = "Lamp"
    }
    await store.send(\.addItem.dismiss) {
      $0.addItem = nil
    }
  }

  @Test func `the domains alone hold the child, and ifLet runs it`() {
    typealias Domains = TreeBasedNavigation.Domains
    let domains = Store(
      initialState: Domains.InventoryFeature.State(
        addItem: ItemFormFeature.State(name: "Lamp"),
        items: [Item(id: 1)]
      )
    ) {
      Domains.InventoryFeature()
    }
    #expect(domains.items[id: 1] == Item(id: 1))
    domains.send(.addItem(.presented(.nameChanged("Ida Quist"))))
    #expect(domains.addItem?.name == "Lamp")

    typealias Integrated = TreeBasedNavigation.Integrated
    let integrated = Store(
      initialState: Integrated.InventoryFeature.State(addItem: ItemFormFeature.State(name: "Lamp"))
    ) {
      Integrated.InventoryFeature()
    }
    integrated.send(.addItem(.presented(.nameChanged("Ida Quist"))))
    #expect(integrated.addItem?.name == "Ida Quist")
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
          store.send(.addItem(.presented(.nameChanged("Lamp"))))
          #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Form of Lamp") })
          store.send(.addItem(.dismiss))
          #expect(await eventually { dialogs.isEmpty })
        }
      }

      @Test func `the pattern works with a cover, a popover and a page`() async {
        typealias Integrated = TreeBasedNavigation.Integrated
        let store = Store(initialState: Integrated.InventoryFeature.State()) {
          Integrated.InventoryFeature()
        }
        func covers(_ window: TestWindow) -> [WidgetPointer] {
          windows.filter { $0 != window.window.widget && !$0.isA(gtk_dialog_get_type()) }
        }
        await withWindow(Integrated.CoverView(store: store)) { window in
          store.send(.addButtonTapped)
          #expect(await eventually { covers(window).flatMap(\.visibleTexts).contains("Form of ") })
          store.send(.addItem(.dismiss))
          #expect(await eventually { covers(window).isEmpty })
        }
        await withWindow(Integrated.PopoverView(store: store)) { window in
          store.send(.addButtonTapped)
          #expect(
            await eventually {
              window.window.widget.openPopovers.flatMap(\.visibleTexts) == ["Form of "]
            }
          )
          store.send(.addItem(.dismiss))
          #expect(await eventually { window.window.widget.openPopovers.isEmpty })
        }
        await withWindow(NavigationStack { Integrated.PageView(store: store) }) { window in
          #expect(await eventually { window.content.visibleTexts == ["Inventory"] })
          store.send(.addButtonTapped)
          #expect(await eventually { window.content.visibleTexts == ["Form of "] })
          store.send(.addItem(.dismiss))
          #expect(await eventually { window.content.visibleTexts == ["Inventory"] })
        }
      }
    }
  }

  // The view of the snippet, with each of the other modifiers that the document lists.
  extension TreeBasedNavigation.Integrated {
    struct CoverView: View {
      @Bindable var store: StoreOf<InventoryFeature>

      var body: some View {
        Text("Inventory")
          .fullScreenCover(item: $store.scope(state: \.addItem, action: \.addItem)) { store in
            ItemFormView(store: store)
          }
      }
    }

    struct PopoverView: View {
      @Bindable var store: StoreOf<InventoryFeature>

      var body: some View {
        Button("Inventory") {}
          .popover(item: $store.scope(state: \.addItem, action: \.addItem)) { store in
            ItemFormView(store: store)
          }
      }
    }

    struct PageView: View {
      @Bindable var store: StoreOf<InventoryFeature>

      var body: some View {
        Text("Inventory")
          .navigationDestination(item: $store.scope(state: \.addItem, action: \.addItem)) { store in
            ItemFormView(store: store)
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

    init(_ present: @escaping (inout State) -> Void, isPresented: @escaping (State) -> Bool) {
      self.present = present
      self.isPresented = isPresented
    }

    init<Value>(_ keyPath: WritableKeyPath<State, Value?>, _ value: Value) {
      self.init({ $0[keyPath: keyPath] = value }) { $0[keyPath: keyPath] != nil }
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

  @Test func `of an enum, exactly the destination that was set last is presented`() {
    let destinations: [Destination<TreeBasedNavigation.Enum.ParentState>] = [
      Destination({ $0.destination = .addItem(AddFeature.State()) }) {
        if case .addItem = $0.destination { true } else { false }
      },
      Destination({ $0.destination = .detailItem(DetailFeature.State()) }) {
        if case .detailItem = $0.destination { true } else { false }
      },
      Destination({ $0.destination = .editItem(EditFeature.State()) }) {
        if case .editItem = $0.destination { true } else { false }
      },
    ]
    var state = TreeBasedNavigation.Enum.ParentState()
    #expect(!destinations.contains { $0.isPresented(state) })
    // Each one comes after each other one, and after itself.
    for last in [0, 0, 1, 1, 2, 2, 0, 2, 1, 0] {
      destinations[last].present(&state)
      #expect(destinations.indices.filter { destinations[$0].isPresented(state) } == [last])
    }
    state.destination = nil
    #expect(!destinations.contains { $0.isPresented(state) })
  }
}

extension TreeBasedNavigation.Enum {
  @ObservableState
  struct ParentState {
    @Presents var destination: State?
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
      typealias Destination = DestinationReducer.InventoryFeature.Destination
      @ObservableState
      struct State: Equatable {
        @Presents var destination: Destination.State?
      }
      enum Action {
        case addButtonTapped
        case destination(PresentationAction<Destination.Action>)
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          // ...
          switch action {
          // The next snippet, "Present Features by Setting Enum Cases".
          case .addButtonTapped:
            state.destination = .addItem(AddFeature.State())
            return .none

          case .destination:
            return .none
          }
        }
        .ifLet(\.$destination, action: \.destination)
      }
    }
  }
}
extension TreeBasedNavigation.DestinationReducer.InventoryFeature.Destination.State: Equatable {}

extension TreeBasedNavigationTests {
  private typealias InventoryFeature = TreeBasedNavigation.Implementation.InventoryFeature

  @Test func `the enum reducer is expanded into a feature with state and action types`() {
    typealias Destination = TreeBasedNavigation.DestinationReducer.InventoryFeature.Destination
    var state = Destination.State.detailItem(DetailFeature.State())
    _ = Destination.body.reduce(into: &state, action: .detailItem(.incrementButtonTapped))
    #expect(state.detailItem?.count == 1)
  }

  @Test func `a single optional holds the destination, and ifLet runs and dismisses it`() async {
    typealias SingleOptional = TreeBasedNavigation.SingleOptional
    let alone = Store(
      initialState: SingleOptional.InventoryFeature.State(
        destination: .detailItem(DetailFeature.State())
      )
    ) {
      SingleOptional.InventoryFeature()
    }
    alone.send(.destination(.presented(.detailItem(.incrementButtonTapped))))
    #expect(alone.destination?.detailItem?.count == 0)

    let store = TestStore(
      initialState: InventoryFeature.State(destination: .detailItem(DetailFeature.State()))
    ) {
      InventoryFeature()
    }
    await store.send(\.destination.detailItem.incrementButtonTapped) {
      $0.destination?.detailItem?.count = 1
    }
    await store.send(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  @Test func `features are presented by setting enum cases`() async {
    let store = TestStore(initialState: InventoryFeature.State()) { InventoryFeature() }
    await store.send(.addButtonTapped) {
      $0.destination = .addItem(AddFeature.State())
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
    @Test func `each case of the destination has its form of navigation`() async {
      typealias Feature = TreeBasedNavigation.Implementation.InventoryFeature
      func withDestination(
        _ destination: Feature.Destination.State,
        _ body: (StoreOf<Feature>, TestWindow) async -> Void
      ) async {
        let store = Store(initialState: Feature.State(destination: destination)) { Feature() }
        await withWindow(
          NavigationStack { TreeBasedNavigation.Implementation.InventoryView(store: store) }
        ) {
          await body(store, $0)
        }
      }
      await withDestination(.addItem(AddFeature.State())) { store, window in
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Add") })
        #expect(window.window.widget.openPopovers.isEmpty && window.pageCount == 1)
        store.send(.destination(.dismiss))
        #expect(await eventually { dialogs.isEmpty })
      }
      await withDestination(.editItem(EditFeature.State(item: Item(name: "Lamp")))) {
        store,
        window in
        #expect(
          await eventually {
            window.window.widget.openPopovers.flatMap(\.visibleTexts) == ["Edit Lamp"]
          }
        )
        #expect(dialogs.isEmpty && window.pageCount == 1)
        store.send(.destination(.dismiss))
        #expect(await eventually { window.window.widget.openPopovers.isEmpty })
      }
      await withDestination(.detailItem(DetailFeature.State(count: 3))) { store, window in
        #expect(await eventually { window.content.visibleTexts.contains("Detail 3") })
        #expect(dialogs.isEmpty && window.window.widget.openPopovers.isEmpty)
        store.send(.destination(.dismiss))
        #expect(await eventually { window.pageCount == 1 })
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
        @Presents var editItem: EditFeature.State?
        @Presents var detailItem: DetailFeature.State?
        @Presents var alert: AlertState<Action.Alert>?
        @Presents var confirmationDialog: ConfirmationDialogState<Action.Alert>?
      }
      enum Action {
        case addItem(PresentationAction<AddFeature.Action>)
        case editItem(PresentationAction<EditFeature.Action>)
        case detailItem(PresentationAction<DetailFeature.Action>)
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
        .ifLet(\.$editItem, action: \.editItem) { EditFeature() }
        .ifLet(\.$detailItem, action: \.detailItem) { DetailFeature() }
        .ifLet(\.$alert, action: \.alert)
        .ifLet(\.$confirmationDialog, action: \.confirmationDialog)
      }
    }
  }
}

#if GTK
  extension TreeBasedNavigation.Unification {
    typealias AddFeatureView = AddView
    typealias EditFeatureView = EditView
    typealias DetailFeatureView = DetailView

    struct FeatureView: View {
      @Bindable var store: StoreOf<Feature>

      var body: some View {
        Button("Feature") {}
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
    @Test func `each form of navigation follows its state`() async throws {
      typealias Feature = TreeBasedNavigation.Unification.Feature
      let store = Store(initialState: Feature.State()) { Feature() }
      let view = TreeBasedNavigation.Unification.FeatureView(store: store)
      try await withWindow(NavigationStack { view }) { window in
        #expect(await eventually { window.content.visibleTexts == ["Feature"] })
        store.send(.set(Feature.State(addItem: AddFeature.State())))
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Add") })
        store.send(.set(Feature.State(alert: AlertState { TextState("Sure?") })))
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Sure?") })
        store.send(
          .set(Feature.State(confirmationDialog: ConfirmationDialogState { TextState("Which?") }))
        )
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains("Which?") })
        store.send(.set(Feature.State()))
        #expect(await eventually { dialogs.isEmpty })
        store.send(.set(Feature.State(editItem: EditFeature.State(item: Item(name: "Lamp")))))
        #expect(
          await eventually {
            window.window.widget.openPopovers.flatMap(\.visibleTexts) == ["Edit Lamp"]
          }
        )
        store.send(.set(Feature.State()))
        #expect(await eventually { window.window.widget.openPopovers.isEmpty })
        store.send(.set(Feature.State(detailItem: DetailFeature.State(count: 3))))
        #expect(await eventually { window.content.visibleTexts == ["Detail 3", "Increment"] })
        try #require(window.content.button("Increment")).click()
        #expect(await eventually { window.content.visibleTexts == ["Detail 4", "Increment"] })
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
        editItem: EditFeature.State(),
        detailItem: DetailFeature.State(),
        alert: AlertState { TextState("Sure?") },
        confirmationDialog: ConfirmationDialogState { TextState("Which?") }
      )
    ) {
      Feature()
    }
    await store.send(\.detailItem.incrementButtonTapped) { $0.detailItem?.count = 1 }
    await store.send(\.addItem.dismiss) { $0.addItem = nil }
    await store.send(\.editItem.dismiss) { $0.editItem = nil }
    await store.send(\.detailItem.dismiss) { $0.detailItem = nil }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.send(\.confirmationDialog.confirm) { $0.confirmationDialog = nil }
  }
}

// MARK: - Backwards Compatibility

#if GTK
  // The helper as written, but for the namespace. It needs SwiftUI's deprecated link, whose type
  // names its destination, and SwiftUI's transactions. This package has neither, so that they are
  // filled in below; its own `NavigationLink` has an initializer like the helper's.
  @available(iOS, introduced: 13, deprecated: 16)
  @available(macOS, introduced: 10.15, deprecated: 13)
  @available(tvOS, introduced: 13, deprecated: 16)
  @available(watchOS, introduced: 6, deprecated: 9)
  extension TreeBasedNavigation.BackwardsCompatibility.NavigationLink {
    public init<D, C: View>(
      item: Binding<D?>,
      onNavigate: @escaping (_ isActive: Bool) -> Void,
      @ViewBuilder destination: (D) -> C,
      @ViewBuilder label: () -> Label
    ) where Destination == C? {
      self.init(
        destination: item.wrappedValue.map(destination),
        isActive: Binding(
          get: { item.wrappedValue != nil },
          set: { isActive, transaction in
            onNavigate(isActive)
            if !isActive {
              item.transaction(transaction).wrappedValue = nil
            }
          }
        ),
        label: label
      )
    }
  }

  extension TreeBasedNavigation {
    enum BackwardsCompatibility {
      struct NavigationLink<Label: View, Destination: View>: View {
        let destination: Destination
        let isActive: Binding<Bool>
        let label: Label

        init(destination: Destination, isActive: Binding<Bool>, label: () -> Label) {
          self.destination = destination
          self.isActive = isActive
          self.label = label()
        }

        var body: some View {
          Button {
            isActive.wrappedValue = true
          } label: {
            label
          }
          .navigationDestination(isPresented: isActive) { destination }
        }
      }

      struct Transaction {}

      /// The helper in use.
      struct HelperView: View {
        @Bindable var store: StoreOf<Implementation.InventoryFeature>
        let onNavigate: (Bool) -> Void

        var body: some View {
          NavigationLink(
            item: $store.scope(
              state: \.destination?.addItem,
              action: \.destination.addItem
            ),
            onNavigate: onNavigate
          ) { store in
            AddView(store: store)
          } label: {
            Text("Add item")
          }
        }
      }

      /// The package's own link in its place.
      struct LinkView: View {
        @Bindable var store: StoreOf<Implementation.InventoryFeature>
        let onNavigate: (Bool) -> Void

        var body: some View {
          ComposableGtk.NavigationLink(
            item: $store.scope(
              state: \.destination?.addItem,
              action: \.destination.addItem
            ),
            onNavigate: onNavigate
          ) { store in
            AddView(store: store)
          } label: {
            Text("Add item")
          }
        }
      }
    }
  }

  @MainActor
  extension Binding {
    fileprivate typealias Transaction = TreeBasedNavigation.BackwardsCompatibility.Transaction

    fileprivate init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
      self.init(get: get, set: { set($0, Transaction()) })
    }

    fileprivate func transaction(_ transaction: Transaction) -> Self { self }
  }

  extension SeedViewTests.TreeBasedNavigationViews {
    @Test func `the helper's link tells of both ways, and its page follows the item`() async throws
    {
      try await expectLink {
        TreeBasedNavigation.BackwardsCompatibility.HelperView(store: $0, onNavigate: $1)
      }
    }

    @Test func `this package's link with an item does as the helper's`() async throws {
      try await expectLink {
        TreeBasedNavigation.BackwardsCompatibility.LinkView(store: $0, onNavigate: $1)
      }
    }

    private func expectLink<Link: View>(
      _ link: (StoreOf<InventoryFeature>, @escaping (Bool) -> Void) -> Link
    ) async throws {
      let store = Store(initialState: InventoryFeature.State()) { InventoryFeature() }
      let ways = LockIsolated<[Bool]>([])
      let view = link(store) { isActive in
        ways.withValue { $0.append(isActive) }
        if isActive { store.send(.addButtonTapped) }
      }
      try await withWindow(NavigationStack { view }) { window in
        #expect(await eventually { window.content.button("Add item") != nil })
        try #require(window.content.button("Add item")).click()
        #expect(ways.value == [true])
        #expect(await eventually { window.content.visibleTexts == ["Add"] })
        try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
        #expect(ways.value == [true, false])
        #expect(store.destination == nil)
        #expect(await eventually { window.content.visibleTexts == ["Add item"] })
      }
    }

    private typealias InventoryFeature = TreeBasedNavigation.Implementation.InventoryFeature
  }
#endif

// MARK: - Integration, Dismissal

extension TreeBasedNavigation {
  enum Integration {
    @Reducer
    struct InventoryFeature {
      typealias Destination = DestinationReducer.InventoryFeature.Destination
      @ObservableState
      struct State: Equatable {
        @Presents var destination: Destination.State?
      }
      enum Action {
        case closeButtonTapped
        case destination(PresentationAction<Destination.Action>)
      }

      @Dependency(\.items) var database

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
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

extension DependencyValues {
  fileprivate var items: TreeBasedNavigation.Items {
    get { self[TreeBasedNavigation.Items.self] }
    set { self[TreeBasedNavigation.Items.self] = newValue }
  }
}

extension TreeBasedNavigationTests {
  @Test func `the parent detects the child's action, and closes and saves it`() async {
    typealias Feature = TreeBasedNavigation.Integration.InventoryFeature
    let items = TreeBasedNavigation.Items()
    let store = TestStore(
      initialState: Feature.State(
        destination: .editItem(EditFeature.State(item: Item(name: "Lamp")))
      )
    ) {
      Feature()
    } withDependencies: {
      $0.items = items
    }
    await store.send(\.destination.editItem.saveButtonTapped) {
      $0.destination = nil
    }
    await store.finish()
    #expect(items.saved.value == [Item(name: "Lamp")])
  }

  @Test func `features are dismissed by nil-ing out the state`() async {
    typealias Feature = TreeBasedNavigation.Integration.InventoryFeature
    let store = TestStore(
      initialState: Feature.State(destination: .addItem(AddFeature.State()))
    ) {
      Feature()
    }
    await store.send(.closeButtonTapped) {
      $0.destination = nil
    }
  }
}

// MARK: - Self-Dismissal from Child

extension TreeBasedNavigation {
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

extension TreeBasedNavigation.SelfDismissal.Feature.State: Equatable {}

extension TreeBasedNavigationTests {
  @Test func `dismiss sends the dismiss action, which makes the state nil`() async {
    let store = selfDismissalStore()
    await store.send(\.feature.closeButtonTapped)
    await store.receive(\.feature.dismiss) {
      $0.feature = nil
    }
  }

  @Test func `an action sent after dismissal fails the test`() async {
    let issues = LockIsolated(0)
    await withKnownIssue {
      let store = selfDismissalStore()
      await store.send(\.feature.closeAndTickButtonTapped)
      await store.receive(\.feature.dismiss) {
        $0.feature = nil
      }
      await store.finish()
    } matching: { issue in
      issues.withValue { $0 += 1 }
      return issue.isOfActionAfterDismissal("tick")
    }
    #expect(issues.value == 1)
  }

  @Test func `an action sent after dismissal causes a runtime warning`() async {
    typealias SelfDismissal = TreeBasedNavigation.SelfDismissal
    let warnings = LockIsolated(0)
    await withKnownIssue {
      let store = Store(
        initialState: SelfDismissal.Parent.State(feature: SelfDismissal.Feature.State())
      ) {
        SelfDismissal.Parent()
      }
      await store.send(.feature(.presented(.closeAndTickButtonTapped))).finish()
      #expect(store.feature == nil)
    } matching: { issue in
      warnings.withValue { $0 += 1 }
      return issue.isOfActionAfterDismissal("tick")
    }
    #expect(warnings.value == 1)
  }

  @Test func `dismiss is async, and only the closure of run can wait for it`() {
    typealias Feature = TreeBasedNavigation.SelfDismissal.Feature
    // Of these overloads, the compiler takes the second only if it has to.
    typealias Parameters = (StaticString, StaticString, UInt, UInt)
    func isAsync<each P>(_: @MainActor (repeat each P) -> Void) -> Bool { false }
    func isAsync<each P>(_: @MainActor (repeat each P) async -> Void) -> Bool { true }
    #expect(isAsync(DismissEffect {}.callAsFunction))

    func takesAsync(
      _: (@escaping (inout Feature.State, Feature.Action) async -> Effect<Feature.Action>)
        -> Reduce<Feature.State, Feature.Action>
    ) -> Bool { true }
    func takesAsync(
      _: (@escaping (inout Feature.State, Feature.Action) -> Effect<Feature.Action>)
        -> Reduce<Feature.State, Feature.Action>
    ) -> Bool { false }
    #expect(!takesAsync(Reduce<Feature.State, Feature.Action>.init))
  }

  @Test func `the reducers' dismiss has no use in views, where no feature runs`() async {
    @Dependency(\.dismiss) var dismiss
    await withKnownIssue {
      await dismiss()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("nothing presents it") }
    }
  }

  @Test func `a feature that nothing presents cannot dismiss itself`() async {
    let store = Store(initialState: TreeBasedNavigation.SelfDismissal.Feature.State()) {
      TreeBasedNavigation.SelfDismissal.Feature()
    }
    await withKnownIssue {
      await store.send(.closeButtonTapped).finish()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("dismiss") }
    }
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

#if GTK
  extension TreeBasedNavigation.SelfDismissal {
    /// Has a button for each of the two types that dismiss.
    struct FeatureView: View {
      let store: StoreOf<Feature>
      @Environment(\.dismiss) var dismiss

      var body: some View {
        Button("Close by view") { dismiss() }
        Button("Close by reducer") { store.send(.closeButtonTapped) }
      }
    }

    struct ParentView: View {
      @Bindable var store: StoreOf<Parent>

      var body: some View {
        Text("Parent")
          .sheet(item: $store.scope(state: \.feature, action: \.feature)) { store in
            FeatureView(store: store)
          }
      }
    }
  }

  extension SeedViewTests.TreeBasedNavigationViews {
    @Test(arguments: ["Close by view", "Close by reducer"])
    func `views and reducers dismiss a sheet each in their way`(button: String) async throws {
      typealias SelfDismissal = TreeBasedNavigation.SelfDismissal
      let actions = LockIsolated<[String]>([])
      let store = Store(
        initialState: SelfDismissal.Parent.State(feature: SelfDismissal.Feature.State())
      ) {
        Reduce<SelfDismissal.Parent.State, SelfDismissal.Parent.Action> { _, action in
          actions.withValue {
            $0.append(action.is(\.feature.dismiss) ? "dismiss" : "action of the feature")
          }
          return .none
        }
        SelfDismissal.Parent()
      }
      try await withWindow(SelfDismissal.ParentView(store: store)) { _ in
        #expect(await eventually { dialogs.first?.button(button) != nil })
        try #require(dialogs.first?.button(button)).click()
        #expect(await eventually { store.feature == nil && dialogs.isEmpty })
      }
      // The view's dismisses by itself, the reducer's as an effect of an action of the feature.
      #expect(
        actions.value
          == (button == "Close by view" ? ["dismiss"] : ["action of the feature", "dismiss"])
      )
    }
  }
#endif

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

// The document's two tests `dismissal` have the same two slips: they run `CounterFeature()` where
// the state is that of `Feature` (set right: `Feature()`), and they await without being `async`.

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

    @Test func `a counter that has not reached 5 is not dismissed`() async {
      let store = TestStore(initialState: Feature.State(counter: CounterFeature.State(count: 5))) {
        Feature()
      }
      await store.send(\.counter.decrementButtonTapped) {
        $0.counter?.count = 4
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

    @Test func `what a non-exhaustive test leaves out fails an exhaustive one`() async {
      let issues = LockIsolated(0)
      await withKnownIssue {
        let store = TestStore(
          initialState: Feature.State(counter: CounterFeature.State(count: 3))
        ) {
          Feature()
        }
        await store.send(\.counter.incrementButtonTapped)
        await store.send(\.counter.incrementButtonTapped)
        await store.receive(\.counter.dismiss)
      } matching: { _ in
        issues.withValue { $0 += 1 }
        return true
      }
      // The three changes of state.
      #expect(issues.value == 3)
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
