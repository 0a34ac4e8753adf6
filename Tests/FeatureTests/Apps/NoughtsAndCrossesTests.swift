import ComposableArchitecture
import Foundation
import Testing

// MARK: Client

public struct SignInRequest: Sendable {
  public var email: String
  public var password: String
  public init(email: String, password: String) {
    self.email = email
    self.password = password
  }
}

public struct SignInResponse: Equatable, Sendable {
  public var token: String
  public var twoFactorRequired: Bool
  public init(token: String, twoFactorRequired: Bool) {
    self.token = token
    self.twoFactorRequired = twoFactorRequired
  }
}

public enum SignInError: Equatable, LocalizedError, Sendable {
  case invalidUserPassword
  case invalidTwoFactor

  public var errorDescription: String? {
    switch self {
    case .invalidUserPassword: return "Unknown user or password."
    case .invalidTwoFactor: return "Invalid second factor (try 1234)"
    }
  }
}

@DependencyClient
public struct SignInClient: Sendable {
  public var login: @Sendable (_ email: String, _ password: String) async throws -> SignInResponse
  public var twoFactor: @Sendable (_ code: String, _ token: String) async throws -> SignInResponse
}

extension SignInClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var signInClient: SignInClient {
    get { self[SignInClient.self] }
    set { self[SignInClient.self] = newValue }
  }
}

// MARK: Login

@Reducer
public struct SecondFactor: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var code = ""
    public var isFormValid = false
    public var isRequestInFlight = false
    public let token: String

    public init(token: String) {
      self.token = token
    }
  }

  public enum Action: Sendable, ViewAction {
    case alert(PresentationAction<Alert>)
    case twoFactorResponse(Result<SignInResponse, any Error>)
    case view(View)

    public enum Alert: Equatable, Sendable {}

    @CasePathable
    public enum View: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case submitButtonTapped
    }
  }

  @Dependency(\.signInClient) var signInClient

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case let .twoFactorResponse(.failure(error)):
        state.alert = AlertState { TextState(error.localizedDescription) }
        state.isRequestInFlight = false
        return .none

      case .twoFactorResponse(.success):
        state.isRequestInFlight = false
        return .none

      case .view(.binding):
        state.isFormValid = state.code.count >= 4
        return .none

      case .view(.submitButtonTapped):
        state.isRequestInFlight = true
        return .run { [code = state.code, token = state.token] send in
          await send(
            .twoFactorResponse(
              Result {
                try await self.signInClient.twoFactor(code: code, token: token)
              }
            )
          )
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
public struct SignIn: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var email = ""
    public var isFormValid = false
    public var isLoginRequestInFlight = false
    public var password = ""
    @Presents public var twoFactor: SecondFactor.State?

    public init() {}
  }

  public enum Action: Sendable, ViewAction {
    case alert(PresentationAction<Alert>)
    case loginResponse(Result<SignInResponse, any Error>)
    case twoFactor(PresentationAction<SecondFactor.Action>)
    case view(View)

    public enum Alert: Equatable, Sendable {}

    @CasePathable
    public enum View: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case loginButtonTapped
    }
  }

  @Dependency(\.signInClient) var signInClient

  public init() {}

  public var body: some Reducer<State, Action> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case let .loginResponse(.success(response)):
        state.isLoginRequestInFlight = false
        if response.twoFactorRequired {
          state.twoFactor = SecondFactor.State(token: response.token)
        }
        return .none

      case let .loginResponse(.failure(error)):
        state.alert = AlertState { TextState(error.localizedDescription) }
        state.isLoginRequestInFlight = false
        return .none

      case .twoFactor:
        return .none

      case .view(.binding):
        state.isFormValid = !state.email.isEmpty && !state.password.isEmpty
        return .none

      case .view(.loginButtonTapped):
        state.isLoginRequestInFlight = true
        return .run { [email = state.email, password = state.password] send in
          await send(
            .loginResponse(
              Result {
                try await self.signInClient.login(email: email, password: password)
              }
            )
          )
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$twoFactor, action: \.twoFactor) {
      SecondFactor()
    }
  }
}

// MARK: Game

public struct Grid<Element> {
  public private(set) var rows: [[Element]]
  public init(_ element: Element) {
    rows = Array(repeating: Array(repeating: element, count: 3), count: 3)
  }
  public subscript(row: Int) -> [Element] {
    _read { yield rows[row] }
    _modify { yield &rows[row] }
  }
  public func map<T>(_ transform: (Element) -> T) -> [[T]] { rows.map { $0.map(transform) } }
}
extension Grid: Equatable where Element: Equatable {}
extension Grid: Sendable where Element: Sendable {}

@Reducer
public struct Game: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var board: Grid<Player?> = .init(nil)
    public var currentPlayer: Player = .cross
    public let crossName: String
    public let noughtName: String

    public init(noughtName: String, crossName: String) {
      self.crossName = crossName
      self.noughtName = noughtName
    }

    public enum Player: Equatable, Sendable {
      case nought
      case cross
      mutating func toggle() { self = self == .cross ? .nought : .cross }
    }
  }

  public enum Action: Sendable {
    case cellTapped(row: Int, column: Int)
    case playAgainButtonTapped
    case quitButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .cellTapped(row, column):
        guard state.board[row][column] == nil else { return .none }
        state.board[row][column] = state.currentPlayer
        state.currentPlayer.toggle()
        return .none
      case .playAgainButtonTapped:
        state = Game.State(noughtName: state.noughtName, crossName: state.crossName)
        return .none
      case .quitButtonTapped:
        return .run { _ in await self.dismiss() }
      }
    }
  }
}

@Reducer
public struct NewGame: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var game: Game.State?
    public var nought = ""
    public var cross = ""
    public init() {}
  }
  public enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case game(PresentationAction<Game.Action>)
    case letsPlayButtonTapped
    case logoutButtonTapped
  }
  public init() {}
  public var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .game, .logoutButtonTapped:
        return .none
      case .letsPlayButtonTapped:
        state.game = Game.State(noughtName: state.nought, crossName: state.cross)
        return .none
      }
    }
    .ifLet(\.$game, action: \.game) {
      Game()
    }
  }
}

// MARK: App

@Reducer
public struct NoughtsAndCrosses: Sendable {
  @ObservableState
  public enum State: Equatable {
    case login(SignIn.State)
    case newGame(NewGame.State)

    public init() { self = .login(SignIn.State()) }
  }

  public enum Action: Sendable {
    case login(SignIn.Action)
    case newGame(NewGame.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .login(.twoFactor(.presented(.twoFactorResponse(.success)))):
        state = .newGame(NewGame.State())
        return .none
      case let .login(.loginResponse(.success(response))) where !response.twoFactorRequired:
        state = .newGame(NewGame.State())
        return .none
      case .login:
        return .none
      case .newGame(.logoutButtonTapped):
        state = .login(SignIn.State())
        return .none
      case .newGame:
        return .none
      }
    }
    .ifCaseLet(\.login, action: \.login) {
      SignIn()
    }
    .ifCaseLet(\.newGame, action: \.newGame) {
      NewGame()
    }
  }
}

@MainActor
struct NoughtsAndCrossesTests {
  @Test func withoutSecondFactor() async throws {
    let store = TestStore(initialState: NoughtsAndCrosses.State()) {
      NoughtsAndCrosses()
    } withDependencies: {
      $0.signInClient.login = { @Sendable _, _ in
        SignInResponse(token: "deadbeef", twoFactorRequired: false)
      }
    }
    await store.send(\.login.view.binding.email, "blob@pointfree.co") {
      $0.modify(\.login) { $0.email = "blob@pointfree.co" }
    }
    await store.send(\.login.view.binding.password, "bl0b") {
      $0.modify(\.login) {
        $0.password = "bl0b"
        $0.isFormValid = true
      }
    }
    await store.send(\.login.view.loginButtonTapped) {
      $0.modify(\.login) { $0.isLoginRequestInFlight = true }
    }
    await store.receive(\.login.loginResponse.success) {
      $0 = .newGame(NewGame.State())
    }
    await store.send(\.newGame.binding.nought, "Blob Sr.") {
      $0.modify(\.newGame) { $0.nought = "Blob Sr." }
    }
    await store.send(\.newGame.logoutButtonTapped) {
      $0 = .login(SignIn.State())
    }
  }

  @Test func withSecondFactor() async throws {
    let store = TestStore(initialState: NoughtsAndCrosses.State()) {
      NoughtsAndCrosses()
    } withDependencies: {
      $0.signInClient.login = { @Sendable _, _ in
        SignInResponse(token: "deadbeef", twoFactorRequired: true)
      }
      $0.signInClient.twoFactor = { @Sendable _, _ in
        SignInResponse(token: "deadbeef", twoFactorRequired: false)
      }
    }
    store.exhaustivity = .off
    await store.send(.login(.view(.binding(.set(\.email, "blob@pointfree.co")))))
    await store.send(.login(.view(.loginButtonTapped)))
    await store.receive(\.login.loginResponse.success) {
      $0.modify(\.login) {
        $0.isLoginRequestInFlight = false
        $0.twoFactor = SecondFactor.State(token: "deadbeef")
      }
    }
    await store.send(\.login.twoFactor.view.binding.code, "1234") {
      $0.modify(\.login) {
        $0.twoFactor?.code = "1234"
        $0.twoFactor?.isFormValid = true
      }
    }
    await store.send(.login(.twoFactor(.presented(.view(.submitButtonTapped)))))
    await store.receive(\.login.twoFactor.twoFactorResponse.success) {
      $0 = .newGame(NewGame.State())
    }
  }

  @Test func failure() async {
    let store = TestStore(initialState: SignIn.State()) {
      SignIn()
    } withDependencies: {
      $0.signInClient.login = { @Sendable _, _ in throw SignInError.invalidUserPassword }
    }
    await store.send(.view(.loginButtonTapped)) { $0.isLoginRequestInFlight = true }
    await store.receive(\.loginResponse.failure) {
      $0.alert = AlertState {
        TextState(SignInError.invalidUserPassword.localizedDescription)
      }
      $0.isLoginRequestInFlight = false
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func gameQuits() async {
    var initialState = NewGame.State()
    initialState.game = Game.State(noughtName: "A", crossName: "B")
    let store = TestStore(initialState: initialState) { NewGame() }
    await store.send(.game(.presented(.cellTapped(row: 0, column: 0)))) {
      $0.game?.board[0][0] = .cross
      $0.game?.currentPlayer = .nought
    }
    await store.send(\.game.cellTapped, (row: 1, column: 1)) {
      $0.game?.board[1][1] = .nought
      $0.game?.currentPlayer = .cross
    }
    await store.send(\.game.quitButtonTapped)
    await store.receive(\.game.dismiss) { $0.game = nil }
  }

  @Test func caseOfTheStore() {
    let store = Store(initialState: NoughtsAndCrosses.State()) { NoughtsAndCrosses() }
    switch store.state {
    case .login:
      if let store = store.scope(state: \.login, action: \.login) {
        store.send(.view(.binding(.set(\.email, "x"))))
        #expect(store.email == "x")
      }
    case .newGame:
      Issue.record("wrong case")
    }
    #expect(store.login?.email == "x")
  }
}
