import ComposableArchitecture
import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct InventoryClientsTests {
  @Test func `clients of a database that could not be opened tell why, until it can`()
    async throws
  {
    let error = InventoryDatabaseError.notADatabase(path: "/db")
    let isFixed = LockIsolated(false)
    let inventory = InventoryClients.live(
      DatabaseSource(path: "/db", .failure(error)) {
        guard isFixed.value else { throw error }
        return try .temporary()
      }
    )
    await #expect(throws: error) { try await inventory.items.page(ItemQuery(), .first) }
    await #expect(throws: error) {
      try await inventory.items.save(ItemEdit(original: nil, edited: .drill))
    }
    await #expect(throws: error) { try await inventory.connection.reopen() }
    var changes = inventory.connection.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)

    isFixed.setValue(true)
    try await inventory.connection.reopen()
    try await inventory.connection.reopen()
    #expect(try await inventory.items.page(ItemQuery(), .first) == ItemPage([]))
  }
}
