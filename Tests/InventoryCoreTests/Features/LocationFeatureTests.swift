import ComposableArchitecture
import Foundation
import InventoryCore
import PagedArrays
import Testing

@MainActor
@Suite struct LocationFeatureTests {
  @Test func `the page shows what is there and opens it`() async {
    let store = TestStore(initialState: LocationFeature.State(name: "Workshop")) {
      LocationFeature()
    } withDependencies: {
      $0.database.changes = { AsyncStream { $0.yield() } }
      $0.database.page = { query, _ in
        #expect(query == ItemQuery(location: "Workshop"))
        return ItemPage([.drill, .hammer])
      }
    }
    let task = await store.send(\.list.task)
    await store.receive(\.list.databaseChanged)
    await store.receive(\.list.refreshResponse.success) {
      $0.list.rows = PagedArray(ItemPage([.drill, .hammer]))
      $0.list.isLoading = false
    }
    await store.send(\.list.rowTapped, .hammer)
    await store.receive(\.list.delegate.itemOpened, .hammer)
    await task.cancel()
  }
}
