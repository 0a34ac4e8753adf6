import Foundation
import GRDB
import InventoryTestSupport
import Synchronization
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Backups that somebody else has sent, and names of backups in links.
@Suite struct HostileBackupTests {
  let directory: TemporaryDirectory
  let path: String
  let database: InventoryDatabase
  /// The name of a sound backup of ``database``.
  let backup: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
    database = try InventoryDatabase(path: path)
    try database.importItems([.drill, .hammer])
    try database.backUpIfDue()
    backup = try #require(try BackupFolder(database: path).backups().first).id
  }

  private var file: String { "\(path).backups/\(backup)" }

  private func restore() throws {
    try database.restore(backup)
  }

  private func usableBackups() throws -> [Backup] {
    try BackupFolder(database: path).backups().filter { $0.obstacle == nil }
  }

  // MARK: - Names

  @Test(arguments: [
    "20261122T151343.123Z/../../evil/x-daily.sqlite", "20261122T151343.123Z-daily.sqlite/",
    "../20261122T151343.123Z-daily.sqlite", "20261122T151343.123Z-daily.sqlite.part",
    "20261122T151343.123Z-daily.sqlite\u{0}", "20261122T151343.123Z -daily.sqlite",
    "20261122T151343.123Z-weekly.sqlite", "２０２６1122T151343.123Z-daily.sqlite",
    "20269922T151343.123Z-daily.sqlite", "-daily.sqlite", "",
  ])
  func `what is more or less than the name of a backup is none`(text: String) {
    #expect(BackupName(text) == nil)
  }

  @Test func `the name of each backup is read`() throws {
    for occasion in Backup.Occasion.allCases {
      for millisecond in 0..<1_000 {
        let date = Date(timeIntervalSince1970: 1_800_000_000 + Double(millisecond) / 1_000)
        let name = BackupName(date, occasion)
        #expect(BackupName(name.text)?.text == name.text)
        #expect(BackupName(name.text)?.occasion == occasion)
      }
    }
  }

  @Test func `a link to a backup opens no file outside the folder of backups`() async throws {
    let evil = directory.path("evil")
    try FileManager.default.createDirectory(atPath: evil, withIntermediateDirectories: true)
    // What the name leads to, as a path and as it stands.
    try FileManager.default.copyItem(atPath: file, toPath: "\(evil)/x-daily.sqlite")
    try FileManager.default.createDirectory(
      atPath: "\(path).backups/20261122T151343.123Z",
      withIntermediateDirectories: true
    )
    let name = "20261122T151343.123Z/../../evil/x-daily.sqlite"
    try #require(FileManager.default.fileExists(atPath: "\(path).backups/\(name)"))
    let link = try DeepLink(
      "inventory://backups/20261122T151343.123Z%2F..%2F..%2Fevil%2Fx-daily.sqlite"
    )
    #expect(link.backup == name)
    await #expect(throws: DeepLinkError.self) {
      try await InventoryClients.live(database).links.target(link)
    }
    #expect(throws: InventoryDatabaseError.self) { try database.restore(name) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: evil) == ["x-daily.sqlite"])
  }

  @Test func `a backup that is a link or a pipe is not opened`() throws {
    let other = directory.path("other.sqlite")
    try FileManager.default.moveItem(atPath: file, toPath: other)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: other)
    #expect(try usableBackups() == [])
    #expect(throws: InventoryDatabaseError.self) { try restore() }
    unlink(file)
    mkfifo(file, 0o600)
    #expect(try usableBackups() == [])
    #expect(throws: InventoryDatabaseError.self) { try restore() }
  }

  // MARK: - Looking

  @Test func `a look at a backup ends in the middle of a query when nobody waits for it`() throws {
    // So many that SQLite asks whether to go on.
    try sqlite(
      file,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO location (parentID, name, path, pathOrder)
      SELECT NULL, 'L' || i, 'L' || i, i FROM n
      """
    )
    let looks = Mutex(0)
    #expect(throws: CancellationError.self) {
      try ForeignDatabase(path: file).read(
        within: .seconds(600),
        checkCancellation: {
          let look = looks.withLock { looks in
            looks += 1
            return looks
          }
          if look > 1 { throw CancellationError() }
        },
        { db in
          _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM location AS a, location AS b")
        }
      )
    }
  }

  @Test func `no more backups are looked at when nobody waits for them`() throws {
    try FileManager.default.copyItem(
      atPath: file,
      toPath: "\(path).backups/20261122T151343.123Z-daily.sqlite"
    )
    let folder = BackupFolder(database: path)
    #expect(try folder.backups().count == 2)
    #expect(throws: CancellationError.self) {
      try folder.backups(checkCancellation: { throw CancellationError() })
    }
    #expect(throws: CancellationError.self) {
      try folder.backup(backup, checkCancellation: { throw CancellationError() })
    }
  }

  @Test func `what is asked about backups ends with the task that asks`() async throws {
    let inventory = InventoryClients.live(database)
    let link = try DeepLink("inventory://backups/\(backup)")
    let window = SavedWindow(id: UUID(), link: link.text)
    #expect(try await inventory.backups.all().count == 1)
    for ask in [
      { _ = try await inventory.backups.all() }, { _ = try await inventory.links.target(link) },
      { _ = try await inventory.links.savedWindow(window) },
    ] as [@Sendable () async throws -> Void] {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await ask()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `a look at a backup makes no files beside it, whatever its mode`() throws {
    try sqlite(file, "PRAGMA journal_mode = WAL")
    #expect(try BackupFolder(database: path).backups().map(\.itemCount) == [2])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path + ".backups") == [backup]
    )
  }

  @Test func `a view without an end in the place of a table is never read`() throws {
    try sqlite(
      file,
      """
      PRAGMA foreign_keys = OFF; ALTER TABLE item RENAME TO hidden;
      CREATE VIEW item AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS key, 'x' AS name, 'x' AS nameOrder FROM n;
      """
    )
    #expect(try usableBackups() == [])
    #expect(throws: InventoryDatabaseError.self) { try restore() }
    #expect(try database.items() == [.drill, .hammer])
  }

  @Test func `a list of migrations that is a view without an end is never read`() throws {
    try sqlite(
      file,
      """
      DROP TABLE grdb_migrations;
      CREATE VIEW grdb_migrations AS
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT 'x' || i AS identifier FROM n;
      """
    )
    #expect(try usableBackups() == [])
    #expect(
      throws: InventoryDatabaseError.foreignParts(path: file, names: ["grdb_migrations"])
    ) {
      try restore()
    }
  }

  @Test func `a list of migrations that is too long is not read`() throws {
    try sqlite(
      file,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO grdb_migrations SELECT 'x' || i FROM n;
      """
    )
    #expect(
      throws: InventoryDatabaseError.corrupt(
        path: file,
        detail: "the list of its migrations is wrong"
      )
    ) {
      try restore()
    }
  }

  @Test func `reading a foreign database ends when its time is over`() throws {
    let endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"
    #expect(
      throws: InventoryDatabaseError.failed(path: file, detail: "reading it takes too long")
    ) {
      try ForeignDatabase(path: file).read(within: .milliseconds(50)) {
        try Int.fetchOne($0, sql: endless)
      }
    }
  }

  @Test(arguments: [
    "INSERT INTO itemSearch_data VALUES (99, x'00')", "PRAGMA writable_schema = ON",
  ])
  func `no connection writes where only somebody who does harm writes`(sql: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: .inventory())
    try queue.writeWithoutTransaction { (db: Database) throws -> Void in
      try? db.execute(sql: sql)
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "DELETE FROM sqlite_master WHERE name = 'item'")
      }
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "DELETE FROM itemSearch_data")
      }
      let areCellsChecked = try Int.fetchOne(db, sql: "PRAGMA cell_size_check")
      #expect(areCellsChecked == 1)
    }
  }

  @Test func `a connection that only reads does not trust what is in the file`() throws {
    let queue = try DatabaseQueue(path: path, configuration: .inventory(readonly: true))
    #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA trusted_schema") } == 0)
  }

  // MARK: - Restoring

  private static let hostile = [
    "CREATE TRIGGER evil AFTER INSERT ON movement BEGIN DELETE FROM item; END",
    "CREATE VIEW evil AS SELECT * FROM item",
    "CREATE VIRTUAL TABLE evil USING fts5 (x)", "CREATE/* a */VIRTUAL TABLE evil USING fts5 (x)",
    """
    DROP TRIGGER itemSearchInsert;
    CREATE TRIGGER itemSearchInsert AFTER INSERT ON item BEGIN DELETE FROM item; END
    """,
    // What a column is generated from, or has by default, may take for ever or need much memory.
    "ALTER TABLE item ADD COLUMN evil TEXT AS (upper(name))",
    "ALTER TABLE item ADD COLUMN evil TEXT DEFAULT 'much'",
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(sql, 'notes TEXT NOT NULL DEFAULT ''''',
      'notes TEXT NOT NULL DEFAULT ''--much' || char(10) || '''')
    WHERE name = 'item' AND type = 'table';
    """,
  ]

  /// The part of the schema that a statement among ``hostile`` makes or changes.
  private func part(of sql: String) -> String {
    if sql.contains("ALTER TABLE") || sql.contains("writable_schema") { return "item" }
    return sql.contains("itemSearchInsert") ? "itemSearchInsert" : "evil"
  }

  @Test(arguments: hostile)
  func `a backup with triggers, views or changed tables of others is refused`(sql: String) throws {
    try sqlite(file, sql)
    #expect(throws: InventoryDatabaseError.foreignParts(path: file, names: [part(of: sql)])) {
      try restore()
    }
    #expect(try usableBackups() == [])
    #expect(try database.items() == [.drill, .hammer])
  }

  @Test(arguments: hostile)
  func `a database with triggers, views or changed tables of others is not opened`(
    sql: String
  ) throws {
    let copy = directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    _ = try InventoryDatabase(path: copy)
    try sqlite(copy, sql)
    #expect(throws: InventoryDatabaseError.foreignParts(path: copy, names: [part(of: sql)])) {
      try InventoryDatabase(path: copy)
    }
  }

  @Test func `the list of backups shows the beginning of a long name`() throws {
    try sqlite(file, "UPDATE item SET name = printf('%.*c', 1000000, 'x')")
    let names = try BackupFolder(database: path).backups().flatMap(\.names)
    #expect(names == Array(repeating: String(repeating: "x", count: 200), count: 2))
  }

  @Test func `a restore takes over rows alone, and no table or index of others`() throws {
    try sqlite(
      file,
      """
      CREATE TABLE notOurs (x); CREATE INDEX notOursEither ON item (notes);
      UPDATE item SET notes = 'from the backup' WHERE sku = 'T-100';
      """
    )
    try restore()
    #expect(try database.item(sku: "T-100")?.notes == "from the backup")
    #expect(try sqlite(path, "SELECT name FROM sqlite_master WHERE name LIKE 'notOurs%'") == "")
    // The search knows the rows, and every table and trigger is the program's.
    #expect(try database.items(ItemQuery(searchText: "backup")).map(\.sku) == ["T-100"])
    #expect(try database.items(ItemQuery(searchText: "hamm")) == [.hammer])
    try database.save(.lamp)
    #expect(try database.items(ItemQuery(searchText: "lamp")) == [.lamp])
    try database.expectSoundLocations()
    _ = try InventoryDatabase(path: path)
  }

  @Test func `a restore keeps movements, photos, counts and numbers as they are`() throws {
    let photo = Photo(data: Data([1, 2, 3]), width: 1, height: 1)
    try database.setPhoto(photo, ofItem: Item.drill.id)
    try database.addLocation(LocationPath("Attic / Shelf"))
    _ = try database.count(3, ofItem: Item.hammer.id, isAddition: false, journal: nil)
    let tables = ["location", "item", "movement", "itemTag", "photo", "stocktakeCount", "lowStock"]
    func content() throws -> [String] {
      try tables.map { try sqlite(path, "SELECT * FROM \($0) ORDER BY 1") }
    }
    try database.backUpIfDue(now: Date() + 2 * 24 * 60 * 60)
    let before = try content()
    let id = try #require(try BackupFolder(database: path).backups().first).id
    try database.delete(id: Item.drill.id)
    try database.restore(id)
    #expect(try content() == before)
  }

  @Test func `a backup of each older version is restored, and updated`() throws {
    for (number, migration) in Schema.migrator.migrations.enumerated() {
      unlink(file)
      let old = try DatabaseQueue(path: file)
      try Schema.migrator.migrate(old, upTo: migration)
      try old.writeWithoutTransaction { db in
        let isNew = try db.columns(in: "item").contains { $0.name == "nameOrder" }
        try db.execute(
          sql: number == 0
            ? """
            INSERT INTO location (id, name) VALUES (1, 'Attic / Shelf');
            INSERT INTO item (id, sku, name, quantity, priceMinorUnits, locationID, nameKey, searchKey)
            VALUES ('00000000-0000-0000-0000-000000000007', 'O-1', 'Old saw', 3, 250, 1, 'old saw', '');
            """
            : """
            INSERT INTO location (id, parentID, name, path, \(isNew ? "pathOrder" : "pathKey"))
            VALUES (1, NULL, 'Attic', 'Attic', 'attic'), (2, 1, 'Shelf', 'Attic / Shelf', 'x');
            INSERT INTO item (id, sku, name, \(try Self.column("quantity", db)),
              \(try Self.column("price", db)), locationID,
              createdAt, changedAt, \(isNew ? "nameOrder" : "nameKey"))
            VALUES ('00000000-0000-0000-0000-000000000007', 'O-1', 'Old saw',
              \(try Self.column("quantity", db) == "quantity" ? 3 : 3_000_000), 250, 2, 1, 1, 'x');
            """
        )
      }
      try old.close()
      try restore()
      let item = try #require(try database.item(sku: "O-1"), "\(migration)")
      #expect(item.location == "Attic / Shelf" && item.quantity == 3, "\(migration)")
      #expect(try database.items(ItemQuery(searchText: "saw")) == [item], "\(migration)")
      try database.expectSoundLocations()
      _ = try InventoryDatabase(path: path)
    }
  }

  /// The column of items whose name begins with a word, and has had several endings.
  private static func column(_ start: String, _ db: Database) throws -> String {
    try db.columns(in: "item").map(\.name).first { $0.hasPrefix(start) } ?? ""
  }

  @Test func `a backup with rows that the tables do not allow changes nothing`() throws {
    try sqlite(
      file,
      """
      PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; CREATE TABLE loose AS SELECT * FROM movement;
      DROP TABLE movement; ALTER TABLE loose RENAME TO movement; UPDATE movement SET deltaMillionths = 'many';
      """
    )
    #expect(throws: InventoryDatabaseError.self) { try restore() }
    #expect(try database.items() == [.drill, .hammer])
    let left = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.path(percentEncoded: false)
    )
    #expect(left.filter { $0.contains("restored") } == [])
  }

  /// What SQLite runs, and what a check that reads comments and names otherwise would not see.
  @Test(arguments: [
    "BEGIN /*/ -- */ DELETE FROM movement;", "BEGIN /*/ */ DELETE FROM movement; /* */",
    "BEGIN /**/ DELETE FROM movement; --", "BEGIN --\n DELETE FROM movement;",
    "BEGIN DELETE FROM \"movement\"\"\";", "BEGIN DELETE FROM [--movement];",
    "BEGIN DELETE FROM `--movement`;",
    "BEGIN \(String(repeating: " ", count: 30_000)) DELETE FROM movement;",
    "BEGIN DELETE FROM movement WHERE '--' = '--';",
  ])
  func `nothing is hidden in a trigger behind comments and names`(start: String) throws {
    let copy = directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    try sqlite(
      copy,
      """
      CREATE TABLE "movement\"\"" (id INTEGER PRIMARY KEY);
      CREATE TABLE "--movement" (id INTEGER PRIMARY KEY);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'BEGIN',
        '\(start.replacing("'", with: "''"))' || char(10))
      WHERE name = 'itemRunsLow';
      """
    )
    #expect(throws: InventoryDatabaseError.foreignParts(path: copy, names: ["itemRunsLow"])) {
      try InventoryDatabase(path: copy)
    }
  }

  @Test func `a condition behind many spaces of an index is found`() throws {
    let copy = directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    let index = try #require(
      try DatabaseQueue(path: copy).read {
        try String.fetchOne(
          $0,
          sql:
            "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'item' AND sql NOT LIKE '%WHERE%'"
        )
      }
    )
    try sqlite(
      copy,
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = sql || printf('%25000s', '') || 'WHERE name > 0'
      WHERE name = '\(index)';
      """
    )
    #expect(throws: InventoryDatabaseError.foreignParts(path: copy, names: [index])) {
      try InventoryDatabase(path: copy)
    }
  }

  @Test func `a comment that a migration leaves changes nothing`() throws {
    let copy = directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    try sqlite(
      copy,
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'BEGIN', 'BEGIN /* a */ /**/ -- b' || char(10))
      WHERE name = 'itemRunsLow';
      """
    )
    _ = try InventoryDatabase(path: copy)
  }

  @Test func `a space that does not break makes another name`() throws {
    let copy = directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    try sqlite(
      copy,
      """
      CREATE TABLE "low\u{A0}Stock" (id INTEGER PRIMARY KEY, itemID TEXT);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'INTO lowStock', 'INTO low\u{A0}Stock')
      WHERE name = 'itemRunsLow';
      """
    )
    #expect(throws: InventoryDatabaseError.foreignParts(path: copy, names: ["itemRunsLow"])) {
      try InventoryDatabase(path: copy)
    }
  }

  /// A file in which the program has begun to make its tables has these names, too.
  @Test(arguments: [
    """
    CREATE VIEW grdb_migrations AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT 'x' || i AS identifier FROM n;
    """,
    """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TRIGGER grdb_migrations_filled AFTER INSERT ON grdb_migrations
    BEGIN INSERT INTO grdb_migrations VALUES (new.identifier || 'x'); END;
    """,
    "CREATE TABLE GRDB_migrations (identifier TEXT NOT NULL PRIMARY KEY DEFAULT (randomblob(9)))",
  ])
  func `a database of another program is not taken for a new one by its names`(
    sql: String
  ) throws {
    let other = directory.path("other.sqlite")
    try sqlite(other, sql)
    let content = try Data(contentsOf: URL(filePath: other))
    #expect(throws: InventoryDatabaseError.foreignDatabase(path: other)) {
      try InventoryDatabase(path: other)
    }
    #expect(try Data(contentsOf: URL(filePath: other)) == content)
  }

  @Test func `a file in which the program was interrupted at its first step is a new one`() throws {
    let path = directory.path("interrupted.sqlite")
    try sqlite(path, "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    #expect(try InventoryDatabase(path: path).items() == [])
  }

  @Test func `a database of many tables is refused`() throws {
    let copy = directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    try sqlite(copy, (0..<1_000).map { "CREATE TABLE t\($0) (x);" }.joined())
    #expect(throws: InventoryDatabaseError.self) { try InventoryDatabase(path: copy) }
  }
}
