import ComposableArchitecture
import Testing

/// A letter box: what is posted comes back as mail.
@Reducer
private struct LetterBox {
  @ObservableState
  struct State: Equatable {
    var posted: [String] = []
    var mail: [String] = []
    @Shared(.inMemory("letters")) var letters = 0
  }
  enum Action: Equatable {
    case post(String)
    case postSlowly(String)
    case arrived(String)
    case look
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .post(let letter):
        state.posted.append(letter)
        return .send(.arrived(letter))
      case .postSlowly(let letter):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.arrived(letter))
        }
      case .arrived(let letter):
        state.mail.append(letter)
        state.$letters.withLock { $0 += 1 }
        return .none
      case .look:
        return .none
      }
    }
  }
}

/// What a test store does about actions that effects have sent and the test has not received.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct UnreceivedActionsTests {
  let clock = TestClock()

  private func makeStore() -> TestStoreOf<LetterBox> {
    TestStore(initialState: LetterBox.State()) {
      LetterBox()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `finishing reports them, and leaves them to be received`() async {
    let store = makeStore()
    await store.send(.post("a")) { $0.posted = ["a"] }
    let line: UInt = #line + 1
    let reported = await issues { await store.finish() }
    #expect(reported.count == 1)
    #expect(reported.first?.line == line)
    #expect(reported.first?.message.contains("arrived") == true)
    await store.receive(.arrived("a")) {
      $0.mail = ["a"]
      $0.$letters.withLock { $0 = 1 }
    }
    #expect(await issues { await store.finish() }.isEmpty)
  }

  @Test
  func `finishing waits for actions that effects still send, which may be received afterwards`()
    async
  {
    let store = makeStore()
    await store.send(.postSlowly("a"))
    let reported = await issues {
      async let finished: Void = store.finish()
      await clock.advance(by: .seconds(1))
      await finished
    }
    #expect(reported.map(\.message) == [])
    await store.receive(.arrived("a")) {
      $0.mail = ["a"]
      $0.$letters.withLock { $0 = 1 }
    }
  }

  @Test func `finishing without exhaustivity ignores them`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.post("a"))
    #expect(await issues { await store.finish() }.isEmpty)
    await store.receive(.arrived("a"))
  }

  @Test func `sending reports them, and leaves them to be received`() async {
    let store = makeStore()
    await store.send(.post("a")) { $0.posted = ["a"] }
    let reported = await issues { await store.send(.post("b")) { $0.posted = ["a", "b"] } }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("arrived") == true)
    await store.receive(.arrived("a")) { $0.mail = ["a"] }
    await store.receive(.arrived("b")) {
      $0.mail = ["a", "b"]
      $0.$letters.withLock { $0 = 2 }
    }
    #expect(store.state.posted == ["a", "b"])
  }

  @Test func `an action that is received late does not reset the state`() async {
    let store = makeStore()
    await store.send(.post("a")) { $0.posted = ["a"] }
    await withKnownIssue {
      await store.send(.look)
      await store.send(.postSlowly("b"))
    }
    await store.receive(.arrived("a")) { $0.mail = ["a"] }
    #expect(store.state.mail == ["a"])
    await clock.advance(by: .seconds(1))
    await store.receive(.arrived("b")) {
      $0.mail = ["a", "b"]
      $0.$letters.withLock { $0 = 2 }
    }
  }

  @Test func `those that are never received fail at the end, though sending has reported them`()
    async
  {
    let reported = await issues {
      let store = makeStore()
      await store.send(.post("a")) { $0.posted = ["a"] }
      await store.send(.look)
    }
    #expect(reported.count == 2)
    #expect(reported.last?.message.contains("not received by its end") == true)
  }
}
