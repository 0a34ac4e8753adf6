import ComposableArchitecture
import Foundation
import Testing

@DependencyClient
struct TriviaClient: Sendable {
  var fetch: @Sendable (_ about: Int) async throws -> String
}

extension TriviaClient: DependencyKey {
  static let liveValue = Self(
    fetch: { number in
      try await Task.sleep(for: .seconds(1))
      return "\(number) is a number."
    }
  )
  static let testValue = Self()
}

extension DependencyValues {
  var trivia: TriviaClient {
    get { self[TriviaClient.self] }
    set { self[TriviaClient.self] = newValue }
  }
}

@Reducer
struct TriviaFeature {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var isRequestInFlight = false
    var fact: String?
  }

  enum Action {
    case minusButtonTapped
    case minusDelayResponse
    case plusButtonTapped
    case factButtonTapped
    case cancelButtonTapped
    case factResponse(Result<String, any Error>)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.trivia) var trivia
  private enum CancelID { case delay, fact }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .minusButtonTapped:
        state.count -= 1
        state.fact = nil
        return state.count >= 0
          ? .none
          : .run { send in
            try await self.clock.sleep(for: .seconds(1))
            await send(.minusDelayResponse)
          }
          .cancellable(id: CancelID.delay)

      case .minusDelayResponse:
        if state.count < 0 { state.count += 1 }
        return .none

      case .plusButtonTapped:
        state.count += 1
        state.fact = nil
        return state.count >= 0 ? .cancel(id: CancelID.delay) : .none

      case .factButtonTapped:
        state.isRequestInFlight = true
        state.fact = nil
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await self.trivia.fetch(about: count) }))
        }
        .cancellable(id: CancelID.fact, cancelInFlight: true)

      case .cancelButtonTapped:
        state.isRequestInFlight = false
        return .cancel(id: CancelID.fact)

      case let .factResponse(.success(response)):
        state.isRequestInFlight = false
        state.fact = response
        return .none

      case .factResponse(.failure):
        state.isRequestInFlight = false
        return .none
      }
    }
  }
}

/// The old way, with a `TaskResult`.
@Reducer
struct LegacyTrivia {
  struct State: Equatable {
    var fact: String?
    var message: String?
  }
  enum Action: Equatable {
    case load
    case loaded(TaskResult<String>)
  }
  @Dependency(TriviaClient.self) var trivia

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run { send in
        await send(.loaded(TaskResult { try await trivia.fetch(about: 1) }))
      }
    case .loaded(.success(let fact)):
      state.fact = fact
      return .none
    case .loaded(.failure(let error)):
      state.message = error.localizedDescription
      return .none
    }
  }
}

@Reducer
struct Refreshing {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
  }
  enum Action {
    case refresh
    case response(Result<String, any Error>)
    case failed(String)
    case refreshOrFail
  }
  @Dependency(\.trivia.fetch) var fetch

  var body: some ReducerOf<Self> {
    Reduce(self.core)
  }

  func core(into state: inout State, action: Action) -> EffectOf<Self> {
    switch action {
    case .refresh:
      state.fact = nil
      return .run { [count = state.count] send in
        await send(.response(Result { try await self.fetch(count) }))
      }
    case let .response(.success(fact)):
      state.fact = fact
      return .none
    case .response(.failure), .failed:
      return .none
    case .refreshOrFail:
      return .run { [count = state.count] send in
        let fact = try await fetch(count)
        await send(.response(.success(fact)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    }
  }
}

@Reducer
struct Timers {
  @ObservableState
  struct State: Equatable {
    var isTimerActive = false
    var secondsElapsed = 0
  }
  enum Action {
    case onDisappear
    case timerTicked
    case toggleTimerButtonTapped
  }
  @Dependency(\.continuousClock) var clock
  private enum CancelID { case timer }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onDisappear:
        return .cancel(id: CancelID.timer)
      case .timerTicked:
        state.secondsElapsed += 1
        return .none
      case .toggleTimerButtonTapped:
        state.isTimerActive.toggle()
        return .run { [isTimerActive = state.isTimerActive] send in
          guard isTimerActive else { return }
          for await _ in self.clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      }
    }
  }
}

struct Screenshots: Sendable, DependencyKey {
  var stream: @Sendable () async -> AsyncStream<Void>
  static let liveValue = Self(stream: { AsyncStream { _ in } })
  static let testValue = Self(stream: unimplemented("Screenshots.stream", placeholder: .finished))
}

@Reducer
struct LongLiving {
  @ObservableState
  struct State: Equatable { var count = 0 }
  enum Action {
    case task
    case taken
  }
  @Dependency(Screenshots.self) var screenshots

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .task:
        return .run { send in
          for await _ in await self.screenshots.stream() {
            await send(.taken)
          }
        }
      case .taken:
        state.count += 1
        return .none
      }
    }
  }
}

@DependencyClient
struct SocketClient: Sendable {
  struct ID: Hashable, @unchecked Sendable {
    let rawValue: AnyHashable
    init<RawValue: Hashable & Sendable>(_ rawValue: RawValue) { self.rawValue = rawValue }
    init() {
      struct RawValue: Hashable, Sendable {}
      self.rawValue = RawValue()
    }
  }

  @CasePathable
  enum Event {
    case didOpen(protocol: String?)
    case didClose(code: Int, reason: Data?)
  }

  enum Message: Equatable, Sendable {
    struct Unknown: Error {}
    case data(Data)
    case string(String)
  }

  var open: @Sendable (_ id: ID, _ url: URL, _ protocols: [String]) async -> AsyncStream<Event> = {
    _,
    _,
    _ in .finished
  }
  var receive: @Sendable (_ id: ID) async throws -> AsyncStream<Result<Message, any Error>>
  var send: @Sendable (_ id: ID, _ message: Message) async throws -> Void
  var sendPing: @Sendable (_ id: ID) async throws -> Void
}

extension SocketClient: TestDependencyKey {
  static var testValue: Self { Self() }
}

extension DependencyValues {
  var socket: SocketClient {
    get { self[SocketClient.self] }
    set { self[SocketClient.self] = newValue }
  }
}

@Reducer
struct SocketFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var status = Status.disconnected
    var received: [String] = []
    var toSend = ""

    enum Status: String {
      case connected
      case connecting
      case disconnected
    }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case connectTapped
    case messageChanged(String)
    case messageReceived(Result<SocketClient.Message, any Error>)
    case sendTapped
    case sendResponse(didSucceed: Bool)
    case event(SocketClient.Event)

    enum Alert: Equatable {}
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.socket) var socket

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .connectTapped:
        switch state.status {
        case .connected, .connecting:
          state.status = .disconnected
          return .cancel(id: SocketClient.ID())
        case .disconnected:
          state.status = .connecting
          return .run { send in
            let events = await socket.open(
              id: SocketClient.ID(),
              url: URL(string: "wss://localhost")!,
              protocols: []
            )
            await withThrowingTaskGroup(of: Void.self) { group in
              for await event in events {
                group.addTask { await send(.event(event)) }
                switch event {
                case .didOpen:
                  group.addTask {
                    while !Task.isCancelled {
                      try await clock.sleep(for: .seconds(10))
                      try? await socket.sendPing(id: SocketClient.ID())
                    }
                  }
                  group.addTask {
                    for await result in try await socket.receive(id: SocketClient.ID()) {
                      await send(.messageReceived(result))
                    }
                  }
                case .didClose:
                  return
                }
              }
            }
          }
          .cancellable(id: SocketClient.ID())
        }

      case let .messageChanged(message):
        state.toSend = message
        return .none

      case let .messageReceived(.success(.string(message))):
        state.received.append(message)
        return .none

      case .messageReceived:
        return .none

      case .sendTapped:
        let message = state.toSend
        state.toSend = ""
        return .run { send in
          try await socket.send(id: SocketClient.ID(), message: .string(message))
          await send(.sendResponse(didSucceed: true))
        } catch: { _, send in
          await send(.sendResponse(didSucceed: false))
        }

      case .sendResponse(didSucceed: false):
        state.alert = AlertState {
          TextState("Could not send. Connect first, and try again.")
        }
        return .none

      case .sendResponse(didSucceed: true):
        return .none

      case .event(.didClose):
        state.status = .disconnected
        return .cancel(id: SocketClient.ID())

      case .event(.didOpen):
        state.status = .connected
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor
struct EffectFeatureTests {
  @Test func delayedIncrement() async {
    let clock = TestClock()
    let store = TestStore(initialState: TriviaFeature.State()) {
      TriviaFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.minusButtonTapped) { $0.count = -1 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.minusDelayResponse) { $0.count = 0 }
    await store.send(.minusButtonTapped) { $0.count = -1 }
    await store.send(.plusButtonTapped) { $0.count = 0 }
  }

  @Test func immediateClock() async {
    let store = TestStore(initialState: TriviaFeature.State()) {
      TriviaFeature()
    } withDependencies: {
      $0.continuousClock = .immediate
    }
    await store.send(.minusButtonTapped) { $0.count = -1 }
    await store.receive(\.minusDelayResponse) { $0.count = 0 }
  }

  @Test func factSucceeds() async {
    let store = TestStore(initialState: TriviaFeature.State()) {
      TriviaFeature()
    } withDependencies: {
      $0.trivia.fetch = { "\($0) is good." }
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.plusButtonTapped) { $0.count = 1 }
    await store.send(.factButtonTapped) { $0.isRequestInFlight = true }
    await store.receive(\.factResponse.success) {
      $0.isRequestInFlight = false
      $0.fact = "1 is good."
    }
  }

  @Test func factFails() async {
    struct FactError: Error {}
    let store = TestStore(initialState: TriviaFeature.State()) {
      TriviaFeature()
    } withDependencies: {
      $0.trivia.fetch = { _ in throw FactError() }
    }
    await store.send(.factButtonTapped) { $0.isRequestInFlight = true }
    await store.receive(\.factResponse.failure) { $0.isRequestInFlight = false }
  }

  @Test func factIsCancelled() async {
    let store = TestStore(initialState: TriviaFeature.State()) {
      TriviaFeature()
    } withDependencies: {
      $0.trivia.fetch = { _ in try await Task.never() }
    }
    await store.send(.factButtonTapped) { $0.isRequestInFlight = true }
    await store.send(.cancelButtonTapped) { $0.isRequestInFlight = false }
  }

  @Test func legacyResults() async {
    struct Refused: Error, Equatable {}
    let store = TestStore(initialState: LegacyTrivia.State()) {
      LegacyTrivia()
    } withDependencies: {
      $0[TriviaClient.self].fetch = { @Sendable in "\($0)!" }
    }
    await store.send(.load)
    await store.receive(.loaded(.success("1!"))) { $0.fact = "1!" }
    store.dependencies.trivia.fetch = { _ in throw Refused() }
    await store.send(.load)
    await store.receive(.loaded(.failure(Refused()))) {
      $0.message = Refused().localizedDescription
    }
  }

  @Test func refreshable() async {
    let store = TestStore(initialState: Refreshing.State()) {
      Refreshing()
    } withDependencies: {
      $0.trivia.fetch = { "\($0) is fine" }
    }
    await store.send(.refresh)
    await store.receive(\.response.success) { $0.fact = "0 is fine" }
    await store.send(.refreshOrFail).finish()
    await store.receive(\.response.success)
    struct E: Error {}
    store.dependencies.trivia.fetch = { _ in throw E() }
    await store.send(.refreshOrFail)
    await store.receive(\.failed, "E()")
  }

  @Test func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 1 }
    await clock.advance(by: .seconds(3))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 2 }
    await store.receive(\.timerTicked) { $0.secondsElapsed = 3 }
    await store.receive(\.timerTicked) { $0.secondsElapsed = 4 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = false }
  }

  @Test func longLivingEffect() async {
    let (screenshots, takeScreenshot) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(initialState: LongLiving.State()) {
      LongLiving()
    } withDependencies: {
      $0[Screenshots.self].stream = { screenshots }
    }
    let task = await store.send(.task)
    takeScreenshot.yield()
    await store.receive(\.taken) { $0.count = 1 }
    await task.cancel()
    takeScreenshot.yield()
  }

  @Test func socketHappyPath() async {
    let actions = AsyncStream.makeStream(of: SocketClient.Event.self)
    let messages = AsyncStream.makeStream(of: Result<SocketClient.Message, any Error>.self)
    let sent = LockIsolated<[SocketClient.Message]>([])

    let store = TestStore(initialState: SocketFeature.State()) {
      SocketFeature()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.socket.open = { @Sendable _, _, _ in actions.stream }
      $0.socket.receive = { @Sendable _ in messages.stream }
      $0.socket.send = { @Sendable _, message in sent.withValue { $0.append(message) } }
      $0.socket.sendPing = { @Sendable _ in try await Task.never() }
    }

    await store.send(.connectTapped) { $0.status = .connecting }
    actions.continuation.yield(.didOpen(protocol: nil))
    await store.receive(\.event.didOpen) { $0.status = .connected }
    messages.continuation.yield(.success(.string("Welcome")))
    await store.receive(\.messageReceived.success) { $0.received = ["Welcome"] }
    await store.send(.messageChanged("Hi")) { $0.toSend = "Hi" }
    await store.send(.sendTapped) { $0.toSend = "" }
    await store.receive(\.sendResponse)
    sent.withValue { expectNoDifference($0, [.string("Hi")]) }
    #expect(sent.value == [.string("Hi")])
    await store.send(.connectTapped) { $0.status = .disconnected }
    await store.finish()
  }

  @Test func socketSendFails() async {
    let store = TestStore(initialState: SocketFeature.State()) {
      SocketFeature()
    } withDependencies: {
      $0.socket.send = { @Sendable _, _ in
        struct SendFailure: Error, Equatable {}
        throw SendFailure()
      }
    }
    await store.send(.sendTapped)
    await store.receive(\.sendResponse, false) {
      $0.alert = AlertState {
        TextState("Could not send. Connect first, and try again.")
      }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }
}
