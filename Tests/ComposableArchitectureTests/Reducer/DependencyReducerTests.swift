import ComposableArchitecture
import Testing

@MainActor @Suite struct DependencyReducerTests {
  @Test func `overriding a dependency does not create its test value`() {
    let store = Store(initialState: Anchorage.State()) {
      Anchorage().dependency(\.soundings, { 12 })
    }
    store.send(.depthAsked)
    #expect(store.depth == 12)
  }
}

@Reducer private struct Anchorage {
  @ObservableState struct State {
    var depth = 0
  }

  enum Action {
    case depthAsked
  }

  @Dependency(\.soundings) var soundings

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.depth = soundings()
      return .none
    }
  }
}

private enum SoundingsKey: TestDependencyKey {
  static var testValue: @Sendable () -> Int {
    reportIssue("The test value of the soundings was created.")
    return { 0 }
  }
}

extension DependencyValues {
  fileprivate var soundings: @Sendable () -> Int {
    get { self[SoundingsKey.self] }
    set { self[SoundingsKey.self] = newValue }
  }
}
