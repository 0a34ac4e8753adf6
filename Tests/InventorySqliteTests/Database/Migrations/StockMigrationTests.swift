import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// The tables as the first version of the program has made them, and what it has written.
private let firstVersion = """
  PRAGMA application_id = 1229870676;
  PRAGMA journal_mode = WAL;
  CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
  INSERT INTO grdb_migrations VALUES ('items and locations');
  CREATE TABLE location (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name <> '')
  ) STRICT;
  CREATE TABLE item (
    id TEXT NOT NULL PRIMARY KEY,
    sku TEXT NOT NULL UNIQUE CHECK (sku <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    priceMinorUnits INTEGER NOT NULL CHECK (priceMinorUnits >= 0),
    locationID INTEGER REFERENCES location (id),
    notes TEXT NOT NULL DEFAULT '',
    nameKey TEXT NOT NULL,
    searchKey TEXT NOT NULL
  ) STRICT;
  CREATE INDEX itemOnName ON item (nameKey, sku);
  CREATE INDEX itemOnLocation ON item (locationID, nameKey);
  INSERT INTO location VALUES (1, 'Workshop'), (2, 'Living room / Shelf'), (3, 'Odd /  name ');
  INSERT INTO item VALUES
    ('00000000-0000-0000-0000-000000000001', 'T-100', 'Drill', 4, 8990, 1, '18 V', 'drill', ''),
    ('00000000-0000-0000-0000-000000000002', 'T-200', 'hammer', 0, 1250, NULL, '', 'hammer', ''),
    ('00000000-0000-0000-0000-000000000003', 'H-1/a b', 'Lampe à huile', 2, 3400, 2, '',
      'lampe a huile', ''),
    ('00000000-0000-0000-0000-000000000004', 'X', 'Odd', 1, 0, 3, '', 'odd', '');
  """

@Suite struct StockMigrationTests {
  let directory: TemporaryDirectory
  let path: String
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
    try sqlite(path, firstVersion)
    database = try InventoryDatabase(path: path)
  }

  @Test func `the items of the first version are there`() throws {
    let drill = Item.drill
    let hammer = Item.hammer.with {
      $0.quantity = 0
      $0.location = ""
    }
    let lamp = Item.lamp.with {
      $0.name = "Lampe à huile"
      $0.location = "Living room / Shelf"
    }
    let odd = Item(id: .number(4), name: "Odd", sku: "X", quantity: 1, location: "Odd /  name ")
    #expect(try database.items() == [drill, hammer, lamp, odd])
    #expect(try sqlite(path, "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok\n")
  }

  @Test func `a price too great for millionths becomes the greatest that there is`() throws {
    let path = directory.path("rich.sqlite")
    let price = "UPDATE item SET priceMinorUnits = \(Int64.max) WHERE sku = 'T-100';"
    try sqlite(path, firstVersion + price)
    let item = try InventoryDatabase(path: path).item(sku: "T-100")
    #expect(item?.price == Money(millionths: Int64.max / 1_000 * 1_000))
  }

  @Test func `their quantities are what was counted`() throws {
    let movements = try database.movements(ofItem: .number(1))
    #expect(movements.map(\.reason) == [.counted])
    #expect(movements.map(\.delta) == [4])
    #expect(try abs(#require(movements.first).date.timeIntervalSinceNow) < 600)
    #expect(try database.movements(ofItem: .number(2)) == [])
  }

  @Test func `a location that was named as a path is one`() throws {
    #expect(
      try sqlite(path, "SELECT path, parentID IS NULL FROM location ORDER BY path")
        == "Living room|1\nLiving room / Shelf|0\nOdd /  name |1\nWorkshop|1\n"
    )
    #expect(try database.items(ItemQuery(location: "Odd /  name ")).map(\.name) == ["Odd"])
  }

  @Test(arguments: [
    ("dri", ["Drill"]), ("a HUILE", ["Lampe à huile"]), ("shelf", ["Lampe à huile"]),
    ("18", ["Drill"]), ("t-2", ["hammer"]),
  ])
  func `they are found`(text: String, names: [String]) throws {
    #expect(try database.items(ItemQuery(searchText: text)).map(\.name) == names)
  }

  @Test func `the file of the first version is kept as a backup, and can be restored`() throws {
    let backup = try #require(try BackupFolder(database: path).backups().first)
    #expect(backup.occasion == .update)
    #expect(backup.itemCount == 4)
    #expect(backup.names.first == "Drill")
    try database.delete(id: .number(1))
    try database.restore(backup.id)
    #expect(try database.item(sku: "T-100") == .drill)
  }

  @Test func `the file opens again, and another process sees the same`() throws {
    let other = try InventoryDatabase(path: path)
    try other.save(.lamp)
    #expect(try database.item(id: .number(3)) == .lamp)
  }

  @Test func `a damaged file of the first version is not changed`() throws {
    let path = directory.path("damaged.sqlite")
    try sqlite(path, firstVersion + "PRAGMA wal_checkpoint(TRUNCATE);")
    var content = try Data(contentsOf: URL(filePath: path))
    let name = try #require(content.range(of: Data("Lampe".utf8)))
    // A cell that claims to be longer than the page.
    let cell = name.lowerBound / 4096 * 4096
    content.replaceSubrange(cell + 8..<cell + 12, with: [0xFF, 0xFF, 0xFF, 0xFF])
    try content.write(to: URL(filePath: path))
    let error = #expect(throws: InventoryDatabaseError.self) { try InventoryDatabase(path: path) }
    guard case .corrupt = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == content)
  }
}
