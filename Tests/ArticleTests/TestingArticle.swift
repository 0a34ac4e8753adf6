import ComposableArchitecture
import Testing

/// The code of the article "Testing".
@MainActor
@Suite struct TestingArticle {
  @Reducer
  struct Kettle {
    @ObservableState
    struct State: Equatable {
      var isOn = false
      var call: String?
    }

    enum Action {
      case switchedOn
      case whistled(String)
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .switchedOn:
          state.isOn = true
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.whistled("Tea is ready"))
          }
        case .whistled(let call):
          state.isOn = false
          state.call = call
          return .none
        }
      }
    }
  }

  @Test func `a kettle whistles after a second`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Kettle.State()) {
      Kettle()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.switchedOn) { $0.isOn = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.whistled) {
      $0.isOn = false
      $0.call = "Tea is ready"
    }
  }

  @Test func `a test leaves out what is not of interest`() async {
    let store = TestStore(initialState: Kettle.State()) {
      Kettle()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    store.exhaustivity = .off

    await store.send(.switchedOn)
    await store.receive(\.whistled) { $0.call = "Tea is ready" }
  }
}
