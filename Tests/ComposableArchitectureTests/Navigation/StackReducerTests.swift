import ComposableArchitecture
import Testing

@MainActor
@Suite
struct StackReducerTests {
  @Test
  func `an element handles its actions before the parent does`() async {
    let store = TestStore(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    }
    await store.send(\.path[id: 0].counter.incrementButtonTapped) {
      XCTModify(&$0.path[id: 0], case: \.counter) { $0.count = 1 }
      $0.total = 1
    }
    await store.send(\.path[id: 0].counter.decrementButtonTapped) {
      $0.path[id: 0, case: \.counter]?.count = 0
    }
  }

  @Test
  func `an element that dismisses itself is popped together with all above it`() async {
    let store = TestStore(
      initialState: StackFeature.State(
        path: StackState([
          .counter(CounterFeature.State(count: 3)), .counter(CounterFeature.State()),
        ])
      )
    ) {
      StackFeature()
    }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].counter.incrementButtonTapped)
    await store.send(\.path[id: 0].counter.incrementButtonTapped)
    await store.receive(\.path.popFrom, 0) {
      $0.path = StackState()
    }
  }

  @Test
  func `ids count up from zero in each test and are never used again`() {
    var path = StackState<Int>()
    path.append(42)
    #expect(path[id: 0] == 42)
    path.append(1729)
    #expect(path[id: 1] == 1729)
    path.removeAll()
    path.append(-1)
    #expect(path[id: 2] == -1)
  }

  @Test
  func `elements that assertions push have the same ids as those of the reducer`() async {
    let store = TestStore(initialState: StackFeature.State()) { StackFeature() }
    await store.send(.pushTwo) {
      $0.path.append(.counter(CounterFeature.State()))
      $0.path.append(.counter(CounterFeature.State()))
    }
    await store.send(.path(.push(id: 2, state: .other(CounterFeature.State())))) {
      $0.path[id: 2] = .other(CounterFeature.State())
    }
    await store.send(\.path.popFrom, 1) {
      $0.path.pop(to: 0)
    }
  }

  @Test(arguments: [
    StackFeature.Action.popToRoot, .replaceAll, .path(.popFrom(id: 0)),
  ])
  func `the effects of an element are cancelled in whatever way it is removed`(
    leaving: StackFeature.Action
  ) async {
    let clock = TestClock()
    let store = TestStore(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.path[id: 0].counter.startTimer)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].counter.tick) {
      $0.path[id: 0, case: \.counter]?.count = 1
    }
    store.exhaustivity = .off
    await store.send(leaving)
    store.exhaustivity = .on
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test
  func `the same cancellation id in two elements identifies two effects`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: StackFeature.State(
        path: StackState([.counter(CounterFeature.State()), .counter(CounterFeature.State())])
      )
    ) {
      StackFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.path[id: 0].counter.startTimer)
    await store.send(\.path[id: 1].counter.startTimer)
    await store.send(\.path[id: 0].counter.stopTimer)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].counter.tick) {
      $0.path[id: 1, case: \.counter]?.count = 1
    }
    await store.send(\.path[id: 1].counter.stopTimer)
  }

  @Test
  func `an action for a missing element is reported and changes nothing`() async {
    let store = TestStore(initialState: StackFeature.State()) { StackFeature() }
    await withExpectedIssue {
      await store.send(.path(.element(id: 999, action: .counter(.incrementButtonTapped)))) {
        $0.total = 1
      }
    }
  }

  @Test
  func `popping a missing element is reported and changes nothing`() async {
    let store = TestStore(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    }
    await withExpectedIssue { await store.send(\.path.popFrom, 999) }
  }

  @Test
  func `pushing an id that is in the stack is reported and changes nothing`() async {
    let store = TestStore(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    }
    await withExpectedIssue {
      await store.send(.path(.push(id: 0, state: .other(CounterFeature.State()))))
    }
  }

  @Test
  func `pushing an id that is not the next one is reported, and the element is pushed`() async {
    let store = TestStore(initialState: StackFeature.State()) { StackFeature() }
    await withKnownIssue {
      await store.send(.path(.push(id: 4, state: .other(CounterFeature.State())))) {
        $0.path[id: 4] = .other(CounterFeature.State())
      }
    } matching: { issue in
      let message = issue.comments.map(\.rawValue).joined()
      return message.contains("under an id that is not the next one")
        && message.contains("#4") && message.contains("#0")
    }
    await store.send(.path(.push(id: 5, state: .other(CounterFeature.State())))) {
      $0.path[id: 5] = .other(CounterFeature.State())
    }
  }

  @Test
  func `sending after dismissal is reported and changes nothing`() async {
    let store = TestStore(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    }
    await withExpectedIssue {
      await store.send(\.path[id: 0].counter.closeAndTick)
      await store.receive(\.path.popFrom) { $0.path = StackState() }
      await store.finish()
    }
  }

  @Test
  func `a reducer around the stack can decline to pop`() async {
    let store = TestStore(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      let core = StackFeature()
      return Reduce<StackFeature.State, StackFeature.Action> { state, action in
        if case .path(.popFrom) = action, state.total == 0 { return .none }
        return core.reduce(into: &state, action: action)
      }
    }
    await store.send(\.path.popFrom, 0)
  }
}
