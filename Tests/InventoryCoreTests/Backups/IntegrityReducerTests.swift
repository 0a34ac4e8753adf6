import ComposableArchitecture
import InventoryCore
import InventoryTestSupport
import TestSupport
import Testing

@MainActor
@Suite struct IntegrityReducerTests {
  @Test func `a file that is found to be damaged is told`() async {
    let error = EngineFailure.damaged
    let store = TestStore(initialState: ItemListFeature.State(page: ItemPage([.drill]))) {
      ItemListFeature()
    } withDependencies: {
      $0.backups.checkIntegrity = { throw error }
    }
    await store.send(\.opened)
    await store.receive(\.integrityResponse) {
      $0.integrity = .damaged(DatabaseProblem(error))
    }
    #expect(store.state.content == .unreadable(DatabaseProblem(error)))
  }

  @Test func `a sound file is known to be so and backed up, again every day`() async {
    let clock = TestClock()
    let calls = LockIsolated<[String]>([])
    let problem = LockIsolated<EngineFailure?>(nil)
    let store = TestStore(initialState: ItemListFeature.State(page: ItemPage([.drill]))) {
      ItemListFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.backups.checkIntegrity = {
        calls.withValue { $0.append("check") }
        if let problem = problem.value { throw problem }
      }
      $0.backups.backUp = { calls.withValue { $0.append("back up") } }
    }
    await store.send(\.opened)
    await store.receive(\.integrityResponse) { $0.integrity = .sound }
    #expect(store.state.content == .items)
    #expect(await eventually { calls.value == ["check", "back up"] })

    await clock.advance(by: .seconds(24 * 60 * 60 - 1))
    #expect(calls.value == ["check", "back up"])
    await clock.advance(by: .seconds(1))
    await store.receive(\.integrityResponse)
    #expect(await eventually { calls.value == ["check", "back up", "check", "back up"] })

    // What is damaged is not backed up, where it would take the place of what was sound.
    let damage = EngineFailure.damaged
    problem.setValue(damage)
    await clock.advance(by: .seconds(24 * 60 * 60))
    await store.receive(\.integrityResponse) {
      $0.integrity = .damaged(DatabaseProblem(damage))
    }
    await store.finish()
    #expect(calls.value == ["check", "back up", "check", "back up", "check"])
  }
}
