import ComposableArchitecture
import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import PagedArrays
import TestSupport
import Testing

/// A window on a database that another program changes.
@MainActor
@Suite struct ChangesByOthersTests {
  @Test func `what another window saves appears in the list and on the page`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer])
    let state = try await InventoryFeature.State(
      link: "inventory://items/T-100",
      in: .live(database)
    )
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.inventory = .live(database)
    }
    store.exhaustivity = .off
    let list = await store.send(\.list.list.task)
    let page = await store.send(\.path[id: 0].item.task)

    let drill = Item.drill.with { $0.quantity = 99 }
    try InventoryDatabase(path: database.path).save(drill)
    #expect(
      await eventually {
        await store.skipReceivedActions(strict: false)
        return store.state.list.list.rows[0]?.quantity == 99
          && store.state.path[id: 0]?.item?.item.quantity == 99
      }
    )

    try InventoryDatabase(path: database.path).delete(id: drill.id)
    #expect(
      await eventually {
        await store.skipReceivedActions(strict: false)
        return store.state.list.list.rows.loadedElements == [.hammer] && store.state.path.isEmpty
      }
    )
    await list.cancel()
    await page.cancel()
  }
}
