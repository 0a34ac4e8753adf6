import ComposableArchitecture
import Testing

/// A page of a book that turns itself over.
@Reducer
private struct Page {
  @ObservableState
  struct State: Equatable { var words = 0 }
  enum Action {
    case readAloud
    case wordRead
    case turn
    case turnAndReadOn
    case turnThenReadOn
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .readAloud:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.wordRead) }
        }
      case .wordRead:
        state.words += 1
        return .none
      case .turn:
        return .run { _ in await dismiss() }
      case .turnAndReadOn:
        return .run { send in
          await dismiss()
          await send(.wordRead)
        }
      case .turnThenReadOn:
        return .concatenate(.run { _ in await dismiss() }, .send(.wordRead))
      }
    }
  }
}

/// What remains of a test store's feature when it has dismissed itself.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct DismissedTestStoreTests {
  let clock = TestClock()

  private func makeStore() -> TestStoreOf<Page> {
    TestStore(initialState: Page.State()) {
      Page()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `the effects of the feature end with it`() async {
    let reported = await issues {
      let store = makeStore()
      let reading = await store.send(.readAloud)
      await clock.advance(by: .seconds(1))
      await store.receive(\.wordRead) { $0.words = 1 }
      await store.send(.turn)
      #expect(store.isDismissed)
      await reading.finish()
      await clock.advance(by: .seconds(5))
      await store.finish()
    }
    #expect(reported.map(\.message) == [])
  }

  @Test func `an effect that is returned after the dismissal does not begin`() async {
    let store = makeStore()
    await store.send(.turnThenReadOn)
    await store.finish()
    #expect(store.isDismissed)
    #expect(store.state.words == 0)
  }

  @Test func `sending from an effect after it has dismissed the feature is reported`() async {
    let store = makeStore()
    let reported = await issues {
      await store.send(.turnAndReadOn)
      await store.finish()
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("Page.Action.wordRead") == true)
    #expect(store.state.words == 0)
  }

  @Test func `a test's own replacement of dismissal does not cancel effects`() async {
    let dismissals = LockIsolated(0)
    let store = TestStore(initialState: Page.State()) {
      Page()
    } withDependencies: {
      $0.continuousClock = clock
      $0.dismiss = DismissEffect { dismissals.withValue { $0 += 1 } }
    }
    let reading = await store.send(.readAloud)
    await store.send(.turn)
    #expect(dismissals.value == 1)
    #expect(!store.isDismissed)
    await clock.advance(by: .seconds(1))
    await store.receive(\.wordRead) { $0.words = 1 }
    await reading.cancel()
  }
}
