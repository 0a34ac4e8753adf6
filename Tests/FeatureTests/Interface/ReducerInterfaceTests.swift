import ComposableArchitecture
import Foundation
import Testing

/// Every way to write and to compose a reducer, as features use them.
@MainActor
@Suite
struct ReducerInterfaceTests {
  // MARK: Two requirements, either suffices

  @Reducer
  struct Tally {
    @ObservableState
    struct State: Equatable { var count = 0 }
    enum Action: Equatable { case add(Int), reset }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let amount): state.count += amount
        case .reset: state.count = 0
        }
        return .none
      }
    }
  }

  @Reducer
  struct Limited {
    typealias State = Tally.State
    typealias Action = Tally.Action
    let limit: Int
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let effect = Tally().reduce(into: &state, action: action)
      state.count = min(state.count, limit)
      return effect
    }
  }

  @Test func `a reducer with a function is used as one with a body`() async {
    let store = TestStore(initialState: Tally.State()) { Limited(limit: 3) }
    await store.send(.add(2)) { $0.count = 2 }
    await store.send(.add(2)) { $0.count = 3 }
    await store.send(.reset) { $0.count = 0 }
  }

  @Test func `reducers are wrapped, combined and left empty`() {
    let store = Store(initialState: Tally.State()) {
      Reduce(Tally())
      CombineReducers {
        Tally()
        EmptyReducer()
        Reduce<Tally.State, Tally.Action> { state, _ in
          state.count *= 10
          return .none
        }
      }
    }
    store.send(.add(1))
    #expect(store.count == 20)
  }

  // MARK: Scope

  @Reducer
  struct Two {
    @ObservableState
    struct State: Equatable {
      var first = Tally.State()
      var second = Tally.State()
      var session: Session.State = .loggedOut(Tally.State())
    }
    enum Action {
      case first(Tally.Action)
      case second(Tally.Action)
      case session(Session.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { Tally() }
      Scope(state: \.second, action: \.second) {
        Tally()
        Limited(limit: 5)
      }
      Scope(state: \.session, action: \.session) { Session() }
    }
  }

  @Reducer
  struct Session {
    @ObservableState
    enum State: Equatable {
      case loggedOut(Tally.State)
      case loggedIn(Tally.State)
    }
    enum Action {
      case logInButtonTapped
      case loggedIn(Tally.Action)
      case loggedOut(Tally.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.loggedOut, action: \.loggedOut) { Tally() }
      Reduce { state, action in
        guard case .logInButtonTapped = action else { return .none }
        state = .loggedIn(Tally.State())
        return .none
      }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) { Tally() }
    }
  }

  @Test func `children are scoped by key path and by case`() async {
    let store = TestStore(initialState: Two.State()) { Two() }
    await store.send(.first(.add(1))) { $0.first.count = 1 }
    await store.send(\.second.add, 4) { $0.second.count = 5 }
    await store.send(\.session.loggedOut.add, 2) {
      $0.session = .loggedOut(Tally.State(count: 2))
    }
    await store.send(\.session.logInButtonTapped) { $0.session = .loggedIn(Tally.State()) }
    await store.send(\.session.loggedIn.add, 3) {
      $0.session.modify(\.loggedIn) { $0.count = 3 }
    }
  }

  @Test func `an action of a case that is not current is reported`() async {
    let store = TestStore(initialState: Two.State()) { Two() }
    await withKnownIssue {
      await store.send(\.session.loggedIn.add, 3)
    } matching: {
      $0.description.contains("loggedIn")
    }
    let scoped = TestStore(initialState: Session.State.loggedIn(Tally.State())) { Session() }
    await withKnownIssue {
      await scoped.send(.loggedOut(.reset))
    } matching: {
      $0.description.contains("loggedOut")
    }
  }

  @Reducer
  struct Outer {
    @ObservableState
    struct State: Equatable { var tally = Tally.State() }
    enum Action { case inner(Tally.Action), unrelated }
    var body: some Reducer<State, Action> {
      Scope(state: \.self, action: \.inner) {
        Scope(state: \.tally, action: \.self) { Tally() }
      }
    }
  }

  @Test func `state and action can be scoped to themselves`() async {
    let store = TestStore(initialState: Outer.State()) { Outer() }
    await store.send(.inner(.add(2))) { $0.tally.count = 2 }
    await store.send(.unrelated)
  }

  // MARK: The builder

  @Reducer
  struct Built {
    typealias State = [String]
    typealias Action = Void
    var flag = true
    var choice: Choice? = .left
    var names = ["a", "b"]
    enum Choice { case left, right(Int) }

    var body: some Reducer<[String], Void> {
      if flag { Log("if") }
      if flag { Log("then") } else { Log("else") }
      if !flag { Log("never") } else if choice == nil { Log("no choice") } else { Log("choice") }
      if let choice {
        switch choice {
        case .left: Log("left")
        case .right(let number):
          let text = "right \(number)"
          Log(text)
        }
      }
      for name in names { Log(name) }
      if #available(macOS 10, *) { Log("available") }
      #if os(Linux)
        Log("Linux")
      #else
        Log("elsewhere")
      #endif
      maybeEmpty
      let last = "last"
      Log(last)
    }

    @ReducerBuilder<[String], Void>
    var maybeEmpty: some Reducer<[String], Void> {
      if names.isEmpty { Log("empty") }
    }

    struct Log: Reducer {
      let text: String
      init(_ text: String) { self.text = text }
      func reduce(into state: inout [String], action: Void) -> Effect<Void> {
        state.append(text)
        return .none
      }
    }
  }

  @Test func `a body has conditions, loops and declarations`() {
    let store = Store(initialState: [] as [String]) { Built() }
    store.send(())
    let log = store.withState { $0 }
    #expect(
      log
        == ["if", "then", "choice", "left", "a", "b", "available", "Linux", "last"]
    )
    let other = Store(initialState: [] as [String]) {
      Built(flag: false, choice: .right(2), names: [])
    }
    other.send(())
    let otherLog = other.withState { $0 }
    #expect(
      otherLog
        == ["else", "never", "right 2", "available", "Linux", "empty", "last"]
    )
  }

  // MARK: Optional, case and collection operators

  @Reducer
  struct Family {
    @ObservableState
    struct State: Equatable {
      var child: Tally.State?
      @Presents var sheet: Tally.State?
      @Presents var alert: AlertState<Action.Alert>?
      @Presents var dialog: ConfirmationDialogState<Action.Dialog>?
      @Presents var destination: Destination.State?
      var rows: IdentifiedArrayOf<Row.State> = []
      var path = StackState<Tally.State>()
      var screens = StackState<Screen.State>()
    }
    enum Action {
      case child(Tally.Action)
      case sheet(PresentationAction<Tally.Action>)
      case alert(PresentationAction<Alert>)
      case dialog(PresentationAction<Dialog>)
      case destination(PresentationAction<Destination.Action>)
      case rows(IdentifiedActionOf<Row>)
      case path(StackActionOf<Tally>)
      case screens(StackActionOf<Screen>)
      @CasePathable enum Alert { case confirm }
      @CasePathable enum Dialog: Equatable { case choose(Int) }
    }
    @Reducer
    enum Destination {
      case tally(Tally)
      case alert(AlertState<Never>)
    }
    @Reducer
    enum Screen {
      case tally(Tally)
      case row(Row)
      @ReducerCaseIgnored
      case text(String)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .alert(.presented(.confirm)): state.child = nil
        case .dialog(.presented(.choose(let count))): state.child = Tally.State(count: count)
        case .rows(.element(id: let id, action: .delete)): state.rows.remove(id: id)
        default: break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Tally() }
      .ifLet(\.$sheet, action: \.sheet) { Tally() }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path) { Tally() }
      .forEach(\.screens, action: \.screens)
    }
  }

  @Reducer
  struct Row {
    @ObservableState
    struct State: Equatable, Identifiable {
      let id: UUID
      var tally = Tally.State()
    }
    enum Action { case delete, tally(Tally.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.tally, action: \.tally) { Tally() }
    }
  }

  @Test func `children are optional, presented, in cases, in rows and in stacks`() async {
    let store = TestStore(
      initialState: Family.State(
        child: Tally.State(),
        sheet: Tally.State(),
        alert: AlertState { TextState("Sure?") },
        dialog: ConfirmationDialogState { TextState("Which?") },
        destination: .tally(Tally.State()),
        rows: [Row.State(id: UUID(0)), Row.State(id: UUID(1))],
        path: StackState([Tally.State(), Tally.State(count: 1)]),
        screens: StackState([.tally(Tally.State()), .row(Row.State(id: UUID(2))), .text("Hi")])
      )
    ) {
      Family()
    }
    await store.send(\.child.add, 1) { $0.child?.count = 1 }
    await store.send(\.sheet.add, 2) { $0.sheet?.count = 2 }
    await store.send(\.sheet.presented.reset) { $0.sheet?.count = 0 }
    await store.send(\.sheet.dismiss) { $0.sheet = nil }
    await store.send(\.dialog.choose, 4) {
      $0.dialog = nil
      $0.child?.count = 4
    }
    await store.send(\.alert.confirm) {
      $0.alert = nil
      $0.child = nil
    }
    await store.send(\.destination.tally.add, 5) {
      $0.destination?.modify(\.tally) { $0.count = 5 }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(\.rows[id: UUID(1)].tally.add, 6) { $0.rows[id: UUID(1)]?.tally.count = 6 }
    await store.send(.rows(.element(id: UUID(0), action: .delete))) {
      $0.rows = [Row.State(id: UUID(1), tally: Tally.State(count: 6))]
    }
    await store.send(\.path[id: 1].add, 7) { $0.path[id: 1]?.count = 8 }
    await store.send(\.path.popFrom, 1) { $0.path.removeLast() }
    await store.send(\.path.push, (id: 5, state: Tally.State(count: 9))) {
      $0.path[id: 5] = Tally.State(count: 9)
    }
    await store.send(\.screens[id: 2].tally.add, 8) {
      $0.screens[id: 2, case: \.tally]?.count = 8
    }
    await store.send(\.screens[id: 3].row.tally.add, 9) {
      $0.screens[id: 3]?.modify(\.row) { $0.tally.count = 9 }
    }
    await store.send(.screens(.popFrom(id: 3))) { $0.screens.pop(from: 3) }
  }

  // MARK: Modifiers

  @Reducer
  struct Watched {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var parity = "even"
      var log: [String] = []
    }
    enum Action { case set(Int), changed(Int, Int) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let count): state.count = count
        case .changed(let old, let new): state.log.append("\(old) to \(new)")
        }
        return .none
      }
      .onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.parity = new.isMultiple(of: 2) ? "even" : "odd"
          return .send(.changed(old, new))
        }
      }
      .onChange(of: \.parity) { old, state in
        state.log.append("was \(old)")
        return .none
      }
    }
  }

  @Test func `changes are followed by a reducer or by an effect`() async {
    let store = TestStore(initialState: Watched.State()) { Watched() }
    await store.send(.set(1)) {
      $0.count = 1
      $0.parity = "odd"
      $0.log = ["was even"]
    }
    await store.receive(\.changed) { $0.log = ["was even", "0 to 1"] }
    await store.send(.set(1))
  }

  @Reducer
  struct Dependent {
    @ObservableState
    struct State: Equatable {
      var id: UUID?
      var date: Date?
      var rate = 0
    }
    enum Action { case read }
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    @Dependency(Rates.self) var rates
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.id = uuid()
        state.date = now
        state.rate = rates.current()
        return .none
      }
    }
  }

  struct Rates: TestDependencyKey, Sendable {
    var current: @Sendable () -> Int
    static let testValue = Rates(current: { -1 })
  }

  @Test func `dependencies are set, replaced by type and transformed for a reducer`() {
    let store = Store(initialState: Dependent.State()) {
      Dependent()
        .dependency(\.date.now, Date(timeIntervalSince1970: 1))
        .dependency(\.uuid, .constant(UUID(7)))
        .dependency(Rates(current: { 3 }))
        .transformDependency(\.date) { $0 = .constant(Date(timeIntervalSince1970: 2)) }
        .transformDependency(\.self) { $0[Rates.self].current = { 4 } }
    }
    store.send(.read)
    #expect(store.id == UUID(7))
    #expect(store.date == Date(timeIntervalSince1970: 1))
    #expect(store.rate == 3)
  }

  @Test func `printing changes does not change the reducer`() {
    let store = Store(initialState: Tally.State()) {
      CombineReducers {
        Tally()._printChanges()
        Tally()._printChanges(.actionLabels)
        Tally()._printChanges(.customDump)
      }
    }
    store.send(.add(1))
    #expect(store.count == 3)
  }

  // MARK: Bindings and view actions

  @Reducer
  struct Form {
    @ObservableState
    struct State: Equatable {
      var name = ""
      var age = 18
      var isOn = false
      var nested = Nested()
      var log: [String] = []
      struct Nested: Equatable { var text = "" }
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case saveButtonTapped
    }
    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.isOn) { _, isOn in
          Reduce { state, _ in
            state.log.append("switched \(isOn ? "on" : "off")")
            return .none
          }
        }
      Reduce { state, action in
        switch action {
        case .binding(\.name):
          state.log.append("name")
          return .none
        case .binding(\.nested.text):
          state.log.append("text")
          return .none
        case .binding:
          return .none
        case .saveButtonTapped:
          return .send(.set(\.name, "saved"))
        }
      }
    }
  }

  @Test func `bindings are written, matched and asserted`() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.binding(.set(\.name, "Mina"))) {
      $0.name = "Mina"
      $0.log = ["name"]
    }
    await store.send(.set(\.age, 42)) { $0.age = 42 }
    await store.send(\.binding.isOn, true) {
      $0.isOn = true
      $0.log.append("switched on")
    }
    await store.send(.binding(.set(\.nested.text, "Hi"))) {
      $0.nested.text = "Hi"
      $0.log.append("text")
    }
    await store.send(.saveButtonTapped)
    await store.receive(\.binding.name) {
      $0.name = "saved"
      $0.log.append("name")
    }
    let action = BindingAction<Form.State>.set(\.age, 3)
    #expect(action == .set(\.age, 3))
    #expect(action != .set(\.age, 4))
    #expect(action.keyPath == \Form.State.age)
    #expect(action.is(\.age))
  }

  @Reducer
  struct Screen {
    @ObservableState
    struct State: Equatable {
      var text = ""
      var taps = 0
    }
    @CasePathable
    enum Action: ViewAction {
      case loaded(String)
      case view(View)
      @CasePathable
      enum View: BindableAction {
        case binding(BindingAction<State>)
        case tapped
      }
    }
    var body: some ReducerOf<Self> {
      BindingReducer(action: \.view)
      Reduce { state, action in
        switch action {
        case .loaded(let text): state.text = text
        case .view(.binding(\.text)): state.taps -= 1
        case .view(.tapped): state.taps += 1
        case .view: break
        }
        return .none
      }
    }
  }

  @ViewAction(for: Screen.self)
  @MainActor
  struct ScreenView {
    let store: StoreOf<Screen>
    func tap() { send(.tapped) }
    func type(_ text: String) { send(.binding(.set(\.text, text))) }
  }

  @Test func `a view sends its actions`() async {
    let live = ScreenView(store: Store(initialState: Screen.State()) { Screen() })
    live.tap()
    live.tap()
    live.type("Hi")
    #expect(live.store.state == Screen.State(text: "Hi", taps: 1))

    let store = TestStore(initialState: Screen.State()) { Screen() }
    await store.send(\.view.tapped) { $0.taps = 1 }
    await store.send(\.view.binding.text, "Ho") {
      $0.text = "Ho"
      $0.taps = 0
    }
    await store.send(\.loaded, "!") { $0.text = "!" }
  }
}

extension ReducerInterfaceTests.Family.Destination.State: Equatable {}
extension ReducerInterfaceTests.Family.Screen.State: Equatable {}

// MARK: - An enum of features with a reducer of its own

@Reducer
public enum SessionFlow {
  case entrance(Entrance)
  case lobby(Lobby)

  public static var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .entrance(.enter(let name)):
        state = .lobby(Lobby.State(name: name))
        return .none
      case .lobby(.leave):
        state = .entrance(Entrance.State())
        return .none
      case .entrance, .lobby:
        return .none
      }
    }
    .ifCaseLet(\.entrance, action: \.entrance) { Entrance() }
    .ifCaseLet(\.lobby, action: \.lobby) { Lobby() }
    Reduce { _, _ in .none }
  }

  @Reducer
  public struct Entrance {
    @ObservableState
    public struct State: Equatable {
      public var attempts = 0
      public init() {}
    }

    public enum Action { case enter(String), knock }

    public init() {}

    public var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .knock = action { state.attempts += 1 }
        return .none
      }
    }
  }

  @Reducer
  public struct Lobby {
    @ObservableState
    public struct State: Equatable {
      public var name: String
    }

    public enum Action { case leave }

    public init() {}

    public var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

extension SessionFlow.State: Equatable {}

@MainActor
@Suite struct EnumWithBodyTests {
  @Test func `an enum of features can have its own body`() async {
    let store = TestStore(initialState: SessionFlow.State.entrance(.init())) { SessionFlow.body }
    await store.send(.entrance(.knock)) { $0.modify(\.entrance) { $0.attempts = 1 } }
    await store.send(\.entrance.enter, "Mina") { $0 = .lobby(.init(name: "Mina")) }
    await store.send(\.lobby.leave) { $0 = .entrance(.init()) }
  }
}
