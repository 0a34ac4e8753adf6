import ComposableArchitecture
import Foundation
import Testing

@MainActor
@Suite
struct TestStoreBehaviourTests {
  @Reducer
  struct Loading {
    struct State: Equatable {
      var count = 0
      var isLoading = false
      var names: [String] = []
    }
    enum Action: Equatable {
      case load
      case count(Int)
      case done(names: [String], isCached: Bool)
      case forever
    }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .load:
          state.isLoading = true
          return .merge(
            .run { send in
              await send(.count(1))
              await send(.count(2))
            },
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.done(names: ["a"], isCached: false))
            }
          )
        case let .count(value):
          state.count += value
          return .none
        case let .done(names: names, isCached: _):
          state.isLoading = false
          state.names = names
          return .none
        case .forever:
          return .run { _ in try await Task.never() }
        }
      }
    }
  }

  func makeStore() -> (TestStore<Loading.State, Loading.Action>, TestClock<Duration>) {
    let clock = TestClock()
    let store = TestStore(initialState: Loading.State()) {
      Loading()
    } withDependencies: {
      $0.continuousClock = clock
    }
    return (store, clock)
  }

  @Test func exhaustive() async {
    let (store, clock) = makeStore()
    await store.send(.load) { $0.isLoading = true }
    await store.receive(.count(1)) { $0.count = 1 }
    await store.receive(\.count, 2, timeout: .seconds(1)) { $0.count = 3 }
    await clock.advance(by: .seconds(1))
    await store.receive {
      guard case .done = $0 else { return false }
      return true
    } assert: {
      $0.isLoading = false
      $0.names = ["a"]
    }
  }

  @Test func nonExhaustive() async {
    let (store, clock) = makeStore()
    store.exhaustivity = .off
    await store.send(.load)
    await clock.advance(by: .seconds(1))
    await store.receive(\.done) { $0.names = ["a"] }
    #expect(store.state.count == 3)
  }

  @Test func skipping() async {
    let (store, clock) = makeStore()
    await store.send(.load) { $0.isLoading = true }
    await store.receive(\.count) { $0.count = 1 }
    await store.skipReceivedActions()
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    await store.send(.forever)
    await store.skipInFlightEffects()
    #expect(store.state.names == ["a"])
  }

  @Test func failures() async {
    let (store, clock) = makeStore()
    await withKnownIssue {
      await store.send(.count(1))
    } matching: {
      $0.description.contains("The action changed the state")
    }
    await withKnownIssue {
      await store.send(.count(0)) { $0.count = 5 }
    } matching: {
      $0.description.contains("The state is not what the test expects")
    }
    await withKnownIssue {
      await store.send(.count(0)) { _ in }
    } matching: {
      $0.description.contains("the closure asserts no change")
    }
    await withKnownIssue {
      await store.receive(.count(3))
    } matching: {
      $0.description.contains("No effect has sent")
    }
    await withKnownIssue {
      await store.receive(\.count, timeout: .zero)
    }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(.count(1)) { $0.count = 77 }
    }
    _ = clock
  }

  @Test func throwingAssertion() async {
    let (store, _) = makeStore()
    store.timeout = 100_000_000
    await store.send(.count(3)) {
      $0.count = try #require(Optional(3))
    }
  }

  @Test func dependenciesOfTheStore() async {
    let store = TestStore(initialState: Loading.State()) {
      Loading()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSinceReferenceDate: 0)
      $0.uuid = .incrementing
      $0.context = .live
    }
    store.dependencies.date = .constant(.distantPast)
    await store.withDependencies {
      $0.uuid = .constant(UUID(3))
    } operation: {
      await store.send(.count(1)) { $0.count = 1 }
    }
    store.useMainSerialExecutor = true
    await store.finish(timeout: .seconds(1))
  }

  @Test func testStoreTasks() async {
    let (store, clock) = makeStore()
    store.exhaustivity = .off
    let task = await store.send(.load)
    await clock.advance(by: .seconds(1))
    await task.finish()
    let forever = await store.send(.forever)
    #expect(!forever.isCancelled)
    await forever.cancel()
    #expect(forever.isCancelled)
  }

  @Test func clocks() async throws {
    try await withMainSerialExecutor {
      let clock = TestClock<Duration>()
      let task = Task {
        try await clock.sleep(for: .seconds(5)); return true
      }
      await clock.run(timeout: .seconds(20))
      #expect(try await task.value)
      let any = AnyClock(clock)
      #expect(any.now == any.now)
      let failing: any Clock<Duration> = UnimplementedClock()
      _ = failing
      let immediate = ImmediateClock()
      try await immediate.sleep(for: .seconds(1))
      var ticks = 0
      for await _ in immediate.timer(interval: .seconds(1)).prefix(3) { ticks += 1 }
      #expect(ticks == 3)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
        await clock.advance(by: .seconds(1))
      }
    }
  }
}
