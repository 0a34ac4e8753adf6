import ComposableArchitecture
import Testing

/// The code of the article "Testing".
@MainActor
@Suite struct TestingArticle {
  @Reducer
  struct Fact {
    @ObservableState
    struct State: Equatable {
      var isLoading = false
      var text: String?
    }

    enum Action {
      case askButtonTapped
      case response(String)
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .askButtonTapped:
          state.isLoading = true
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.response("0 is neither positive nor negative."))
          }
        case .response(let text):
          state.isLoading = false
          state.text = text
          return .none
        }
      }
    }
  }

  @Test func `A fact arrives after a second`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Fact.State()) {
      Fact()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.askButtonTapped) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.response) {
      $0.isLoading = false
      $0.text = "0 is neither positive nor negative."
    }
  }

  @Test func `What is not of interest is left out`() async {
    let store = TestStore(initialState: Fact.State()) {
      Fact()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    store.exhaustivity = .off

    await store.send(.askButtonTapped)
    await store.receive(\.response) { $0.text = "0 is neither positive nor negative." }
  }
}
