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
      $0.continuousClock = TestClock()
      $0.backups.checkIntegrity = { throw error }
    }
    let task = await store.send(\.opened)
    await store.receive(\.integrityResponse) {
      $0.integrity = .damaged(DatabaseProblem(error))
    }
    #expect(store.state.content == .unreadable(DatabaseProblem(error)))
    await task.cancel()
  }

  @Test func `a file that another window has put right is checked again`() async {
    let problems = LockIsolated([EngineFailure.damaged])
    let store = TestStore(initialState: ItemListFeature.State(page: ItemPage([.drill]))) {
      ItemListFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.items.page = { _, _ in ItemPage([.drill]) }
      $0.backups.checkIntegrity = { if let problem = problems.value.first { throw problem } }
      $0.backups.backUp = {}
    }
    let task = await store.send(\.opened)
    await store.receive(\.integrityResponse) {
      $0.integrity = .damaged(DatabaseProblem(EngineFailure.damaged))
    }
    problems.setValue([])
    let reading = await store.send(\.list.databaseChanged) { $0.list.reading = .current }
    await store.receive(\.list.refreshResponse) { $0.list.reading = nil }
    await store.receive(\.integrityResponse) { $0.integrity = .sound }
    #expect(store.state.content == .items)
    await task.cancel()
    await reading.cancel()
  }

  @Test func `a file that cannot be looked at for once is looked at again the next day`() async {
    let clock = TestClock()
    let problems = LockIsolated([EngineFailure.locked])
    let store = TestStore(initialState: ItemListFeature.State(page: ItemPage([.drill]))) {
      ItemListFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.backups.checkIntegrity = { if let problem = problems.value.first { throw problem } }
      $0.backups.backUp = {}
    }
    let task = await store.send(\.opened)
    #expect(store.state.content == .items)
    problems.setValue([])
    await clock.advance(by: .seconds(24 * 60 * 60))
    await store.receive(\.integrityResponse) { $0.integrity = .sound }
    await task.cancel()
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
    let task = await store.send(\.opened)
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
    await task.cancel()
    #expect(calls.value == ["check", "back up", "check", "back up", "check"])
  }
}
