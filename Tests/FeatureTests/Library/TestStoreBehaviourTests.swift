import ComposableArchitecture
import Foundation
import Testing

/// What a test store checks, and what it ignores, in a bakery at night.
@MainActor
@Suite
struct TestStoreBehaviourTests {
  @Reducer
  struct Bakery {
    struct State: Equatable {
      var isOvenLit = false
      var shelf: [String] = []
      var sacks = 0
    }
    enum Action: Equatable {
      case apprenticeCame
      case flourDelivered(Int)
      case ovenLit
      case ovenOpened(breads: [String], isBurnt: Bool)
    }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    var body: some ReducerOf<Self> {
      Reduce { bakery, action in
        switch action {
        case .apprenticeCame:
          return .run { _ in try await Task.never() }
        case .flourDelivered(let sacks):
          bakery.sacks += sacks
          return .none
        case .ovenLit:
          bakery.isOvenLit = true
          return .merge(
            .run { send in
              for sacks in [3, 4] { await send(.flourDelivered(sacks)) }
            },
            .run { send in
              try await clock.sleep(for: .seconds(2_400))
              await send(.ovenOpened(breads: ["Rye", "Spelt"], isBurnt: false))
            }
          )
        case .ovenOpened(breads: let breads, isBurnt: let isBurnt):
          bakery.isOvenLit = false
          if !isBurnt { bakery.shelf += breads }
          return .none
        }
      }
    }
  }

  private let night = TestClock()

  private func bakery() -> TestStoreOf<Bakery> {
    TestStore(initialState: Bakery.State()) {
      Bakery()
    } withDependencies: {
      $0.continuousClock = night
    }
  }

  @Test func `all that happens is asserted, by value, by case and by predicate`() async {
    let store = bakery()
    await store.send(.ovenLit) { $0.isOvenLit = true }
    await store.receive(.flourDelivered(3)) { $0.sacks = 3 }
    await store.receive(\.flourDelivered, 4, timeout: .seconds(60)) { $0.sacks = 7 }
    await night.advance(by: .seconds(2_400))
    await store.receive {
      guard case .ovenOpened(breads: _, isBurnt: false) = $0 else { return false }
      return true
    } assert: {
      $0.isOvenLit = false
      $0.shelf = ["Rye", "Spelt"]
    }
  }

  @Test func `without exhaustivity other changes are not checked`() async {
    let store = bakery()
    store.exhaustivity = .off
    await store.send(.ovenLit)
    await night.advance(by: .seconds(2_400))
    await store.receive(\.ovenOpened) { $0.shelf = ["Rye", "Spelt"] }
    #expect(store.state.sacks == 7)
  }

  @Test func `actions and effects that are of no interest are skipped`() async {
    let store = bakery()
    await store.send(.ovenLit) { $0.isOvenLit = true }
    await store.receive(\.flourDelivered) { $0.sacks = 3 }
    await store.skipReceivedActions()
    await night.advance(by: .seconds(2_400))
    await store.skipReceivedActions(strict: false)
    await store.send(.apprenticeCame)
    await store.skipInFlightEffects()
    #expect(store.state.shelf.count == 2)
  }

  @Test func `changes that are not asserted fail, and so do those that do not happen`() async {
    let store = bakery()
    let failures = LockIsolated(0)
    func fails(_ operation: () async -> Void) async {
      await withKnownIssue {
        await operation()
      } matching: { _ in
        failures.withValue { $0 += 1 }
        return true
      }
    }
    await fails { await store.send(.flourDelivered(1)) }
    await fails { await store.send(.flourDelivered(0)) { $0.sacks = 50 } }
    await fails { await store.send(.flourDelivered(0)) { _ in } }
    await fails { await store.receive(.flourDelivered(9)) }
    await fails { await store.receive(\.flourDelivered, timeout: .zero) }
    store.exhaustivity = .off
    await fails { await store.send(.flourDelivered(1)) { $0.sacks = 77 } }
    #expect(failures.value == 6)
  }

  @Test func `an assertion may throw, and a timeout is a number`() async {
    let store = bakery()
    store.timeout = 100_000_000
    await store.send(.flourDelivered(3)) {
      $0.sacks = try #require(Optional(3))
    }
  }

  @Test func `dependencies are changed for a store, later, and for a while`() async {
    let store = TestStore(initialState: Bakery.State()) {
      Bakery()
    } withDependencies: {
      $0.context = .live
      $0.date.now = Date(timeIntervalSinceReferenceDate: 0)
      $0.uuid = .incrementing
    }
    store.dependencies.date = .constant(.distantPast)
    await store.withDependencies {
      $0.uuid = .constant(UUID(3))
    } operation: {
      await store.send(.flourDelivered(1)) { $0.sacks = 1 }
    }
    store.useMainSerialExecutor = true
    await store.finish(timeout: .seconds(60))
  }

  @Test func `the task of an action ends with its effect, or with its cancellation`() async {
    let store = bakery()
    store.exhaustivity = .off
    let batch = await store.send(.ovenLit)
    await night.advance(by: .seconds(2_400))
    await batch.finish()
    let apprentice = await store.send(.apprenticeCame)
    #expect(!apprentice.isCancelled)
    await apprentice.cancel()
    #expect(apprentice.isCancelled)
  }

  @Test func `clocks of all kinds stand in for each other`() async throws {
    try await withMainSerialExecutor {
      let sleeper = Task {
        try await night.sleep(for: .seconds(28_800))
        return "awake"
      }
      await night.run(timeout: .seconds(20))
      #expect(try await sleeper.value == "awake")
      let any = AnyClock(night)
      let nap = Task { try await any.sleep(until: any.now, tolerance: nil) }
      await night.advance()
      try await nap.value

      let hurried = ImmediateClock()
      try await hurried.sleep(for: .seconds(60))
      var strokes = 0
      for await _ in hurried.timer(interval: .seconds(1)).prefix(12) { strokes += 1 }
      #expect(strokes == 12)

      let missing: any Clock<Duration> = UnimplementedClock()
      await withKnownIssue { try await missing.sleep(for: .seconds(1)) }
    }
  }
}
