import ComposableArchitecture
import Foundation
import Testing

/// The complete interface of the test store.
@MainActor
@Suite
struct TestStoreInterfaceTests {
  @Reducer
  struct Search {
    @ObservableState
    struct State: Equatable {
      var query = ""
      var results: [String] = []
      var isLoading = false
      var taps = 0
    }
    enum Action {
      case queryChanged(String)
      case response(Result<[String], any Error>)
      case tapped
      case finished
      case listen
      case heard(Int, by: String)
      case close
    }
    enum CancelID { case search }
    @Dependency(\.continuousClock) var clock
    @Dependency(SearchClient.self) var client
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .queryChanged(let query):
          state.query = query
          state.isLoading = true
          return .run { send in
            try await clock.sleep(for: .milliseconds(300))
            await send(.response(Result { try await client.search(query) }))
          }
          .cancellable(id: CancelID.search, cancelInFlight: true)
        case .response(.success(let results)):
          state.results = results
          state.isLoading = false
          return .send(.finished)
        case .response(.failure):
          state.isLoading = false
          return .none
        case .tapped:
          state.taps += 1
          return .none
        case .finished: return .none
        case .listen:
          return .run { send in
            for await number in AsyncStream(unfolding: { try? await Task.never() as Int }) {
              await send(.heard(number, by: "stream"))
            }
          }
        case .heard: return .none
        case .close: return .run { _ in await dismiss() }
        }
      }
    }
  }

  @DependencyClient
  struct SearchClient: TestDependencyKey, Sendable {
    var search: @Sendable (String) async throws -> [String]
    static let testValue = Self()
  }

  func make(
    _ state: Search.State = Search.State(),
    clock: some Clock<Duration> = ImmediateClock()
  ) -> TestStoreOf<Search> {
    TestStore(initialState: state) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
      $0[SearchClient.self].search = { ["\($0)1", "\($0)2"] }
    }
  }

  @Test func `a search is tested from key stroke to result`() async {
    let clock = TestClock()
    let store = make(clock: clock)
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isLoading = true
    }
    await store.send(\.queryChanged, "ab") { $0.query = "ab" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.response.success) {
      $0.isLoading = false
      $0.results = ["ab1", "ab2"]
    }
    await store.receive(\.finished)
  }

  @Test func `a failure is received by its case`() async {
    struct Failure: Error {}
    let store = make()
    store.dependencies[SearchClient.self].search = { _ in throw Failure() }
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isLoading = true
    }
    await store.receive(\.response.failure, timeout: .seconds(2)) { $0.isLoading = false }
  }

  @Test func `values of received actions are asserted`() async {
    let store = make()
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isLoading = true
    }
    await store.receive(\.response.success, ["a1", "a2"]) {
      $0.isLoading = false
      $0.results = ["a1", "a2"]
    }
    await store.receive {
      guard case .finished = $0 else { return false }
      return true
    }
  }

  @Test func `a value that differs fails`() async {
    let store = make()
    store.exhaustivity = .off
    await store.send(.queryChanged("a"))
    await withKnownIssue {
      await store.receive(\.response.success, ["other"])
    }
  }

  @Test func `without exhaustivity only assertions are checked`() async {
    let store = make()
    store.exhaustivity = .off
    await store.send(.queryChanged("a")) { $0.isLoading = true }
    await store.receive(\.finished) { $0.results = ["a1", "a2"] }
    #expect(store.state.query == "a")

    let loud = make()
    loud.exhaustivity = .off(showSkippedAssertions: true)
    await withKnownIssue(isIntermittent: true) {
      await loud.send(.queryChanged("a"))
      await loud.receive(\.finished)
    }
    #expect(loud.state.results.count == 2)
  }

  @Test func `exhaustivity is changed for a while`() async {
    let store = make()
    await store.withExhaustivity(.off) {
      await store.send(.queryChanged("a"))
      await store.receive(\.finished)
    }
    #expect(store.exhaustivity == .on)
    await store.send(.tapped) { $0.taps = 1 }
    func assertTaps() {
      store.withExhaustivity(.off(showSkippedAssertions: false)) {
        store.assert { $0.taps = 1 }
      }
    }
    assertTaps()
  }

  @Test func `state is asserted between actions`() async {
    let store = make(Search.State(query: "x"))
    store.assert { $0.query = "x" }
    withKnownIssue { store.assert { $0.query = "y" } }
  }

  @Test func `received actions and running effects are skipped`() async {
    let store = make()
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isLoading = true
    }
    await Task.megaYield()
    await store.skipReceivedActions()
    #expect(store.state.results == ["a1", "a2"])
    await store.skipReceivedActions(strict: false)
    await store.send(.listen)
    await store.skipInFlightEffects()
    await store.skipInFlightEffects(strict: false)
    await withKnownIssue { await store.skipReceivedActions(strict: true) }
    await withKnownIssue { await store.skipInFlightEffects(strict: true) }
  }

  @Test func `tasks of sent actions are cancelled and finished`() async {
    let store = make()
    let task: TestStoreTask = await store.send(.listen)
    #expect(!task.isCancelled)
    await task.cancel()
    #expect(task.isCancelled)
    let other = await store.send(.tapped) { $0.taps = 1 }
    await other.finish(timeout: .seconds(1))
    await other.finish(timeout: NSEC_PER_SEC)
    await store.finish(timeout: .seconds(1))
    await store.finish(timeout: NSEC_PER_SEC)
  }

  @Test func `finish fails while an effect is running`() async {
    let store = make()
    store.timeout = 1_000_000
    let task = await store.send(.listen)
    await withKnownIssue { await store.finish() }
    await withKnownIssue { await task.finish(timeout: .milliseconds(1)) }
    await task.cancel()
  }

  @Test func `timeouts are numbers of nanoseconds, too`() async {
    let store = make()
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isLoading = true
    }
    await store.receive(\.response.success, ["a1", "a2"], timeout: NSEC_PER_SEC) {
      $0.isLoading = false
      $0.results = ["a1", "a2"]
    }
    await store.receive(\.finished, timeout: 10 * NSEC_PER_MSEC)
    let numbers = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        return action < 3 ? .send(action + 1) : .none
      }
    }
    await numbers.send(1) { $0 = 1 }
    await numbers.receive(2, timeout: 1_000) { $0 = 2 }
    await numbers.receive({ $0 == 3 }, timeout: NSEC_PER_SEC) { $0 = 3 }
    await withKnownIssue { await numbers.receive(4, timeout: 0) }
  }

  @Test func `a test store knows whether its feature was dismissed`() async {
    let store = make()
    #expect(!store.isDismissed)
    await store.send(.close)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `dependencies are overridden for a store and for a while`() async {
    let store = make()
    let seen = LockIsolated<[String]>([])
    store.dependencies[SearchClient.self].search = {
      let query = $0
      seen.withValue { $0.append(query) }
      return []
    }
    await store.withDependencies {
      $0[SearchClient.self].search = { _ in ["inner"] }
    } operation: {
      await store.send(.queryChanged("a")) {
        $0.query = "a"
        $0.isLoading = true
      }
      await store.receive(\.response.success) {
        $0.isLoading = false
        $0.results = ["inner"]
      }
      await store.receive(\.finished)
    }
    await store.send(.queryChanged("b")) {
      $0.query = "b"
      $0.isLoading = true
    }
    await store.receive(\.response.success) {
      $0.isLoading = false
      $0.results = []
    }
    await store.receive(\.finished)
    #expect(seen.value == ["b"])
  }

  @Test func `labelled and several values of an action are asserted`() async {
    let store = make()
    await store.send(.heard(1, by: "a"))
    await store.send(\.heard, (1, by: "a"))
    await store.send(\.tapped) { $0.taps = 1 }
  }

  @Test func `the serial executor is used unless told otherwise`() async {
    let store = make()
    store.useMainSerialExecutor = false
    await store.send(.tapped) { $0.taps = 1 }
    #expect(!store.useMainSerialExecutor)
  }
}
