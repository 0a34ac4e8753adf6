import ComposableArchitecture
import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct InventoryClientsTests {
  @Test func `a live client asks the database`() async throws {
    let database = try InventoryDatabase.temporary()
    let inventory = InventoryClients.live(database)
    #expect(try await inventory.items.save(ItemEdit(original: nil, edited: .drill)) == .drill)
    #expect(try await inventory.items.save(ItemEdit(original: nil, edited: .lamp)) == .lamp)
    #expect(try await inventory.items.page(ItemQuery(searchText: "drill"), .first).rows == [.drill])
    #expect(try await inventory.items.item(Item.lamp.id) == .lamp)
    #expect(try await inventory.items.itemWithSku("T-100") == .drill)
    let workshop = try await inventory.items.page(ItemQuery(location: "Workshop"), .first)
    #expect(workshop == ItemPage([.drill]))
    try await inventory.backups.checkIntegrity()
    #expect(try await inventory.locations.all().map(\.name) == ["Living room", "Workshop"])
    #expect(
      try await inventory.links.target(DeepLink("inventory://items/T-100")).pages == [
        .item(.init(item: .drill))
      ]
    )

    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "with space.csv")
    // Progress comes before it if the machine is slow.
    var exported: TransferEvent<Int>?
    for try await event in inventory.transfer.exportItems(file, ExportOptions()) {
      exported = event
    }
    #expect(exported == .finished(2))
    try await inventory.items.delete(Item.drill.id)
    let preview = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
    #expect(preview.rows.count == 2)
    var imported: TransferEvent<ImportSummary>?
    for try await event in inventory.transfer.importItems(file, preview.options) {
      imported = event
    }
    #expect(imported == .finished(ImportSummary(added: 1, updated: 1)))
    #expect(
      try await inventory.items.page(ItemQuery(), .first).rows.map(\.name) == ["Drill", "Lamp"]
    )

    var changes = inventory.connection.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
  }

  @Test func `a client of a database that could not be opened tells why, until it can`()
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
