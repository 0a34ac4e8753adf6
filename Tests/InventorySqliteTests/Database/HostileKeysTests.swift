import Foundation
import GRDB
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Files in which the keys of items are not those that SQLite gives.
@Suite struct HostileKeysTests {
  private static let queries = ItemSort.allCases.flatMap { sort in
    ["", "t", "thing 12"].flatMap { text in
      [ItemFilter(), ItemFilter(isLow: true), ItemFilter(location: "Room"), ItemFilter(tag: "t")]
        .map { ItemQuery(searchText: text, filter: $0, sort: sort) }
    }
  }

  /// A database with more items than are put in order by themselves.
  private func makeDatabase(_ change: String) throws -> InventoryDatabase {
    let database = try InventoryDatabase.temporary()
    try database.importItems(
      (0..<2_100).map {
        Item(
          id: .number($0),
          name: "Thing \($0)",
          sku: "T-\($0)",
          reorderLevel: 2,
          location: "Room",
          tags: ["t"]
        )
      }
    )
    let queue = try DatabaseQueue(path: database.path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON; \(change)")
    }
    try queue.close()
    return database
  }

  @Test(arguments: [
    "UPDATE item SET key = -key; UPDATE itemTag SET itemKey = -itemKey",
    "UPDATE item SET key = key + 2147481000; UPDATE itemTag SET itemKey = itemKey + 2147481000",
  ])
  func `lists are read in any order whatever the keys are`(change: String) throws {
    let database = try makeDatabase(change)
    for query in Self.queries where query.searchText.isEmpty {
      #expect(try database.page(query, 0..<10, isComplete: false).rows.count == 10, "\(query)")
      #expect(try database.page(query, 2_090..<2_100).rows.count == 10, "\(query)")
    }
  }

  @Test(arguments: [
    "UPDATE item SET key = key * 4294967296 - 2147483648",
    "UPDATE item SET key = -9223372036854775807 + key",
    """
    UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE name IN ('item', 'itemTag');
    PRAGMA writable_schema = RESET;
    UPDATE item
    SET barcode = x'ff00', notes = x'80', quantityMillionths = 'many', nameOrder = x'00';
    UPDATE itemTag SET tagKey = x'ff'
    """,
  ])
  func `what cannot be a key or a text is an error at most`(change: String) throws {
    let database = try makeDatabase(change)
    var problems = 0
    for query in Self.queries {
      for (range, isComplete) in [(0..<10, false), (1_000..<1_010, true)] {
        do {
          _ = try database.page(query, range, isComplete: isComplete)
        } catch is InventoryDatabaseError {
          problems += 1
        }
      }
    }
    #expect(problems > 0)
  }

  @Test func `nothing is deleted where there are no numbers left for movements`() throws {
    let database = try makeDatabase(
      """
      INSERT INTO movement (id, itemKey, date, reason, deltaMillionths)
      SELECT 9223372036854775807, MIN(key), 0, 'moved', 0 FROM item
      """
    )
    let room = try #require(try database.location(.name("Room")))
    #expect(throws: InventoryDatabaseError.self) { try database.deleteLocation(room.id) }
    #expect(try database.location(.name("Room")) == room)
  }

  @Test func `a statement that is hidden behind an index is not executed`() throws {
    let database = try makeDatabase(
      """
      UPDATE sqlite_master SET sql = sql || '; DELETE FROM item'
      WHERE type = 'index' AND tbl_name = 'item' AND sql NOT LIKE 'CREATE UNIQUE%'
      """
    )
    let folder = try TemporaryDirectory()
    let file = folder.path("items.csv")
    // Large enough for indexes to be made anew.
    let notes = String(repeating: "x", count: 3_000)
    let rows = (0..<100).map { "N-\($0),New \($0),\(notes)\n" }.joined()
    try Data("sku,name,notes\n\(rows)".utf8).write(to: URL(filePath: file))
    #expect(throws: InventoryDatabaseError.self) {
      try database.importItems(fromFile: file) { $0.options }
    }
    #expect(try database.items().count == 2_100)
  }

  @Test func `keys are found however far they are from each other`() {
    for keys in [[], [1, 2, 5], [0], [.max], [-1, 3], [.min, .max]] as [[Int32]] {
      let table = KeyTable(keys)
      for key in [.min, -1, 0, 1, 2, 3, 4, 5, 6, .max] as [Int32] {
        #expect(table[key] == keys.contains(key))
      }
    }
  }
}
