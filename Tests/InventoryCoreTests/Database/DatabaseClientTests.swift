import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@Suite struct DatabaseClientTests {
  @Test func `a live client asks the database`() async throws {
    let database = try InventoryDatabase.temporary()
    let client = DatabaseClient.live(database)
    #expect(try await client.save(ItemEdit(original: nil, edited: .drill)) == .drill)
    #expect(try await client.save(ItemEdit(original: nil, edited: .lamp)) == .lamp)
    #expect(try await client.page(ItemQuery(searchText: "drill"), .first).rows == [.drill])
    #expect(try await client.item(Item.lamp.id) == .lamp)
    #expect(try await client.itemWithSku("T-100") == .drill)
    let workshop = try await client.page(ItemQuery(location: "Workshop"), .first)
    #expect(workshop == ItemPage([.drill]))
    try await client.checkIntegrity()
    #expect(try await client.locations().map(\.name) == ["Living room", "Workshop"])
    #expect(
      try await client.target(DeepLink("inventory://items/T-100")).pages == [
        .item(.init(item: .drill))
      ]
    )

    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "with space.csv")
    // Progress comes before it if the machine is slow.
    var exported: TransferEvent<Int>?
    for try await event in client.exportItems(file, ExportOptions()) { exported = event }
    #expect(exported == .finished(2))
    try await client.delete(Item.drill.id)
    let preview = try await client.importPreview(file, ImportRequest(), .plain)
    #expect(preview.rows.count == 2)
    var imported: TransferEvent<ImportSummary>?
    for try await event in client.importItems(file, preview.options) { imported = event }
    #expect(imported == .finished(ImportSummary(added: 1, updated: 1)))
    #expect(try await client.page(ItemQuery(), .first).rows.map(\.name) == ["Drill", "Lamp"])

    var changes = client.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
  }

  @Test func `a client of a database that could not be opened tells why, until it can`()
    async throws
  {
    let error = InventoryDatabaseError.notADatabase(path: "/db")
    let isFixed = LockIsolated(false)
    let client = DatabaseClient.live(
      DatabaseSource(path: "/db", .failure(error)) {
        guard isFixed.value else { throw error }
        return try .temporary()
      }
    )
    await #expect(throws: error) { try await client.page(ItemQuery(), .first) }
    await #expect(throws: error) {
      try await client.save(ItemEdit(original: nil, edited: .drill))
    }
    await #expect(throws: error) { try await client.reopen() }
    var changes = client.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)

    isFixed.setValue(true)
    try await client.reopen()
    try await client.reopen()
    #expect(try await client.page(ItemQuery(), .first) == ItemPage([]))
  }
}
