import ComposableArchitecture
import InventoryCore
import InventoryTestSupport
import TestSupport
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
    await store.receive(\.response.success) { $0.latestEvent = 3 }
    continuation.yield()
    await store.receive(\.response.success) { $0.latestEvent = 4 }
    continuation.yield()
    await store.receive(\.response.success) { $0.latestEvent = 5 }
    continuation.finish()
    await store.finish()
    #expect(told.value == [.drill])
  }

  @Test func `changes that come during a read do not keep the user from being told`() async {
    let (changes, change) = AsyncStream<Void>.makeStream()
    let (answers, answer) = AsyncStream<LowStock>.makeStream()
    let reads = LockIsolated<[LowStock.Event?]>([])
    let told = LockIsolated<[Item]>([])
    var state = LowStockFeature.State()
    state.latestEvent = 3
    let store = TestStore(initialState: state) {
      LowStockFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.items.lowStock = { since in
        reads.withValue { $0.append(since) }
        for await answer in answers { return answer }
        throw CancellationError()
      }
      $0.notifications.itemIsLow = { item in told.withValue { $0.append(item) } }
    }
    await store.send(\.task)
    change.yield()
    #expect(await eventually { reads.value == [3] })
    change.yield()
    answer.yield(LowStock(latestEvent: 4, items: [.drill]))
    await store.receive(\.response.success) { $0.latestEvent = 4 }
    answer.yield(LowStock(latestEvent: 5))
    await store.receive(\.response.success) { $0.latestEvent = 5 }
    change.finish()
    await store.finish()
    #expect(reads.value == [3, 4])
    #expect(told.value == [.drill])
  }

  @Test func `many items at once are told as one`() async {
    let told = LockIsolated<[Int]>([])
    var state = LowStockFeature.State()
    state.latestEvent = 3
    let store = TestStore(initialState: state) {
      LowStockFeature()
    } withDependencies: {
      $0.connection.changes = { .once }
      $0.items.lowStock = { _ in
        LowStock(latestEvent: 40, items: [.drill, .hammer], count: 37)
      }
      $0.notifications.manyItemsAreLow = { count in told.withValue { $0.append(count) } }
    }
    await store.send(\.task)
    await store.receive(\.response.success) { $0.latestEvent = 40 }
    await store.finish()
    #expect(told.value == [37])
  }

  @Test func `a database that cannot be read is asked again after a change`() async {
    let isReadable = LockIsolated(false)
    let store = TestStore(initialState: LowStockFeature.State()) {
      LowStockFeature()
    } withDependencies: {
      $0.connection.changes = { .once }
      $0.items.lowStock = { _ in
        guard isReadable.value else { throw FileError(file: "x", problem: "damaged") }
        return LowStock(latestEvent: 7)
      }
    }
    await store.send(\.task)
    await store.receive(\.response.failure)
    isReadable.setValue(true)
    await store.send(\.task)
    await store.receive(\.response.success) { $0.latestEvent = 7 }
  }
}
