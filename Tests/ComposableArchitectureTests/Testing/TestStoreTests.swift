import ComposableArchitecture
import Testing

@MainActor
@Suite
struct TestStoreTests {
  private func makeStore() -> TestStoreOf<CounterFeature> {
    TestStore(initialState: CounterFeature.State()) { CounterFeature() }
  }

  @Test(arguments: [true, false])
  func `the reducers of a test store are combined as in a store`(isNoisy: Bool) async {
    let other = LockIsolated(0)
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
      if isNoisy { Reduce { _, _ in .none } } else { EmptyReducer() }
      Reduce { state, _ in
        let count = state.count
        other.setValue(count)
        return .none
      }
    }
    await store.send(.tick) { $0.count = 1 }
    #expect(other.value == 1)
  }

  @Test
  func `a change that is not asserted fails`() async {
    let store = makeStore()
    await withExpectedIssue { await store.send(.tick) }
  }

  @Test
  func `a change that is asserted wrongly fails`() async {
    let store = makeStore()
    await withExpectedIssue { await store.send(.tick) { $0.count = 2 } }
  }

  @Test func `the initial state's type follows from the reducer`() async {
    let store = TestStore(initialState: .init(count: 3)) { CounterFeature() }
    await store.send(.tick) { $0.count = 4 }
  }

  @Test
  func `an assertion without a change fails`() async {
    let store = makeStore()
    await withExpectedIssue { await store.send(.stopTimer) { $0.count = 0 } }
  }

  @Test
  func `receiving when no effect runs fails at once`() async {
    let store = makeStore()
    await withExpectedIssue { await store.receive(\.tick) }
  }

  @Test
  func `an effect that still runs at the end fails, and an action that was not received`() async {
    let clock = TestClock()
    await withExpectedIssue {
      let store = TestStore(initialState: CounterFeature.State()) {
        CounterFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.startTimer)
    }
    await withExpectedIssue {
      let store = TestStore(initialState: CounterFeature.State()) {
        CounterFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.startTimer)
      await clock.advance(by: .seconds(1))
      await store.send(.stopTimer)
    }
  }

  @Test
  func `without exhaustivity only what is asserted counts`() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.startTimer)
    await clock.advance(by: .seconds(3))
    await store.receive(\.tick)
    await store.skipReceivedActions()
    #expect(store.state.count == 3)
    await store.skipInFlightEffects()
    await withExpectedIssue { await store.send(.tick) { $0.count = 7 } }
  }

  @Test func `an effect that was skipped runs on, and what it sends is received`() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startTimer)
    await store.skipInFlightEffects()
    await clock.advance(by: .seconds(2))
    await store.receive(\.tick) { $0.count = 1 }
    await store.receive(\.tick) { $0.count = 2 }
    await store.finish()
    await withKnownIssue {
      await store.skipInFlightEffects()
    } matching: {
      $0.comments.contains { $0.rawValue.contains("no effect runs") }
    }
  }

  @Test func `in an assertion the store's state is the state that is passed to the assertion`()
    async
  {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.tick) { $0.count = store.state.count + 1 }
    let timer = await store.send(.startTimer)
    await clock.advance(by: .seconds(1))
    await store.receive(\.tick) { $0.count = store.state.count + 1 }
    #expect(store.state.count == 2)
    store.assert { $0.count = store.state.count }
    await timer.cancel()
  }

  @Test func `modifying a case without changing it fails in an exhaustive test only`() async {
    let store = TestStore(
      initialState: PresentingFeature.State(destination: .counter(CounterFeature.State()))
    ) {
      PresentingFeature()
    }
    store.exhaustivity = .off
    await store.send(\.destination.counter.tick) {
      XCTModify(&$0.destination, case: \.counter) { $0.count = 1 }
    }
    store.exhaustivity = .on
    await withKnownIssue {
      await store.send(\.destination.counter.stopTimer) {
        XCTModify(&$0.destination, case: \.counter) { $0.count = 1 }
      }
    } matching: {
      $0.comments.first?.rawValue.contains("XCTModify") == true
        || $0.comments.first?.rawValue.contains("asserts no change") == true
    }
  }
}
