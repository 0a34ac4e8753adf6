import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct UnfinishedStocktakeFeatureTests {
  @Test func `a stocktake that is not finished is known until it is`() async {
    let (changes, changed) = AsyncStream<Void>.makeStream()
    let count = LockIsolated(0)
    let store = TestStore(initialState: UnfinishedStocktakeFeature.State()) {
      UnfinishedStocktakeFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.stocktake.countedItems = { count.value }
    }
    let task = await store.send(\.task)
    changed.yield()
    await store.receive(\.response.success)
    count.setValue(1)
    changed.yield()
    await store.receive(\.response.success) { $0.count = 1 }
    count.setValue(0)
    changed.yield()
    await store.receive(\.response.success) { $0.count = 0 }
    await task.cancel()
  }

  @Test func `nothing is said about a database that cannot be read`() async {
    let store = TestStore(initialState: UnfinishedStocktakeFeature.State(count: 2)) {
      UnfinishedStocktakeFeature()
    }
    let error = FileError(file: "inventory.sqlite", problem: "damaged")
    await store.send(.response(.failure(EngineFailure.away)))
    await store.send(.response(.failure(error))) { $0.count = 0 }
  }
}
