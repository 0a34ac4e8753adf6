import ComposableArchitecture
import Foundation
import Testing

// MARK: Multiple destinations

@Reducer
struct ManyDestinations {
  @Reducer
  enum Destination {
    case drillDown(Tally)
    case popover(Tally)
    case sheet(Tally)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)

    @CasePathable
    enum Alert { case confirmDeletion, cancel }
    @CasePathable
    enum Dialog { case flag }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var log: [String] = []
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case showAlert
    case showDialog
    case showDrillDown
    case showSheet(count: Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(.confirmDeletion))):
        state.log.append("deleted")
        return .none
      case .destination(.presented(.sheet(.plusButtonTapped))):
        state.log.append("plus")
        return .none
      case .destination(.dismiss):
        state.log.append("dismiss")
        return .none
      case .destination:
        return .none
      case .showAlert:
        state.destination = .alert(.deletion)
        return .none
      case .showDialog:
        state.destination = .dialog(
          ConfirmationDialogState {
            TextState("What now?")
          } actions: {
            ButtonState(role: .cancel) { TextState("Nothing") }
            ButtonState(action: .flag) { TextState("Flag") }
          }
        )
        return .none
      case .showDrillDown:
        state.destination = .drillDown(Tally.State())
        return .none
      case let .showSheet(count):
        state.destination = .sheet(Tally.State(count: count))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination) {
      Destination.body
    }
  }
}

extension ManyDestinations.Destination.State: Equatable {}

extension AlertState where Action == ManyDestinations.Destination.Alert {
  static let deletion = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) {
      TextState("Delete")
    }
    ButtonState(role: .cancel, action: .send(.cancel)) {
      TextState("Keep")
    }
  } message: {
    TextState("This cannot be undone.")
  }

  static func renamed(_ name: String) -> Self {
    AlertState {
      TextState("Renamed to \(name)")
    }
  }
}

// MARK: Navigate and load

@Reducer
struct NavigateAndLoad {
  @ObservableState
  struct State: Equatable {
    var isNavigationActive = false
    var tally: Tally.State?
    var rows: IdentifiedArrayOf<Row> = [
      Row(count: 1, id: UUID(0)), Row(count: 42, id: UUID(1)),
    ]
    var selection: Identified<Row.ID, Tally.State?>?

    struct Row: Equatable, Identifiable {
      var count: Int
      let id: UUID
    }
  }

  enum Action {
    case tally(Tally.Action)
    case selected(Tally.Action)
    case setNavigation(isActive: Bool)
    case setNavigationDelayCompleted
    case setSelection(UUID?)
    case selectionLoaded
  }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case load }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tally, .selected:
        return .none
      case .setNavigation(isActive: true):
        state.isNavigationActive = true
        return .run { send in
          try await self.clock.sleep(for: .seconds(1))
          await send(.setNavigationDelayCompleted)
        }
        .cancellable(id: CancelID.load)
      case .setNavigation(isActive: false):
        state.isNavigationActive = false
        state.tally = nil
        return .cancel(id: CancelID.load)
      case .setNavigationDelayCompleted:
        state.tally = Tally.State()
        return .none
      case let .setSelection(.some(id)):
        state.selection = Identified(nil, id: id)
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.selectionLoaded)
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)
      case .setSelection(.none):
        if let selection = state.selection, let count = selection.value?.count {
          state.rows[id: selection.id]?.count = count
        }
        state.selection = nil
        return .cancel(id: CancelID.load)
      case .selectionLoaded:
        guard let id = state.selection?.id else { return .none }
        let count = state.rows[id: id]?.count ?? 0
        state.selection?.value = Tally.State(count: count)
        return .none
      }
    }
    .ifLet(\.tally, action: \.tally) {
      Tally()
    }
    .ifLet(\.selection, action: \.selected) {
      EmptyReducer()
        .ifLet(\Identified<State.Row.ID, Tally.State?>.value, action: \.self) {
          Tally()
        }
    }
  }
}

// MARK: Stacks

@Reducer
struct ScreenA {
  @ObservableState
  struct State: Codable, Equatable, Hashable {
    var count = 0
    var fact: String?
  }
  enum Action {
    case closeButtonTapped
    case plusButtonTapped
    case response(Result<String, any Error>)
  }
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.trivia) var trivia
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await self.dismiss() }
      case .plusButtonTapped:
        state.count += 1
        return .run { [count = state.count] send in
          await send(.response(Result { try await self.trivia.fetch(about: count) }))
        }
      case let .response(.success(fact)):
        state.fact = fact
        return .none
      case .response(.failure):
        state.fact = nil
        return .none
      }
    }
  }
}

@Reducer
struct ScreenB {
  @ObservableState
  struct State: Codable, Equatable, Hashable {
    var id = 0
  }
  enum Action {
    case screenAButtonTapped
    case delegate(Delegate)
    @CasePathable
    enum Delegate: Equatable { case save(String) }
  }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .screenAButtonTapped:
        return .send(.delegate(.save("B")))
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct StackDemo {
  @Reducer(state: .codable, .equatable, .hashable)
  enum Path {
    case screenA(ScreenA)
    case screenB(ScreenB)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var saved: [String] = []
  }

  enum Action {
    case goBackToScreen(id: StackElementID)
    case goToAButtonTapped
    case path(StackActionOf<Path>)
    case popToRoot
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .goBackToScreen(id):
        state.path.pop(to: id)
        return .none
      case .goToAButtonTapped:
        state.path.append(.screenA(ScreenA.State()))
        return .none
      case let .path(action):
        switch action {
        case let .element(id: _, action: .screenB(.delegate(.save(text)))):
          state.saved.append(text)
          return .none
        case .element(id: _, action: .screenB(.screenAButtonTapped)):
          state.path.append(.screenA(ScreenA.State()))
          return .none
        case .element, .popFrom, .push:
          return .none
        }
      case .popToRoot:
        state.path.removeAll()
        return .none
      }
    }
    .forEach(\.path, action: \.path)
    .onChange(of: \.path.count) { _, state in
      precondition(state.path.count < 100)
      return .none
    }
  }
}

// MARK: Recursion

@Reducer
struct Nested {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var name = ""
    var rows: IdentifiedArrayOf<State> = []
  }
  indirect enum Action {
    case addRowButtonTapped
    case nameTextFieldChanged(String)
    case onDelete(IndexSet)
    case rows(IdentifiedActionOf<Nested>)
  }
  @Dependency(\.uuid) var uuid
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addRowButtonTapped:
        state.rows.append(State(id: self.uuid()))
        return .none
      case let .nameTextFieldChanged(name):
        state.name = name
        return .none
      case let .onDelete(indexSet):
        state.rows.remove(atOffsets: indexSet)
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      Self()
    }
  }
}

@MainActor
struct NavigationFeatureTests {
  @Test func destinations() async {
    let store = TestStore(initialState: ManyDestinations.State()) { ManyDestinations() }
    await store.send(.showDrillDown) { $0.destination = .drillDown(Tally.State()) }
    await store.send(.destination(.presented(.drillDown(.plusButtonTapped)))) {
      $0.destination.modify(\.drillDown) { $0.count = 1 }
    }
    await store.send(.showSheet(count: 3)) { $0.destination = .sheet(Tally.State(count: 3)) }
    await store.send(\.destination.sheet.plusButtonTapped) {
      $0.$destination[case: \.sheet]?.count = 4
      $0.log = ["plus"]
    }
    await store.send(\.destination.dismiss) {
      $0.destination = nil
      $0.log.append("dismiss")
    }
    await store.send(.showAlert) { $0.destination = .alert(.deletion) }
    await store.send(\.destination.alert.confirmDeletion) {
      $0.destination = nil
      $0.log.append("deleted")
    }
    await store.send(.showDialog) {
      $0.destination = .dialog(
        ConfirmationDialogState {
          TextState("What now?")
        } actions: {
          ButtonState(role: .cancel) {
            TextState("Nothing")
          }
          ButtonState(action: .flag) {
            TextState("Flag")
          }
        }
      )
    }
    await store.send(\.destination.dialog.flag) { $0.destination = nil }
    #expect(store.state.$destination.wrappedValue == nil)
  }

  @Test func destinationStores() throws {
    let store = Store(
      initialState: ManyDestinations.State(destination: .sheet(Tally.State(count: 1)))
    ) {
      ManyDestinations()
    }
    let sheet = store.scope(state: \.destination?.sheet, action: \.destination.sheet)
    #expect(sheet?.count == 1)
    #expect(store.scope(state: \.destination?.popover, action: \.destination.popover) == nil)
    let destination = try #require(store.scope(state: \.destination, action: \.destination))
    switch destination.case {
    case .drillDown, .popover, .alert, .dialog:
      Issue.record("wrong case")
    case let .sheet(store):
      store.send(.plusButtonTapped)
    }
    #expect(store.destination?.sheet?.count == 2)
    #expect(store.destination.is(\.sheet))
  }

  @Test func navigateAndLoad() async {
    let clock = TestClock()
    let store = TestStore(initialState: NavigateAndLoad.State()) {
      NavigateAndLoad()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.setNavigation(isActive: true)) { $0.isNavigationActive = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.setNavigationDelayCompleted) { $0.tally = Tally.State() }
    await store.send(.setNavigation(isActive: false)) {
      $0.isNavigationActive = false
      $0.tally = nil
    }
    await store.send(.setSelection(UUID(1))) { $0.selection = Identified(nil, id: UUID(1)) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.selectionLoaded) { $0.selection?.value = Tally.State(count: 42) }
    await store.send(.selected(.plusButtonTapped)) { $0.selection?.value?.count = 43 }
    await store.send(.setSelection(nil)) {
      $0.selection = nil
      $0.rows[id: UUID(1)]?.count = 43
    }
  }

  @Test func stack() async {
    let store = TestStore(initialState: StackDemo.State()) {
      StackDemo()
    } withDependencies: {
      $0.trivia.fetch = { "\($0) is prime" }
    }
    await store.send(.goToAButtonTapped) { $0.path.append(.screenA(ScreenA.State())) }
    await store.send(\.path[id: 0].screenA.plusButtonTapped) {
      $0.path[id: 0].modify(\.screenA) { $0.count = 1 }
    }
    await store.receive(\.path[id: 0].screenA.response.success) {
      $0.path[id: 0, case: \.screenA]?.fact = "1 is prime"
    }
    await store.send(.path(.push(id: 1, state: .screenB(ScreenB.State(id: 5))))) {
      $0.path[id: 1] = .screenB(ScreenB.State(id: 5))
    }
    await store.send(.path(.element(id: 1, action: .screenB(.screenAButtonTapped)))) {
      $0.path.append(.screenA(ScreenA.State()))
    }
    await store.receive(\.path[id: 1].screenB.delegate.save) { $0.saved = ["B"] }
    await store.send(.goBackToScreen(id: 1)) { $0.path.pop(to: 1) }
    await store.send(\.path.popFrom, 1) { $0.path.pop(from: 1) }
    await store.send(.path(.element(id: 0, action: .screenA(.closeButtonTapped))))
    await store.receive(\.path.popFrom) { $0.path.removeLast() }
  }

  @Test func recursion() async {
    let store = TestStore(initialState: Nested.State(id: UUID())) {
      Nested()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addRowButtonTapped) { $0.rows.append(Nested.State(id: UUID(0))) }
    await store.send(\.rows[id: UUID(0)].addRowButtonTapped) {
      $0.rows[id: UUID(0)]?.rows.append(Nested.State(id: UUID(1)))
    }
    await store.send(\.rows[id: UUID(0)].rows[id: UUID(1)].nameTextFieldChanged, "leaf") {
      $0.rows[id: UUID(0)]?.rows[id: UUID(1)]?.name = "leaf"
    }
    await store.send(.rows(.element(id: UUID(0), action: .onDelete([0])))) {
      $0.rows[0].rows = []
    }
  }
}
