import ComposableArchitecture
import Testing

/// A test clock and the effects of a store that is not a test store.
@MainActor @Suite(.timeLimit(.minutes(20))) struct StoreClockTests {
  @Test func `each second of a presented timer reaches its feature`() async {
    let clock = TestClock()
    let store = Store(initialState: Kitchen.State(egg: EggTimer.State())) {
      Kitchen()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.egg(.presented(.started)))
    await clock.advance(by: .seconds(3))
    #expect(store.egg?.seconds == 3)
    await clock.advance(by: .seconds(2))
    #expect(store.egg?.seconds == 5)
    store.send(.egg(.dismiss))
    await clock.advance(by: .seconds(2))
    #expect(store.egg == nil)
  }
}

@Reducer private struct EggTimer {
  @ObservableState struct State: Equatable {
    var seconds = 0
  }

  enum Action {
    case started
    case ticked
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { send in
          while !Task.isCancelled {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}

@Reducer private struct Kitchen {
  @ObservableState struct State {
    @Presents var egg: EggTimer.State?
  }

  enum Action {
    case egg(PresentationAction<EggTimer.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$egg, action: \.egg) { EggTimer() }
  }
}
