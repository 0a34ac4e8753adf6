import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct InventoryDatabaseTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("some/where/inventory.sqlite")
  }

  // MARK: - Items

  @Test func `items are kept from one opening to the next`() throws {
    try InventoryDatabase(path: path).importItems([.drill, .lamp])
    #expect(try InventoryDatabase(path: path).items() == [.drill, .lamp])
  }

  @Test func `saving replaces an item of the same identity`() throws {
    let database = try open()
    var drill = Item.drill
    drill.sku = "T-101"
    drill.location = ""
    try database.save(drill)
    #expect(try database.item(id: drill.id) == drill)
    #expect(try database.item(sku: "T-100") == nil)
    #expect(try database.items().count == 3)
  }

  @Test func `an edit changes the fields that were edited and no others`() throws {
    let database = try open()
    let edit = ItemEdit(original: .drill, edited: Item.drill.with { $0.name = "Driller" })
    let theirs = Item.drill.with { $0.quantity = 1 }
    try database.save(theirs)
    let merged = theirs.with { $0.name = "Driller" }
    #expect(try database.save(edit) == merged)
    #expect(try database.item(id: Item.drill.id) == merged)

    #expect(throws: ItemConflict(item: merged, fields: [.name])) {
      try database.save(
        ItemEdit(original: .drill, edited: Item.drill.with { $0.name = "Other" })
      )
    }
    #expect(try database.item(id: Item.drill.id) == merged)
  }

  @Test func `saving a SKU of another item is an error and changes nothing`() throws {
    let database = try open()
    var drill = Item.drill
    drill.name = "Changed"
    drill.sku = Item.hammer.sku
    #expect(throws: InventoryError.duplicateSku("T-200")) { try database.save(drill) }
    #expect(try database.item(id: drill.id) == .drill)
  }

  @Test func `a deleted item is gone, and its location stays`() throws {
    let database = try open()
    try database.delete(id: Item.drill.id)
    try database.delete(id: Item.lamp.id)
    try database.delete(id: Item.lamp.id)
    #expect(try database.items() == [.hammer])
    #expect(
      try database.locations() == [
        Location(name: "Living room", itemCount: 0), Location(name: "Workshop", itemCount: 1),
      ]
    )
  }

  @Test func `what no item may have is refused, and the whole import with it`() throws {
    let database = try open()
    var negative = Item.lamp
    negative.quantity = -1
    let saw = Item(id: .number(4), name: "Saw", sku: "T-300")
    #expect(throws: InventoryDatabaseError.self) { try database.importItems([saw, negative]) }
    #expect(try database.items() == [.drill, .hammer, .lamp])
  }

  @Test func `items are ordered by name without case and accents`() throws {
    let database = try InventoryDatabase(path: path)
    let names = ["zebra", "Äpfel", "apple", "Éclair", "eclipse", "Zoo"]
    for (index, name) in names.shuffled().enumerated() {
      try database.save(Item(id: .number(index), name: name, sku: "\(index)"))
    }
    #expect(
      try database.items().map(\.name) == ["Äpfel", "apple", "Éclair", "eclipse", "zebra", "Zoo"]
    )
  }

  @Test(arguments: [
    (ItemSort.name, ["Drill", "hammer", "Lamp"]),
    (.sku, ["Lamp", "Drill", "hammer"]),
    (.location, ["Lamp", "Drill", "hammer"]),
    (.quantity, ["Lamp", "Drill", "hammer"]),
    (.price, ["hammer", "Lamp", "Drill"]),
  ])
  func `items are ordered as asked`(sort: ItemSort, names: [String]) throws {
    #expect(try open().items(ItemQuery(sort: sort)).map(\.name) == names)
  }

  @Test(arguments: [
    ("", ["Drill", "hammer", "Lamp"]), ("  ", ["Drill", "hammer", "Lamp"]),
    ("HAM", ["hammer"]), ("t-", ["Drill", "hammer"]), ("workshop 18", ["Drill"]),
    ("ROÖM", ["Lamp"]), ("%", []), ("'", []), ("nothing", []),
  ])
  func `a search finds items by the beginnings of words`(text: String, names: [String]) throws {
    #expect(try open().items(ItemQuery(searchText: text)).map(\.name) == names)
  }

  @Test func `locations have the items at them`() throws {
    let database = try open()
    #expect(
      try database.locations() == [
        Location(name: "Living room", itemCount: 1), Location(name: "Workshop", itemCount: 2),
      ]
    )
    #expect(try database.items(ItemQuery(location: "Workshop")) == [.drill, .hammer])
    #expect(try database.items(ItemQuery(location: "workshop")) == [])
  }

  // MARK: - Opening

  @Test func `the default path is in the XDG data directory`() {
    #expect(
      InventoryDatabase.defaultPath(environment: ["HOME": "/home/me"])
        == "/home/me/.local/share/inventory/inventory.sqlite"
    )
    #expect(
      InventoryDatabase.defaultPath(environment: ["HOME": "/home/me", "XDG_DATA_HOME": "/data"])
        == "/data/inventory/inventory.sqlite"
    )
    #expect(
      InventoryDatabase.defaultPath(environment: ["HOME": "/home/me", "XDG_DATA_HOME": "data"])
        == "/home/me/.local/share/inventory/inventory.sqlite"
    )
  }

  @Test func `a database is in WAL mode, with foreign keys and its application's mark`() throws {
    let database = try open()
    #expect(
      try sqlite(path, "PRAGMA journal_mode; PRAGMA application_id") == "wal\n1229870676\n"
    )
    #expect(try sqlite(path, "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok\n")
    #expect(try sqlite(path, "SELECT name FROM item WHERE sku = 'T-100'") == "Drill\n")
    withExtendedLifetime(database) {}
  }

  @Test func `an empty file becomes a database`() throws {
    let path = directory.path("empty.sqlite")
    try Data().write(to: URL(filePath: path))
    #expect(try InventoryDatabase(path: path).items() == [])
  }

  @Test func `a directory that cannot be made is an error that names it`() throws {
    try Data().write(to: directory.url.appending(path: "file"))
    for path in [directory.path("file/inventory.sqlite"), "/proc/nowhere/inventory.sqlite"] {
      let error = #expect(throws: InventoryDatabaseError.self) { try InventoryDatabase(path: path) }
      guard case .unwritableDirectory(let directory, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(path.hasPrefix(directory))
      #expect(error?.description.contains("expected a directory") == true)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "The superuser may write everywhere."))
  func `a directory or a file that may not be written is an error`() throws {
    _ = try open()
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    for (protected, mode) in [(path, 0o600), (folder, 0o700)] {
      chmod(protected, 0o500)
      defer { chmod(protected, mode_t(mode)) }
      let error = #expect(throws: InventoryDatabaseError.self) { try InventoryDatabase(path: path) }
      #expect(error?.description.hasPrefix("\(protected): ") == true)
      #expect(error?.description.contains("Permission denied") == true)
    }
  }

  @Test func `a path may be relative`() throws {
    let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }
    let relative = up.joined(separator: "/") + path
    try InventoryDatabase(path: relative).save(.drill)
    #expect(try InventoryDatabase(path: path).items() == [.drill])
  }

  @Test func `a directory in place of the file is an error`() throws {
    let error = #expect(throws: InventoryDatabaseError.self) {
      try InventoryDatabase(path: directory.url.path(percentEncoded: false))
    }
    #expect(error?.description.contains("it is a directory") == true)
  }

  @Test func `another kind of file is an error and stays as it is`() throws {
    let path = directory.path("notes.txt")
    let content = Data("Not a database, but a letter to a friend.".utf8)
    try content.write(to: URL(filePath: path))
    #expect(throws: InventoryDatabaseError.notADatabase(path: path)) {
      try InventoryDatabase(path: path)
    }
    try expectUntouched(path, content)
  }

  @Test func `another program's database is an error and stays as it is`() throws {
    let path = directory.path("other.sqlite")
    try sqlite(path, "CREATE TABLE item (id)")
    let content = try Data(contentsOf: URL(filePath: path))
    #expect(throws: InventoryDatabaseError.foreignDatabase(path: path)) {
      try InventoryDatabase(path: path)
    }
    try expectUntouched(path, content)
  }

  @Test func `a newer version's database is an error and stays as it is`() throws {
    _ = try open()
    try sqlite(path, "INSERT INTO grdb_migrations VALUES ('from the future')")
    let content = try Data(contentsOf: URL(filePath: path))
    #expect(throws: InventoryDatabaseError.newerSchema(path: path)) {
      try InventoryDatabase(path: path)
    }
    try expectUntouched(path, content)
  }

  @Test(arguments: [1024..<4096, 4096 + 8..<12 * 1024])
  func `a damaged database is an error and stays as it is`(damage: Range<Int>) throws {
    do {
      let database = try open()
      try database.importItems(
        (10..<500).map { Item(id: .number($0), name: "Item \($0)", sku: "\($0)") }
      )
    }
    try sqlite(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    var content = try Data(contentsOf: URL(filePath: path))
    content.replaceSubrange(damage, with: Data(repeating: 0xA5, count: damage.count))
    try content.write(to: URL(filePath: path))
    // What SQLite needs to open it may be intact: then the check finds the damage.
    let error = #expect(throws: InventoryDatabaseError.self) {
      try InventoryDatabase(path: path).checkIntegrity()
    }
    guard case .corrupt(path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try expectUntouched(path, content)
  }

  @Test func `later writes cut a log that has grown long`() throws {
    let database = try open()
    try writeLongLog(database)
    try database.save(.drill)
    #expect(logSize(path) == 4 << 20)
  }

  @Test func `a long log that a killed program has left is written back`() throws {
    let database = try open()
    try writeLongLog(database)
    let copy = directory.path("copy.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    let copied = try InventoryDatabase(path: copy)
    #expect(logSize(copy) ?? 0 < 1 << 20)
    try copied.checkIntegrity()
  }

  private func logSize(_ path: String) -> Int? {
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return log?[.size] as? Int
  }

  private func writeLongLog(_ database: InventoryDatabase) throws {
    try database.write {
      try $0.execute(sql: "CREATE TABLE large AS SELECT zeroblob(12000000) AS content")
    }
    #expect(logSize(path) ?? 0 > 12_000_000)
  }

  @Test func `a page has some of the rows, and says how many there are`() throws {
    let database = try open()
    #expect(
      try database.page(ItemQuery(), 1..<2) == ItemPage(count: 3, start: 1, rows: [.hammer])
    )
    #expect(
      try database.page(ItemQuery(searchText: "t-"), 0..<10) == ItemPage([.drill, .hammer])
    )
    #expect(try database.page(ItemQuery(), 5..<9) == ItemPage(count: 3, start: 5, rows: []))
    #expect(throws: Never.self) { try database.checkIntegrity() }
  }

  @Test func `many processes may open a new database at once`() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          try InventoryDatabase(path: path)
            .save(Item(id: .number(index), name: "\(index)", sku: "\(index)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(try InventoryDatabase(path: path).items().count == 8)
  }

  @Test func `a temporary database goes with its value`() throws {
    var database: InventoryDatabase? = try .temporary()
    let path = try #require(database?.path)
    #expect(FileManager.default.fileExists(atPath: path))
    database = nil
    #expect(
      !FileManager.default.fileExists(atPath: URL(filePath: path).deletingLastPathComponent().path)
    )
  }

  private func open() throws -> InventoryDatabase {
    let database = try InventoryDatabase(path: path)
    try database.importItems([.drill, .hammer, .lamp])
    return database
  }

  private func expectUntouched(_ path: String, _ content: Data) throws {
    #expect(try Data(contentsOf: URL(filePath: path)) == content)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let name = URL(filePath: path).lastPathComponent
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).filter {
        $0.hasPrefix(name) && $0 != name
      } == []
    )
  }
}
