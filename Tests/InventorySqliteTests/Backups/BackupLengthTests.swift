import Foundation
import GRDB
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Texts in files of others that are longer than any that the program writes.
@Suite struct BackupLengthTests {
  let directory: TemporaryDirectory
  let path: String
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
    database = try InventoryDatabase(path: path)
    try database.importItems([.drill, .hammer])
  }

  private static let long = "printf('%.*c', 4000001, 'x')"

  @Test(arguments: [
    ("UPDATE movement SET note = \(long)", "a text is too long"),
    ("UPDATE item SET name = \(long)", "a text is too long"),
    ("UPDATE item SET unit = \(long)", "a text is too long"),
    (
      """
      UPDATE item SET tags = (
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 802)
        SELECT group_concat(i, char(10)) FROM n)
      """, "an item has too many tags"
    ),
  ])
  func `a backup with texts that the program cannot have written is refused`(
    sql: String,
    detail: String
  ) throws {
    try database.backUpIfDue()
    let backup = try #require(try BackupFolder(database: path).backups().first).id
    let file = "\(path).backups/\(backup)"
    try sqlite(file, sql)
    #expect(throws: InventoryDatabaseError.corrupt(path: file, detail: detail)) {
      try database.restore(backup)
    }
    #expect(try database.items().count == 2)
  }

  @Test func `a backup with long texts of an earlier version is restored`() throws {
    try database.backUpIfDue()
    let backup = try #require(try BackupFolder(database: path).backups().first).id
    try sqlite(
      "\(path).backups/\(backup)",
      "UPDATE movement SET note = printf('%.*c', 1000000, 'x')"
    )
    try database.restore(backup)
    #expect(try database.items().count == 2)
  }

  @Test func `lists of movements show the beginning of a long note`() throws {
    let item = try #require(try database.items().first)
    let note = String(repeating: "x", count: 5_000)
    _ = try database.book(Booking(.received, 1, note: note), ofItem: item.id)
    let shown = try database.history(ofItem: item.id, movementLimit: 1).movements.first
    #expect(shown?.note.count == Limits.line)
    let change = try database.recentChanges(for: .received, limit: 1).changes.first
    #expect(change?.movement.note.count == Limits.line)
  }
}
