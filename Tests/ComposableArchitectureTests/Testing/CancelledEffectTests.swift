import ComposableArchitecture
import Testing

/// A ferry that answers no calls while it crosses.
@Reducer private struct Ferry {
  @ObservableState struct State: Equatable { var hasLeft = false }

  enum Action {
    case leave
    case sink
  }

  private enum CancelID { case crossing }

  let crossing: @Sendable () async -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .leave:
        state.hasLeft = true
        return .run { send in
          await crossing()
          await send(.leave)
        }
        .cancellable(id: CancelID.crossing)
      case .sink:
        return .cancel(id: CancelID.crossing)
      }
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CancelledEffectTests {
  @Test func `a test need not wait for a cancelled effect that goes on`() async {
    let continuation = LockIsolated<CheckedContinuation<Void, Never>?>(nil)
    let reported = await issues {
      let store = TestStore(initialState: Ferry.State()) {
        Ferry {
          await withCheckedContinuation { new in continuation.setValue(new) }
        }
      }
      await store.send(.leave) { $0.hasLeft = true }
      await store.send(.sink)
      await store.finish()
      await store.skipInFlightEffects(strict: false)
    }
    #expect(reported.map(\.message) == [])
    continuation.value?.resume()
  }

  @Test func `waiting for the action of a cancelled effect ends at once`() async {
    let continuation = LockIsolated<CheckedContinuation<Void, Never>?>(nil)
    let start = ContinuousClock.now
    let reported = await issues {
      let store = TestStore(initialState: Ferry.State()) {
        Ferry {
          await withCheckedContinuation { new in continuation.setValue(new) }
        }
      }
      await store.send(.leave) { $0.hasLeft = true }
      await store.send(.sink)
      await store.receive(\.leave, timeout: .seconds(200))
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("has been cancelled") == true)
    #expect(ContinuousClock.now - start < .seconds(100))
    continuation.value?.resume()
  }
}
