import Foundation
import GRDB
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Hostile files, links and databases: none of them crashes the program or makes it hang, and none
/// gets something into the database that does not belong there.
///
/// `INVENTORY_FUZZ_RUNS` says how many, and `INVENTORY_FUZZ_SEED` which; `make fuzz RUNS=100000`.
@Suite(.serialized) struct FuzzTests {
  private let runs: Int
  private let seed: UInt64
  private let directory: TemporaryDirectory

  /// How long one input may take. Other tests run at the same time, unless there are many inputs.
  private var timeLimit: Duration { runs > 1_000 ? .seconds(5) : .seconds(20) }
  /// How much memory one input may take, in bytes, if no other tests run at the same time.
  private static let memoryLimit = 300 << 20

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    runs = environment["INVENTORY_FUZZ_RUNS"].flatMap(Int.init) ?? 1_000
    seed = environment["INVENTORY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    directory = try TemporaryDirectory()
  }

  /// Gives many inputs to something, and tells the seed of the one that fails.
  private func fuzz(
    _ kind: String,
    share: Double,
    _ body: (inout FuzzRandom) async throws -> Void
  ) async throws {
    let count = max(Int(Double(runs) * share), 1)
    let log = FileHandle.standardError
    var longest = Duration.zero
    var largest = 0
    if runs > 1_000 {
      log.write(Data("\(kind): the seed before a crash is in \(Self.trace)\n".utf8))
    }
    for run in 0..<count {
      let seed = seed &+ UInt64(run)
      var random = FuzzRandom(seed: seed)
      // A crash leaves the seed in the file.
      if run.isMultiple(of: 16) || runs <= 1_000 {
        try "\(kind) \(seed)\n".write(toFile: Self.trace, atomically: false, encoding: .utf8)
      }
      let memory = PeakMemory()
      let start = ContinuousClock.now
      do {
        try await body(&random)
      } catch {
        Issue.record(error, "\(kind), INVENTORY_FUZZ_SEED=\(seed) INVENTORY_FUZZ_RUNS=1")
        return
      }
      let duration = ContinuousClock.now - start
      longest = max(longest, duration)
      #expect(duration < timeLimit, "\(kind), INVENTORY_FUZZ_SEED=\(seed)")
      if runs > 1_000 {
        largest = max(largest, memory.growth)
        #expect(memory.growth < Self.memoryLimit, "\(kind), INVENTORY_FUZZ_SEED=\(seed)")
      }
    }
    try? FileManager.default.removeItem(atPath: Self.trace)
    if runs > 1_000 {
      let most = "\(longest) and \(largest >> 20) MB at most"
      log.write(Data("\(count) inputs (\(kind)), from seed \(seed): done, \(most)\n".utf8))
    }
  }

  /// Where the seed of the current input stands, at least of the sixteen around it.
  private static let trace = FileManager.default.temporaryDirectory
    .appending(path: "inventory-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    .path(percentEncoded: false)

  @Test func `no file of CSV or JSON does harm`() async throws {
    let path = directory.path("in")
    var database = try InventoryDatabase.temporary()
    var run = 0
    try await fuzz("file", share: 0.6) { random in
      run += 1
      if run.isMultiple(of: 400) { database = try .temporary() }
      let bytes =
        random.isTrue(oneIn: 3) ? FuzzInput.json(&random) : FuzzInput.csv(&random)
      try Data(bytes).write(to: URL(filePath: path))
      let before = try database.page(ItemQuery(), 0..<1).count
      do {
        let duplicates = random.element(of: DuplicatePolicy.allCases)
        let leavesOut = random.isTrue(oneIn: 2)
        let mark = random.element(of: [nil, .point, .comma] as [DecimalMark?])
        let summary = try database.importItems(fromFile: path) {
          var options = $0.options
          options.duplicates = duplicates
          options.leavesOutProblems = leavesOut
          options.numbers.choice = mark
          return options
        }
        #expect(try database.page(ItemQuery(), 0..<1).count == before + summary.added)
      } catch is CsvError {
      } catch is FileError {
      } catch is ImportRejection {
      } catch is NumbersInDoubt {
      } catch is HeaderInDoubt {
      }
      if run.isMultiple(of: 200) {
        try expectSound(database)
        try expectRoundTrip(database)
      }
    }
  }

  @Test func `no spreadsheet does harm`() async throws {
    let path = directory.path("in")
    let bases = try FuzzSpreadsheet.files()
    #expect(bases.count >= 10)
    var database = try InventoryDatabase.temporary()
    var run = 0
    try await fuzz("spreadsheet", share: 0.1) { random in
      run += 1
      if run.isMultiple(of: 400) { database = try .temporary() }
      let bytes = try FuzzSpreadsheet.changed(random.element(of: bases), &random)
      try Data(bytes).write(to: URL(filePath: path))
      let before = try database.page(ItemQuery(), 0..<1).count
      do {
        let summary = try database.importItems(fromFile: path) {
          var options = $0.options
          options.leavesOutProblems = true
          options.numbers.choice = .point
          if options.mapping.columns.count > 1 {
            options.mapping.set(.name, at: 0)
            options.mapping.set(.sku, at: 1)
          }
          return options
        }
        #expect(try database.page(ItemQuery(), 0..<1).count == before + summary.added)
      } catch is CsvError {
      } catch is FileError {
      } catch is ImportRejection {
      } catch is NumbersInDoubt {
      } catch is HeaderInDoubt {
      } catch is ImportColumnsChanged {
      }
      if run.isMultiple(of: 200) { try expectSound(database) }
    }
  }

  @Test func `no link does harm`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer, .lamp])
    try await fuzz("link", share: 0.3) { random in
      let text = FuzzInput.link(&random)
      do {
        let link = try DeepLink(text)
        // The list of locations is told only where a link ends.
        let again = try DeepLink(link.text)
        #expect(again.text == link.text, "\(text)")
        #expect(
          again.pages.filter { $0 != .locations } == link.pages.filter { $0 != .locations },
          "\(text)"
        )
        #expect(again.presentation == link.presentation, "\(text)")
        let target = try await InventoryClients.live(database).links.target(link)
        #expect(target.pages.count == link.pages.count)
      } catch is DeepLinkError {
      }
    }
  }

  @Test func `no database does harm`() async throws {
    let bases = try [0, 300].map { try FuzzDatabase.make(in: directory, items: $0) }
    let path = directory.path("fuzz.sqlite")
    try await fuzz("database", share: 0.1) { random in
      FuzzDatabase.remove(path)
      defer { FuzzDatabase.remove(path) }
      var bytes = random.element(of: bases)
      if random.isTrue(oneIn: 3) {
        // A sound file with other tables than ours.
        try Data(bytes).write(to: URL(filePath: path))
        try FuzzDatabase.changeTables(path, &random)
      } else {
        FuzzDatabase.change(&bytes, &random)
        try Data(bytes).write(to: URL(filePath: path))
      }
      do {
        try use(InventoryDatabase(path: path))
      } catch is InventoryDatabaseError {
      } catch is ItemConflict {
      }
    }
  }

  @Test func `no backup does harm`() async throws {
    let base = try FuzzDatabase.make(in: directory, items: 30)
    let path = directory.path("restored.sqlite")
    let name = "20270115T080000.000Z-daily.sqlite"
    let file = "\(path).backups/\(name)"
    try await fuzz("backup", share: 0.05) { random in
      FuzzDatabase.remove(path)
      defer { FuzzDatabase.remove(path) }
      let database = try InventoryDatabase(path: path)
      try database.importItems([.drill, .hammer])
      try FileManager.default.createDirectory(
        atPath: path + ".backups",
        withIntermediateDirectories: true
      )
      var bytes = base
      if random.isTrue(oneIn: 2) { FuzzDatabase.change(&bytes, &random) }
      try Data(bytes).write(to: URL(filePath: file))
      if random.isTrue(oneIn: 2) { try? FuzzDatabase.changeTables(file, &random) }
      if random.isTrue(oneIn: 20) { try FuzzDatabase.replace(file, &random) }

      let backups = try BackupFolder(database: path).backups()
      #expect(backups.count <= 1)
      do {
        try database.restore(name)
      } catch is InventoryDatabaseError {
        #expect(try database.items() == [.drill, .hammer])
      } catch is FileError {
        #expect(try database.items() == [.drill, .hammer])
      }
      // Whatever was in the backup, the tables are the program's, and sound.
      try database.read { try SchemaCheck.check($0, path: path) }
      try database.checkIntegrity()
      try database.save(.lamp)
      #expect(try database.item(sku: Item.lamp.sku)?.name == Item.lamp.name)
      #expect(try !database.items(ItemQuery(searchText: "Lamp")).isEmpty)
    }
  }

  /// Does with a database what the window does.
  private func use(_ database: InventoryDatabase) throws {
    let page = try database.page(ItemQuery(), 0..<50)
    for sort in ItemSort.allCases {
      _ = try database.page(ItemQuery(sort: sort), 0..<5)
      for filter in [
        ItemFilter(isLow: true), ItemFilter(location: "Room 1"), ItemFilter(tag: "t1"),
      ] {
        let query = ItemQuery(searchText: "t", filter: filter, sort: sort)
        _ = try database.page(query, 0..<50, isComplete: false)
      }
    }
    _ = try database.items(ItemQuery(searchText: "thing 1"))
    _ = try database.items(ItemQuery(location: "Room 1 / Shelf"))
    _ = try database.locations()
    if let item = page.rows.first {
      _ = try database.movements(ofItem: item.id)
      try database.save(item.with { $0.notes += "x" })
      try database.book(Booking(.counted, 3), ofItem: item.id)
    }
    try database.save(Item(id: UUID(), name: "New", sku: "NEW-1", quantity: 1))
    try database.exportItems(toFile: directory.path("out.csv"), options: ExportOptions())
    try database.checkIntegrity()
    try database.delete(id: page.rows.first?.id ?? UUID())
  }

  private func expectSound(_ database: InventoryDatabase) throws {
    try database.checkIntegrity()
    let bad = try database.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM item WHERE trim(name) = '' OR trim(sku) = ''
            OR quantityMillionths < 0
            OR priceMillionths < 0
            OR quantityMillionths
              <> (SELECT ifnull(sum(deltaMillionths), 0) FROM movement WHERE itemKey = key)
          """
      )
    }
    #expect(bad == 0)
  }

  private func expectRoundTrip(_ database: InventoryDatabase) throws {
    // OpenDocument cannot have control characters, which some of the texts have.
    for format in FileFormat.allCases where format != .ods {
      let file = directory.path("out")
      let count = try database.exportItems(toFile: file, options: ExportOptions(format: format))
      let copy = try InventoryDatabase.temporary()
      let summary = try copy.importItems(
        fromFile: file,
        layout: ImportLayout(format: format),
        options: \.options
      )
      #expect(summary.added == count)
      let texts = { (database: InventoryDatabase) in
        try Set(database.items().map { "\($0.sku)\($0.name)\($0.notes)\($0.tags)\($0.location)" })
      }
      #expect(try texts(copy) == texts(database))
    }
  }
}

/// Databases that no program of ours has written.
enum FuzzDatabase {
  /// The bytes of a sound database.
  static func make(in directory: TemporaryDirectory, items: Int) throws -> [UInt8] {
    let path = directory.path("base-\(items).sqlite")
    do {
      let database = try InventoryDatabase(path: path)
      try database.importItems(
        (0..<items).map {
          Item(
            id: .number($0),
            name: "Thing \($0)",
            sku: "T-\($0)",
            quantity: Quantity($0 % 5),
            reorderLevel: 2,
            location: "Room \($0 % 3) / Shelf",
            tags: ["t\($0 % 4)"],
            notes: "note"
          )
        }
      )
    }
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.close()
    return try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try? FileManager.default.removeItem(atPath: path + ".backups")
  }

  /// Puts something other than a file in the place of a file.
  static func replace(_ path: String, _ random: inout FuzzRandom) throws {
    unlink(path)
    switch random.below(4) {
    case 0: mkfifo(path, 0o600)
    case 1: mkdir(path, 0o700)
    case 2: symlink("/dev/zero", path)
    default: symlink(path, path)
    }
  }

  /// Changes bytes: in the header, in a page, or whole pages.
  static func change(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    let pageSize = 4_096
    let pages = bytes.count / pageSize
    for _ in 0...random.below(6) {
      let page = random.below(pages) * pageSize
      switch random.below(8) {
      case 0: bytes[random.below(100)] = UInt8(random.below(256))
      case 1: bytes[page + random.below(16)] = UInt8(random.below(256))
      case 2, 3, 4: bytes[page + random.below(pageSize)] = UInt8(random.below(256))
      case 5: bytes.replaceSubrange(page..<page + pageSize, with: repeatElement(0, count: pageSize))
      case 6:
        let other = random.below(pages) * pageSize
        bytes.replaceSubrange(page..<page + pageSize, with: bytes[other..<other + pageSize])
      default:
        bytes.removeSubrange(min(max(page + random.below(pageSize), 64), bytes.count)...)
        return
      }
      if bytes.count < pageSize * pages { return }
    }
  }

  /// Changes tables, with SQL that SQLite accepts.
  static func changeTables(_ path: String, _ random: inout FuzzRandom) throws {
    let queue = try DatabaseQueue(path: path)
    let changes = [
      "DROP TABLE movement", "DROP TABLE itemSearch", "ALTER TABLE item RENAME TO thing",
      "ALTER TABLE item RENAME COLUMN name TO title", "DROP TRIGGER itemSearchInsert",
      "DROP INDEX itemOnName", "DROP TABLE location", "DELETE FROM grdb_migrations",
      "INSERT INTO grdb_migrations VALUES ('from the future')", "PRAGMA application_id = 7",
      "CREATE TRIGGER hostile AFTER INSERT ON item BEGIN DELETE FROM item; END",
      "CREATE TRIGGER loop AFTER UPDATE ON item BEGIN UPDATE item SET notes = 'x'; END",
      "UPDATE item SET key = -key", "UPDATE item SET id = 'no identity'",
      "UPDATE item SET tags = char(10) || char(10)", "UPDATE item SET name = '<b>' || name",
      "UPDATE item SET quantityMillionths = 9223372036854775807",
      "UPDATE location SET parentID = id",
      "UPDATE movement SET date = 9223372036854775807",
      "UPDATE item SET key = key + 2147480000", "PRAGMA user_version = -1",
      "CREATE VIEW itemView AS SELECT * FROM itemView",
      "ALTER TABLE movement RENAME TO hidden; CREATE VIEW movement AS SELECT * FROM hidden",
      """
      DROP TABLE itemTag;
      CREATE VIEW itemTag AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS itemKey, 't' AS tagKey FROM n
      """,
      """
      DROP TABLE grdb_migrations;
      CREATE VIEW grdb_migrations AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS identifier FROM n
      """,
      "CREATE VIRTUAL TABLE other USING fts5 (x)", "CREATE VIRTUAL TABLE box USING rtree (a, b, c)",
      "DROP TABLE lowStock; CREATE VIRTUAL TABLE lowStock USING fts5 (id, itemID)",
      "CREATE TRIGGER emptied AFTER INSERT ON movement BEGIN DELETE FROM item; END",
      "CREATE TRIGGER gone INSTEAD OF DELETE ON itemView BEGIN SELECT 1; END",
      "CREATE INDEX slow ON item (length(hex(zeroblob(1000000))))",
      "UPDATE sqlite_sequence SET seq = 9223372036854775807",
      "UPDATE location SET path = hex(zeroblob(20000)) || id",
      """
      WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO location (id, parentID, name, path, pathOrder)
      SELECT i, NULLIF(i - 1, 999), 'x', i, i FROM n
      """,
    ]
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA recursive_triggers = ON")
      for _ in 0...random.below(3) {
        // One change may stand in the way of the next.
        try? db.execute(sql: random.element(of: changes))
      }
    }
    try queue.close()
  }
}

/// How much memory the process takes at most from a moment on.
private struct PeakMemory {
  private let start: Int

  init() {
    // Has the kernel forget the peak of before.
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    start = Self.peak
  }

  /// The bytes that were taken in addition.
  var growth: Int { max(0, Self.peak - start) }

  private static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}
