import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct UnfinishedStocktakeFeatureTests {
  @Test func `a stocktake that is not finished is known until it is`() async {
    let (changes, changed) = AsyncStream<Void>.makeStream()
    let counts = LockIsolated<[StocktakeCount]>([])
    let store = TestStore(initialState: UnfinishedStocktakeFeature.State()) {
      UnfinishedStocktakeFeature()
    } withDependencies: {
      $0.database.changes = { changes }
      $0.database.stocktake = { counts.value }
    }
    let task = await store.send(\.task)
    changed.yield()
    await store.receive(\.response.success)
    counts.setValue([StocktakeCount(item: .drill, counted: 1, expected: 4, date: .distantPast)])
    changed.yield()
    await store.receive(\.response.success) { $0.count = 1 }
    counts.setValue([])
    changed.yield()
    await store.receive(\.response.success) { $0.count = 0 }
    await task.cancel()
  }

  @Test func `nothing is said about a database that cannot be read`() async {
    let store = TestStore(initialState: UnfinishedStocktakeFeature.State(count: 2)) {
      UnfinishedStocktakeFeature()
    }
    let error = FileError(file: "inventory.sqlite", problem: "damaged")
    await store.send(.response(.failure(error))) { $0.count = 0 }
  }
}
