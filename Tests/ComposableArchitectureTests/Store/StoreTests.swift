import ComposableArchitecture
import Testing

@MainActor
@Suite
struct StoreTests {
  @Test
  func `actions sent while reducing are queued and run in order`() {
    var log: [Int] = []
    var store: Store<Int, Int>!
    store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        log.append(action)
        if action == 1 {
          store.send(2)
          store.send(3)
        }
        log.append(-action)
        return action == 2 ? .send(4) : .none
      }
    }
    store.send(1)
    #expect(log == [1, -1, 2, -2, 3, -3, 4, -4])
  }

  @Test
  func
    `the same element of a stack has the same store, which is released when it is no longer used`()
    throws
  {
    let store = Store(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    }
    let path = store.scope(state: \.path, action: \.path)
    #expect(path === store.scope(state: \.path, action: \.path))
    let id = try #require(path.ids.first)
    weak var weakElement: StoreOf<StackFeature.Path>?
    do {
      let element: StoreOf<StackFeature.Path> = try #require(path.element(id: id))
      let again: StoreOf<StackFeature.Path>? = path.element(id: id)
      #expect(element === again)
      weakElement = element
      guard case .counter(let counter) = element.case else {
        Issue.record("Expected a counter.")
        return
      }
      counter.send(.incrementButtonTapped)
      #expect(counter.count == 1)
      #expect(store.total == 1)
    }
    #expect(weakElement == nil)
  }

  @Test
  func `a store in use is found again, even through stores that are not in use`() throws {
    let store = Store(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    }
    func element() throws -> StoreOf<StackFeature.Path> {
      let path = store.scope(state: \.path, action: \.path)
      return try #require(path.element(id: path.ids[0]) as StoreOf<StackFeature.Path>?)
    }
    let held = try element()
    #expect(try element() === held)
  }

  @Test
  func `a store whose element was removed returns its last state, and reports an action`() throws {
    let store = Store(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State(count: 7))]))
    ) {
      StackFeature()
    }
    let path = store.scope(state: \.path, action: \.path)
    let element: StoreOf<StackFeature.Path> = try #require(path.element(id: path.ids[0]))
    guard case .counter(let counter) = element.case else {
      Issue.record("Expected a counter.")
      return
    }
    #expect(counter.count == 7)
    store.send(.popToRoot)
    #expect(counter.count == 7)
    withExpectedIssue { _ = counter.send(.incrementButtonTapped) }
    #expect(store.total == 0)
  }

  @Test
  func `nothing outlives its store: neither its root nor its effects`() async {
    let clock = TestClock()
    weak var weakStore: StoreOf<CounterFeature>?
    let task: StoreTask
    do {
      let store = Store(initialState: CounterFeature.State()) {
        CounterFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      weakStore = store
      task = store.send(.startTimer)
    }
    #expect(weakStore == nil)
    await task.finish()
  }

  @Test
  func `a presented feature has a store while it has state`() {
    let store = Store(initialState: PresentingFeature.State()) { PresentingFeature() }
    #expect(store.scope(state: \.destination?.counter, action: \.destination.counter) == nil)
    store.send(.present)
    let counter = store.scope(state: \.destination?.counter, action: \.destination.counter)
    counter?.send(.incrementButtonTapped)
    #expect(counter?.count == 1)
    #expect(store.scope(state: \.destination?.other, action: \.destination.other) == nil)
  }
}
