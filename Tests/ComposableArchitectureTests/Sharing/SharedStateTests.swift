import ComposableArchitecture
import Foundation
import Testing

@Reducer
private struct SharedCounter {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    @Shared var draft: String
    @SharedReader(.inMemory("count")) var reader = 0
    var local = 0
    var changes: [Int] = []

    init(draft: Shared<String> = Shared(value: "")) {
      _draft = draft
    }
  }
  enum Action: Equatable {
    case increment
    case incrementBoth
    case incrementInEffect
    case incrementInEffectThenRespond
    case incrementTwiceInEffect
    case write(String)
    case replaceDraft
    case response
    case nothing
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.$count.withLock { $0 += 1 }
        return .none
      case .incrementBoth:
        state.$count.withLock { $0 += 1 }
        state.local += 1
        return .none
      case .incrementInEffect:
        return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
      case .incrementInEffectThenRespond:
        return .run { [count = state.$count] send in
          count.withLock { $0 += 1 }
          await send(.response)
        }
      case .incrementTwiceInEffect:
        return .run { [count = state.$count] send in
          count.withLock { $0 += 1 }
          await send(.response)
          count.withLock { $0 += 1 }
          await send(.response)
        }
      case .write(let text):
        state.$draft.withLock { $0 = text }
        return .none
      case .replaceDraft:
        state.$draft = Shared(value: "replaced")
        return .none
      case .response, .nothing:
        return .none
      }
    }
    .onChange(of: \.count) { _, newValue in
      Reduce { state, _ in
        state.changes.append(newValue)
        return .none
      }
    }
  }
}

@Reducer
private struct TwoCounters {
  @ObservableState
  struct State: Equatable {
    var first = SharedCounter.State()
    var second = SharedCounter.State()
  }
  enum Action {
    case first(SharedCounter.Action)
    case second(SharedCounter.Action)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { SharedCounter() }
    Scope(state: \.second, action: \.second) { SharedCounter() }
  }
}

@MainActor
@Suite
struct SharedStateTests {
  private func makeStore() -> TestStoreOf<SharedCounter> {
    TestStore(initialState: SharedCounter.State()) { SharedCounter() }
  }

  @Test
  func `a shared change is asserted in the closure, under the lock`() async {
    let store = makeStore()
    await store.send(.increment) {
      $0.$count.withLock { $0 = 1 }
      $0.changes = [1]
    }
    await store.send(.incrementBoth) {
      $0.$count.withLock { $0 += 1 }
      $0.local = 1
      $0.changes = [1, 2]
    }
    await store.send(.write("Hello")) { $0.$draft.withLock { $0 = "Hello" } }
    #expect(store.state.count == 2)
    #expect(store.state.reader == 2)
  }

  @Test
  func `a shared change that is not asserted fails with the old and the new value`() async {
    let store = makeStore()
    await withKnownIssue {
      await store.send(.write("Hello"))
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains(#"−   _draft: """#) && text.contains(#"+   _draft: "Hello""#)
    }
    await store.send(.nothing)
  }

  @Test
  func `a wrong value fails, and so does a change that does not occur`() async {
    let store = makeStore()
    await withExpectedIssue {
      await store.send(.write("Hello")) { $0.$draft.withLock { $0 = "Goodbye" } }
    }
    await withExpectedIssue {
      await store.send(.nothing) { $0.$draft.withLock { $0 = "Goodbye" } }
    }
    await withExpectedIssue {
      await store.send(.nothing) { $0.$draft.withLock { $0 = "Hello" } }
    }
    // An assertion changes nothing but the expectation.
    #expect(store.state.draft == "Hello")
  }

  @Test
  func `a change in an effect is asserted where its action is received`() async {
    let store = makeStore()
    await store.send(.incrementInEffectThenRespond)
    await store.receive(.response) { $0.$count.withLock { $0 = 1 } }
  }

  @Test
  func `each received action is compared with the values after it`() async {
    let store = makeStore()
    await store.send(.incrementTwiceInEffect)
    await store.receive(\.response) { $0.$count.withLock { $0 = 1 } }
    await store.receive(\.response) { $0.$count.withLock { $0 = 2 } }
  }

  @Test(arguments: [false, true])
  func `a received action may also be compared with the values of now`(isRepeated: Bool) async {
    let store = makeStore()
    await store.send(.incrementTwiceInEffect)
    await store.receive(\.response) { $0.$count.withLock { $0 = 2 } }
    if isRepeated {
      await store.receive(\.response) { $0.$count.withLock { $0 = 2 } }
    } else {
      await store.receive(\.response)
    }
  }

  @Test
  func `a received action is compared with no other values`() async {
    let store = makeStore()
    await store.send(.incrementTwiceInEffect)
    await withKnownIssue {
      await store.receive(\.response) { $0.$count.withLock { $0 = 3 } }
    }
    await store.receive(\.response) { $0.$count.withLock { $0 = 2 } }
  }

  @Test
  func `a change in an effect without an action is asserted by itself`() async {
    let store = makeStore()
    await store.send(.incrementInEffect)
    await store.finish()
    store.assert { $0.$count.withLock { $0 = 1 } }
    withExpectedIssue {
      store.assert { $0.$count.withLock { $0 = 7 } }
    }
  }

  @Test
  func `a change in an effect that is not asserted fails at the end of the test`() async {
    await withExpectedIssue {
      let store = makeStore()
      await store.send(.incrementInEffect)
      await store.finish()
    }
  }

  @Test
  func `a change in an effect that is not asserted fails at the next action`() async {
    let store = makeStore()
    await store.send(.incrementInEffect)
    await store.finish()
    await withExpectedIssue { await store.send(.nothing) }
  }

  @Test
  func `two features that share a value see each other's changes, which are asserted once`() async {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(.first(.increment)) {
      $0.first.$count.withLock { $0 = 1 }
      $0.first.changes = [1]
    }
    await store.send(.second(.increment)) {
      $0.second.$count.withLock { $0 = 2 }
      $0.second.changes = [2]
    }
    #expect(store.state.first.count == 2)
  }

  @Test
  func `a part of a shared value is asserted through the part`() async {
    struct Value: Equatable {
      var a = 0
      var b = 0
    }
    struct State: Equatable { @Shared var value: Value }
    let store = TestStore(initialState: State(value: Shared(value: Value()))) {
      Reduce<State, Int> { state, action in
        state.$value.a.withLock { $0 = action }
        return .none
      }
    }
    await store.send(3) { $0.$value.a.withLock { $0 = 3 } }
    await store.send(4) { $0.$value.withLock { $0.a = 4 } }
    await withExpectedIssue { await store.send(5) { $0.$value.b.withLock { $0 = 5 } } }
  }

  @Test
  func `taking another shared value is a change like any other`() async {
    let store = makeStore()
    await store.send(.replaceDraft) { $0.$draft = Shared(value: "replaced") }
    await store.send(.write("x")) { $0.$draft.withLock { $0 = "x" } }
    await withExpectedIssue { await store.send(.replaceDraft) }
  }

  @Test
  func `without exhaustivity only what is asserted counts`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.incrementBoth)
    await store.send(.incrementBoth) { $0.$count.withLock { $0 = 2 } }
    await withExpectedIssue {
      await store.send(.incrementBoth) { $0.$count.withLock { $0 = 2 } }
    }
    await store.send(.incrementInEffect)
    await store.finish()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.incrementBoth)
    #expect(store.state.count == 5)
  }

  @Test
  func `what a test does to a shared value itself need not be asserted`() async {
    @Shared(.inMemory("count")) var count = 0
    let store = makeStore()
    $count.withLock { $0 = 5 }
    await store.send(.nothing)
    await store.send(.increment) {
      $0.$count.withLock { $0 = 6 }
      $0.changes = [6]
    }
    #expect(count == 6)
  }

  @Test
  func `a store's views observe shared state, also where another feature changes it`() async {
    let store = Store(initialState: TwoCounters.State()) { TwoCounters() }
    let first = store.scope(state: \.first, action: \.first)
    var seen: [Int] = []
    let token = observe { seen.append(first.count) }
    store.send(.second(.increment))
    let deadline = ContinuousClock.now + .seconds(60)
    while seen.count < 2, ContinuousClock.now < deadline { await Task.yield() }
    #expect(seen == [0, 1])
    token.cancel()
  }

  @Test
  func `a shared value that is set to what it was may be asserted as a change`() async {
    let store = makeStore()
    await store.send(.write("")) { $0.$draft.withLock { $0 = "" } }
    await store.send(.write(""))
    await store.send(.write("x")) { $0.$draft.withLock { $0 = "x" } }
    await store.send(.write("x")) { $0.$draft.withLock { $0 = "x" } }
    await withExpectedIssue {
      await store.send(.write("x")) { $0.$draft.withLock { $0 = "y" } }
    }
    await withExpectedIssue {
      await store.send(.nothing) { $0.$draft.withLock { $0 = "x" } }
    }
    await withExpectedIssue {
      await store.send(.write("x")) { $0.$count.withLock { $0 = 0 } }
    }
  }

  @Test
  func `printed changes show the old and the new shared value`() async {
    nonisolated(unsafe) var difference: String?
    let printer = _ReducerPrinter<SharedCounter.State, SharedCounter.Action> { _, old, new in
      difference = diff(old, new)
    }
    let store = Store(initialState: SharedCounter.State()) {
      SharedCounter()._printChanges(printer)
    }
    store.send(.write("Hello"))
    #expect(difference?.contains("Hello") == true)
  }
}
