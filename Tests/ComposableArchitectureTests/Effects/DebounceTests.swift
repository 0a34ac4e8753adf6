import ComposableArchitecture
import Testing

@MainActor
struct DebounceTests {
  @Reducer
  struct Search {
    @Dependency(\.continuousClock) var clock

    struct State: Equatable {
      var query = ""
      var found: [String] = []
    }

    enum Action: Equatable {
      case cleared
      case found(String)
      case queryChanged(String)
    }

    enum ID { case search }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .cleared:
          state.query = ""
          return .cancel(id: ID.search)
        case .found(let text):
          state.found.append(text)
          return .none
        case .queryChanged(let query):
          state.query = query
          return .run { [clock] send in
            await send(.found("begin \(query)"))
            try await clock.sleep(for: .seconds(5))
            await send(.found("end \(query)"))
          }
          .debounce(id: ID.search, for: .seconds(1), clock: clock)
        }
      }
    }
  }

  private let clock = TestClock()

  private func store() -> TestStoreOf<Search> {
    TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `an effect begins after a time without another one, whose place it takes`() async {
    let store = store()
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await clock.advance(by: .milliseconds(900))
    await store.send(.queryChanged("ab")) { $0.query = "ab" }
    await clock.advance(by: .milliseconds(900))
    await clock.advance(by: .milliseconds(100))
    await store.receive(.found("begin ab")) { $0.found = ["begin ab"] }
    await clock.advance(by: .seconds(5))
    await store.receive(.found("end ab")) { $0.found = ["begin ab", "end ab"] }
  }

  @Test func `one that has begun ends when another one comes`() async {
    let store = store()
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await clock.advance(by: .seconds(1))
    await store.receive(.found("begin a")) { $0.found = ["begin a"] }
    await store.send(.queryChanged("b")) { $0.query = "b" }
    await clock.advance(by: .seconds(10))
    await store.receive(.found("begin b")) { $0.found = ["begin a", "begin b"] }
    await store.receive(.found("end b")) { $0.found = ["begin a", "begin b", "end b"] }
  }

  @Test func `an effect that waits is cancelled by its id`() async {
    let store = store()
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.cleared) { $0.query = "" }
    await clock.advance(by: .seconds(10))
  }

  @Test func `an effect with nothing to do takes no place`() async {
    let clock = clock
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        switch action {
        case 1: .send(3).debounce(id: "id", for: .seconds(1), clock: clock)
        case 2: .none.debounce(id: "id", for: .seconds(1), clock: clock)
        default: Self.set(&state, action)
        }
      }
    }
    await store.send(1)
    await store.send(2)
    await clock.advance(by: .seconds(1))
    await store.receive(3) { $0 = 3 }
  }

  private static func set(_ state: inout Int, _ value: Int) -> Effect<Int> {
    state = value
    return .none
  }
}
