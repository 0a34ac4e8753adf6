import Foundation
import GRDB
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct QuantityMigrationTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
  }

  /// Makes a database as it was before there were fractions.
  private func makeOldDatabase(_ change: String) throws {
    let queue = try DatabaseQueue(path: path)
    let migrations = Schema.migrator.migrations
    let index = try #require(migrations.firstIndex(of: QuantityMigration.name))
    try Schema.migrator.migrate(queue, upTo: migrations[index - 1])
    try queue.write { db in
      for (key, (id, sku)) in [(Item.drill.id, "T-100"), (Item.hammer.id, "T-200")].enumerated() {
        try db.execute(
          sql: """
            INSERT INTO item (key, id, sku, name, quantity, reorderLevel, priceMillionths,
              createdAt, changedAt, nameKey)
            VALUES (?, ?, ?, ?, 4, 5, 0, 1000, 2000, 'x')
            """,
          arguments: [key + 1, id.uuidString, sku, sku]
        )
        try db.execute(
          sql: """
            INSERT INTO movement (itemKey, date, reason, delta)
            VALUES (?1, 1000, 'counted', 7), (?1, 2000, 'used', -3), (?1, 3000, 'moved', 0)
            """,
          arguments: [key + 1]
        )
      }
      try db.execute(
        sql: "INSERT INTO stocktakeCount VALUES (1, 6, 4, 4000); DELETE FROM lowStock; \(change)"
      )
    }
    try queue.close()
  }

  @Test func `all numbers are what they were, and nothing seems to run low`() throws {
    try makeOldDatabase("")
    let database = try InventoryDatabase(path: path)
    #expect(try database.items().map(\.quantity) == [4, 4])
    #expect(try database.items().map(\.reorderLevel) == [5, 5])
    #expect(try database.movements(ofItem: Item.drill.id).map(\.delta) == [0, -3, 7])
    let count = try #require(try database.stocktake().first)
    #expect((count.counted, count.expected) == (6, 4))
    #expect(try sqlite(path, "SELECT COUNT(*) FROM lowStock") == "0\n")
    #expect(try database.items(ItemQuery(filter: ItemFilter(isLow: true))).count == 2)
    #expect(try sqlite(path, "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok\n")
  }

  @Test func `numbers that do not fit become the greatest, and the sums are right`() throws {
    try makeOldDatabase(
      """
      UPDATE item SET quantity = 9780306406157, reorderLevel = 9223372036854775807 WHERE key = 1;
      INSERT INTO movement (itemKey, date, reason, delta) VALUES (1, 5000, 'counted', 9780306406153);
      INSERT INTO movement (itemKey, date, reason, delta)
      VALUES (2, 5000, 'counted', 9223372036854775807), (2, 6000, 'counted', -9223372036854775807);
      UPDATE stocktakeCount SET counted = 9780306406157
      """
    )
    let database = try InventoryDatabase(path: path)
    let greatest = Quantity(9_223_372_036_854)
    let drill = try #require(try database.item(id: Item.drill.id))
    #expect(drill.quantity == greatest && drill.reorderLevel == greatest)
    #expect(
      try database.movements(ofItem: drill.id).map(\.delta).sorted() == [-3, 0, 7, greatest - 4]
    )
    // A mistake that was corrected leaves nothing.
    #expect(try database.item(id: Item.hammer.id)?.quantity == 4)
    #expect(try database.movements(ofItem: Item.hammer.id).map(\.delta) == [0, -3, 7])
    #expect(try database.stocktake().map(\.counted) == [greatest])
    // The backup has them as they were.
    let backup = try #require(try BackupFolder(database: path).backups().first)
    #expect(backup.occasion == .update)
  }

  @Test func `a program that has the file open when it is brought up to date writes nothing`()
    throws
  {
    try makeOldDatabase("")
    let old = try DatabaseQueue(path: path)
    let statement = "UPDATE item SET quantity = quantity + 1"
    try old.write { try $0.execute(sql: statement) }
    let database = try InventoryDatabase(path: path)
    #expect(throws: DatabaseError.self) { try old.write { try $0.execute(sql: statement) } }
    #expect(throws: DatabaseError.self) {
      try old.write {
        try $0.execute(
          sql: "INSERT INTO movement (itemKey, date, reason, delta) VALUES (1, 1, 'used', 1)"
        )
      }
    }
    #expect(try database.item(id: Item.drill.id)?.quantity == 5)
  }
}
