import ComposableArchitecture
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

@Suite struct InventoryClientsTests {
  /// Each client says that it was asked.
  private struct Asked: Error, Equatable {
    let client: String
  }

  private var inventory: InventoryClients {
    var inventory = DependencyValues().inventory
    inventory.backups.all = { throw Asked(client: "backups") }
    inventory.connection.reopen = { throw Asked(client: "connection") }
    inventory.items.completePage = { _, _ in throw Asked(client: "items") }
    inventory.locations.all = { throw Asked(client: "locations") }
    inventory.movements.recent = { _, _ in throw Asked(client: "movements") }
    inventory.photos.photo = { _ in throw Asked(client: "photos") }
    inventory.stocktake.counts = { throw Asked(client: "stocktake") }
    inventory.transfer.tryImport = { _, _ in throw Asked(client: "transfer") }
    inventory.undo.takeBack = { _ in .finished(throwing: Asked(client: "undo")) }
    return inventory
  }

  @Test func `all clients of an inventory are set at once`() async {
    var values = DependencyValues()
    values.inventory = inventory
    await #expect(throws: Asked(client: "backups")) { try await values.backups.all() }
    await #expect(throws: Asked(client: "connection")) { try await values.connection.reopen() }
    await #expect(throws: Asked(client: "items")) {
      try await values.items.completePage(ItemQuery(), .first)
    }
    await #expect(throws: Asked(client: "locations")) { try await values.locations.all() }
    await #expect(throws: Asked(client: "movements")) { try await values.movements.recent(nil, 1) }
    await #expect(throws: Asked(client: "photos")) { try await values.photos.photo(Item.drill.id) }
    await #expect(throws: Asked(client: "stocktake")) { try await values.stocktake.counts() }
    let options = ImportOptions(mapping: ColumnMapping(columns: []))
    await #expect(throws: Asked(client: "transfer")) {
      try await values.transfer.tryImport(packageURL("none"), options)
    }
    await #expect(throws: Asked(client: "undo")) {
      try await values.undo.revert(InventoryChange(.stocktake))
    }
  }

  @Test func `links are followed in the inventory that was set`() async {
    var values = DependencyValues()
    values.inventory = inventory
    await #expect(throws: Asked(client: "items")) { try await values.links.target(DeepLink()) }
  }
}
