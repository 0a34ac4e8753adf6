import ComposableArchitecture
import Foundation
import Testing

/// The code of the article "Reducers".
@MainActor
@Suite struct ReducersArticle {
  @Reducer
  struct Counter {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var isEven: Bool { count.isMultiple(of: 2) }
    }

    enum Action {
      case decrementButtonTapped
      case incrementButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .decrementButtonTapped:
          state.count -= 1
          return .none
        case .incrementButtonTapped:
          state.count += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct TwoCounters {
    @ObservableState
    struct State: Equatable {
      var first = Counter.State()
      var second = Counter.State()
      var sum: Int { first.count + second.count }
    }

    enum Action {
      case first(Counter.Action)
      case second(Counter.Action)
      case resetButtonTapped
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { Counter() }
      Scope(state: \.second, action: \.second) { Counter() }
      Reduce { state, action in
        switch action {
        case .first, .second:
          return .none
        case .resetButtonTapped:
          state = State()
          return .none
        }
      }
    }
  }

  @Reducer
  struct Counters {
    @ObservableState
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = []
    }

    enum Action {
      case addButtonTapped
      case rows(IdentifiedActionOf<Row>)
    }

    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.rows.append(Row.State(id: uuid()))
          return .none
        case .rows(.element(id: let id, action: .removeButtonTapped)):
          state.rows.remove(id: id)
          return .none
        case .rows:
          return .none
        }
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  @Reducer
  struct Row {
    @ObservableState
    struct State: Equatable, Identifiable {
      let id: UUID
      var counter = Counter.State()
    }

    enum Action {
      case counter(Counter.Action)
      case removeButtonTapped
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: \.counter) { Counter() }
    }
  }

  @Reducer
  struct Session {
    @ObservableState
    enum State: Equatable {
      case loggedIn(Counter.State)
      case loggedOut(Login.State)
    }

    enum Action {
      case loggedIn(Counter.Action)
      case loggedOut(Login.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loggedOut(.loginButtonTapped):
          state = .loggedIn(Counter.State())
          return .none
        case .loggedIn, .loggedOut:
          return .none
        }
      }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) { Counter() }
      .ifCaseLet(\.loggedOut, action: \.loggedOut) { Login() }
    }
  }

  @Reducer
  struct Login {
    @ObservableState
    struct State: Equatable {
      var name = ""
    }

    enum Action {
      case loginButtonTapped
    }
  }

  @Reducer
  struct Settings {
    @ObservableState
    struct State: Equatable {
      var isDimmed = false
      var userName = ""
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.userName) { _, _ in
          Reduce { state, _ in
            state.userName = String(state.userName.prefix(20))
            return .none
          }
        }
    }
  }

  @Test func `a counter counts`() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
    #expect(store.state.isEven)
  }

  @Test func `two counters share only their parent`() async {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(\.first.incrementButtonTapped) { $0.first.count = 1 }
    await store.send(\.second.incrementButtonTapped) { $0.second.count = 1 }
    #expect(store.state.sum == 2)
    await store.send(.resetButtonTapped) { $0 = TwoCounters.State() }
  }

  @Test func `rows come and go`() async {
    let store = TestStore(initialState: Counters.State()) {
      Counters()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) { $0.rows = [Row.State(id: UUID(0))] }
    await store.send(\.rows[id: UUID(0)].counter.incrementButtonTapped) {
      $0.rows[id: UUID(0)]?.counter.count = 1
    }
    await store.send(\.rows[id: UUID(0)].removeButtonTapped) { $0.rows = [] }
  }

  @Test func `a session is in one of two cases`() async {
    let store = TestStore(initialState: Session.State.loggedOut(Login.State())) { Session() }
    await store.send(\.loggedOut.loginButtonTapped) { $0 = .loggedIn(Counter.State()) }
    await store.send(\.loggedIn.incrementButtonTapped) { $0.modify(\.loggedIn) { $0.count = 1 } }
  }

  @Test func `a bound name is kept short`() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(\.binding.userName, String(repeating: "n", count: 30)) {
      $0.userName = String(repeating: "n", count: 20)
    }
  }
}
