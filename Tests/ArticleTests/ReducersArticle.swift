import ComposableArchitecture
import Foundation
import Testing

/// The code of the article "Reducers".
@MainActor
@Suite struct ReducersArticle {
  @Reducer
  struct Ferry {
    @ObservableState
    struct State: Equatable {
      var aboard = 0
      var isFull: Bool { aboard == 12 }
    }

    enum Action {
      case boardButtonTapped
      case landButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .boardButtonTapped:
          if !state.isFull { state.aboard += 1 }
          return .none
        case .landButtonTapped:
          state.aboard = 0
          return .none
        }
      }
    }
  }

  @Reducer
  struct TwoFerries {
    @ObservableState
    struct State: Equatable {
      var first = Ferry.State()
      var second = Ferry.State()
      var passengers: Int { first.aboard + second.aboard }
    }

    enum Action {
      case first(Ferry.Action)
      case second(Ferry.Action)
      case dayEnded
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { Ferry() }
      Scope(state: \.second, action: \.second) { Ferry() }
      Reduce { state, action in
        switch action {
        case .first, .second:
          return .none
        case .dayEnded:
          state = State()
          return .none
        }
      }
    }
  }

  @Reducer
  struct Harbor {
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
      var ferry = Ferry.State()
    }

    enum Action {
      case ferry(Ferry.Action)
      case removeButtonTapped
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.ferry, action: \.ferry) { Ferry() }
    }
  }

  @Reducer
  struct Session {
    @ObservableState
    enum State: Equatable {
      case loggedIn(Ferry.State)
      case loggedOut(Login.State)
    }

    enum Action {
      case loggedIn(Ferry.Action)
      case loggedOut(Login.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loggedOut(.loginButtonTapped):
          state = .loggedIn(Ferry.State())
          return .none
        case .loggedIn, .loggedOut:
          return .none
        }
      }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) { Ferry() }
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

  @Test func `a ferry takes passengers aboard and lands them`() async {
    let store = TestStore(initialState: Ferry.State()) { Ferry() }
    await store.send(.boardButtonTapped) { $0.aboard = 1 }
    await store.send(.landButtonTapped) { $0.aboard = 0 }
    #expect(!store.state.isFull)

    let full = TestStore(initialState: Ferry.State(aboard: 12)) { Ferry() }
    #expect(full.state.isFull)
    await full.send(.boardButtonTapped)
  }

  @Test func `two ferries share only their parent`() async {
    let store = TestStore(initialState: TwoFerries.State()) { TwoFerries() }
    await store.send(\.first.boardButtonTapped) { $0.first.aboard = 1 }
    await store.send(\.second.boardButtonTapped) { $0.second.aboard = 1 }
    #expect(store.state.passengers == 2)
    await store.send(.dayEnded) { $0 = TwoFerries.State() }
  }

  @Test func `rows come and go`() async {
    let store = TestStore(initialState: Harbor.State()) {
      Harbor()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) { $0.rows = [Row.State(id: UUID(0))] }
    await store.send(\.rows[id: UUID(0)].ferry.boardButtonTapped) {
      $0.rows[id: UUID(0)]?.ferry.aboard = 1
    }
    await store.send(\.rows[id: UUID(0)].removeButtonTapped) { $0.rows = [] }
  }

  @Test func `a session is in one of two cases`() async {
    let store = TestStore(initialState: Session.State.loggedOut(Login.State())) { Session() }
    await store.send(\.loggedOut.loginButtonTapped) { $0 = .loggedIn(Ferry.State()) }
    await store.send(\.loggedIn.boardButtonTapped) { $0.modify(\.loggedIn) { $0.aboard = 1 } }
  }

  @Test func `a bound name is kept short`() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(\.binding.userName, String(repeating: "n", count: 30)) {
      $0.userName = String(repeating: "n", count: 20)
    }
  }
}
