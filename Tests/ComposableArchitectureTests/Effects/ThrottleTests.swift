import ComposableArchitecture
import Testing

@MainActor
struct ThrottleTests {
  @Reducer
  struct Recorder {
    @Dependency(\.continuousClock) var clock

    struct State: Equatable {
      var saved: [String] = []
      var done: [String] = []
    }

    enum Action: Equatable {
      case cancelled
      case done(String)
      case moved(String)
      case saved(String)
    }

    enum ID { case save }

    let latest: Bool

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .cancelled:
          return .cancel(id: ID.save)
        case .done(let text):
          state.done.append(text)
          return .none
        case .moved(let text):
          return .run { [clock] send in
            await send(.saved(text))
            try await clock.sleep(for: .seconds(10))
            await send(.done(text))
          }
          .throttle(id: ID.save, for: .seconds(1), clock: clock, latest: latest)
        case .saved(let text):
          state.saved.append(text)
          return .none
        }
      }
    }
  }

  private let clock = TestClock()

  private func store(latest: Bool) -> TestStoreOf<Recorder> {
    let store = TestStore(initialState: Recorder.State()) {
      Recorder(latest: latest)
    } withDependencies: {
      $0.continuousClock = clock
    }
    return store
  }

  @Test(arguments: [(true, "d"), (false, "b")])
  func `the first effect begins at once, and one of the others at the end of the interval`(
    latest: Bool,
    second: String
  ) async {
    let store = store(latest: latest)
    await store.send(.moved("a"))
    await store.receive(.saved("a")) { $0.saved = ["a"] }
    for text in ["b", "c", "d"] {
      await clock.advance(by: .milliseconds(300))
      await store.send(.moved(text))
    }
    await clock.advance(by: .milliseconds(99))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.saved(second)) { $0.saved = ["a", second] }
    // The second interval has begun with the second effect.
    await clock.advance(by: .milliseconds(999))
    await store.send(.moved("e"))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.saved("e")) { $0.saved = ["a", second, "e"] }
    await store.send(.cancelled)
  }

  @Test func `after an interval in which none came, an effect begins at once`() async {
    let store = store(latest: true)
    await store.send(.moved("a"))
    await store.receive(.saved("a")) { $0.saved = ["a"] }
    await clock.advance(by: .seconds(1))
    await store.send(.moved("b"))
    await store.receive(.saved("b")) { $0.saved = ["a", "b"] }
    await store.send(.cancelled)
  }

  @Test func `an effect that has begun goes on when the next one begins`() async {
    let store = store(latest: true)
    await store.send(.moved("a"))
    await store.receive(.saved("a")) { $0.saved = ["a"] }
    await store.send(.moved("b"))
    await clock.advance(by: .seconds(1))
    await store.receive(.saved("b")) { $0.saved = ["a", "b"] }
    await store.send(.moved("c"))
    await clock.advance(by: .seconds(1))
    await store.receive(.saved("c")) { $0.saved = ["a", "b", "c"] }
    await clock.advance(by: .seconds(10))
    await store.receive(.done("a")) { $0.done = ["a"] }
    await store.receive(.done("b")) { $0.done = ["a", "b"] }
    await store.receive(.done("c")) { $0.done = ["a", "b", "c"] }
  }

  @Test(arguments: [true, false])
  func `an effect that waits is cancelled by the id, and the next one waits in its place`(
    latest: Bool
  ) async {
    let store = store(latest: latest)
    await store.send(.moved("a"))
    await store.receive(.saved("a")) { $0.saved = ["a"] }
    await store.send(.moved("b"))
    await store.send(.cancelled)
    await store.send(.moved("c"))
    await clock.advance(by: .seconds(1))
    await store.receive(.saved("c")) { $0.saved = ["a", "c"] }
    await store.send(.cancelled)
    await clock.advance(by: .seconds(20))
  }

  @Test func `effects with another id, or of another feature, have intervals of their own`() async {
    let clock = clock
    let rows = Reduce<Int, Int> { state, action in
      guard action < 10 else {
        state += action
        return .none
      }
      return .send(10 + action).throttle(
        id: action,
        for: .seconds(1),
        clock: clock,
        latest: false
      )
    }
    let store = TestStore(initialState: 0) { rows }
    await store.send(1)
    await store.receive(11) { $0 = 11 }
    await store.send(2)
    await store.receive(12) { $0 = 23 }
    let other = TestStore(initialState: 0) { rows }
    await other.send(1)
    await other.receive(11) { $0 = 11 }
  }

  @Test func `an effect with nothing to do takes no place`() async {
    let clock = clock
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        switch action {
        case 1: return .none.throttle(id: "id", for: .seconds(1), clock: clock, latest: true)
        case 2: return .send(3).throttle(id: "id", for: .seconds(1), clock: clock, latest: true)
        default:
          state = action
          return .none
        }
      }
    }
    await store.send(1)
    await store.send(2)
    await store.receive(3) { $0 = 3 }
  }
}
