import ComposableArchitecture
import Testing

/// The code of the article "Effects".
@MainActor
@Suite struct EffectsArticle {
  @Reducer
  struct Search {
    @ObservableState
    struct State: Equatable {
      var isLoading = false
      var query = ""
      var results: [String] = []
    }

    enum Action {
      case cancelButtonTapped
      case queryChanged(String)
      case response(Result<[String], any Error>)
    }

    enum CancelID { case search }

    @Dependency(\.continuousClock) var clock
    @Dependency(CatalogueClient.self) var catalogue

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .cancelButtonTapped:
          state.isLoading = false
          return .cancel(id: CancelID.search)

        case .queryChanged(let query):
          state.query = query
          state.isLoading = true
          return .run { send in
            try await clock.sleep(for: .milliseconds(300))
            await send(.response(Result { try await catalogue.search(query) }))
          }
          .cancellable(id: CancelID.search, cancelInFlight: true)

        case .response(.success(let results)):
          state.isLoading = false
          state.results = results
          return .none

        case .response(.failure):
          state.isLoading = false
          return .none
        }
      }
    }
  }

  @DependencyClient
  struct CatalogueClient: Sendable, TestDependencyKey {
    var search: @Sendable (_ query: String) async throws -> [String]

    static let testValue = CatalogueClient()
  }

  @Reducer
  struct Stopwatch {
    @ObservableState
    struct State: Equatable {
      var seconds = 0
    }

    enum Action {
      case appeared
      case ticked
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appeared:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) {
              await send(.ticked)
            }
          }
        case .ticked:
          state.seconds += 1
          return .none
        }
      }
    }
  }

  @Test func `only the last query is searched for`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
      $0[CatalogueClient.self].search = { query in ["\(query)!"] }
    }
    await store.send(.queryChanged("la")) {
      $0.query = "la"
      $0.isLoading = true
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("lamp")) { $0.query = "lamp" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.response.success) {
      $0.isLoading = false
      $0.results = ["lamp!"]
    }
  }

  @Test func `a search can be cancelled`() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.queryChanged("lamp")) {
      $0.query = "lamp"
      $0.isLoading = true
    }
    await store.send(.cancelButtonTapped) { $0.isLoading = false }
  }

  @Test func `a stopwatch ticks until its task is cancelled`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.appeared)
    await clock.advance(by: .seconds(2))
    await store.receive(\.ticked) { $0.seconds = 1 }
    await store.receive(\.ticked) { $0.seconds = 2 }
    await task.cancel()
  }
}
