import ComposableArchitecture
import InventoryCore
import InventoryTestSupport
import Testing

@MainActor
@Suite struct LowStockFeatureTests {
  @Test func `the user is told of each item once`() async {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let told = LockIsolated<[Item]>([])
    let store = TestStore(initialState: LowStockFeature.State()) {
      LowStockFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.items.lowStock = { since in
        switch since {
        case nil: LowStock(latestEvent: 3)
        case 3: LowStock(latestEvent: 4, items: [.drill])
        default: LowStock(latestEvent: 5)
        }
      }
      $0.notifications.itemIsLow = { item in told.withValue { $0.append(item) } }
    }
    await store.send(\.task)
    continuation.yield()
    await store.receive(\.databaseChanged)
    await store.receive(\.response.success) { $0.latestEvent = 3 }
    continuation.yield()
    await store.receive(\.databaseChanged)
    await store.receive(\.response.success) { $0.latestEvent = 4 }
    continuation.yield()
    await store.receive(\.databaseChanged)
    await store.receive(\.response.success) { $0.latestEvent = 5 }
    continuation.finish()
    await store.finish()
    #expect(told.value == [.drill])
  }

  @Test func `many items at once are told as one`() async {
    let told = LockIsolated<[Int]>([])
    var state = LowStockFeature.State()
    state.latestEvent = 3
    let store = TestStore(initialState: state) {
      LowStockFeature()
    } withDependencies: {
      $0.items.lowStock = { _ in
        LowStock(latestEvent: 40, items: [.drill, .hammer], count: 37)
      }
      $0.notifications.manyItemsAreLow = { count in told.withValue { $0.append(count) } }
    }
    await store.send(\.databaseChanged)
    await store.receive(\.response.success) { $0.latestEvent = 40 }
    await store.finish()
    #expect(told.value == [37])
  }

  @Test func `a database that cannot be read is asked again after a change`() async {
    let isReadable = LockIsolated(false)
    let store = TestStore(initialState: LowStockFeature.State()) {
      LowStockFeature()
    } withDependencies: {
      $0.items.lowStock = { _ in
        guard isReadable.value else { throw FileError(file: "x", problem: "damaged") }
        return LowStock(latestEvent: 7)
      }
    }
    await store.send(\.databaseChanged)
    await store.receive(\.response.failure)
    isReadable.setValue(true)
    await store.send(\.databaseChanged)
    await store.receive(\.response.success) { $0.latestEvent = 7 }
  }
}
