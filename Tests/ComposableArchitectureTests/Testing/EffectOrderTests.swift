import ComposableArchitecture
import Testing

/// In which order the effects of a test store have their turns.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct EffectOrderTests {
  enum Action: Equatable, Sendable {
    case listen
    case reading(Int)
    case calibrated
  }

  @Test(arguments: [false, true])
  func `elements that a stream has ready are handled before the answer to one of them`(
    isMapped: Bool
  ) async {
    let store = TestStore(initialState: [String]()) {
      Reduce<[String], Action> { state, action in
        switch action {
        case .listen:
          return .run { send in
            let (readings, continuation) = AsyncStream<Int>.makeStream()
            for reading in 1...3 { continuation.yield(reading) }
            continuation.finish()
            if isMapped {
              for await reading in readings.map({ $0 }).filter({ $0 > 0 }) {
                await send(.reading(reading))
              }
            } else {
              for await reading in readings { await send(.reading(reading)) }
            }
          }
        case .reading(let reading):
          state.append("\(reading)")
          guard reading == 2 else { return .none }
          return .run { send in await send(.calibrated) }
        case .calibrated:
          state.append("calibrated")
          return .none
        }
      }
    }
    await store.send(.listen)
    await store.receive(.reading(1)) { $0 = ["1"] }
    await store.receive(.reading(2)) { $0 = ["1", "2"] }
    await store.receive(.reading(3)) { $0 = ["1", "2", "3"] }
    await store.receive(.calibrated) { $0 = ["1", "2", "3", "calibrated"] }
  }

  @Test func `effects begin in the order in which they were returned`() async {
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        return .merge((1...5).map { number in .run { send in await send(number) } })
      }
    }
    await store.send(0) { $0 = [0] }
    for number in 1...5 { await store.receive(number) { $0.append(number) } }
  }

  @Test func `effects that follow from each other sleep and wake up in one advance of the clock`()
    async
  {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        guard action < 10 else { return .none }
        let effect = Effect<Int>.run { send in
          try await clock.sleep(for: .seconds(1))
          await send(action + 1)
        }
        // As in a feature ten levels deep.
        return (1...10).reduce(effect) { effect, _ in effect.map { $0 } }
      }
    }
    await store.send(1) { $0 = 1 }
    await clock.advance(by: .seconds(9))
    for number in 2...10 { await store.receive(number) { $0 = number } }
  }
}
