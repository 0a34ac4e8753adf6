import Foundation
import GRDB
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct BackupTests {
  let directory: TemporaryDirectory
  let path: String
  let database: InventoryDatabase
  private let day: TimeInterval = 24 * 60 * 60

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
    database = try InventoryDatabase(path: path)
    try database.importItems([.drill, .hammer])
  }

  private var folder: BackupFolder { BackupFolder(database: path) }

  @Test func `a backup is made once a day, and says what it holds`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    try database.backUpIfDue(now: now)
    try database.backUpIfDue(now: now + day - 1)
    #expect(
      try folder.backups() == [
        Backup(
          id: "20270115T080000.000Z-daily.sqlite",
          date: now,
          occasion: .daily,
          itemCount: 2,
          names: ["Drill", "hammer"]
        )
      ]
    )
    try database.backUpIfDue(now: now + day)
    #expect(try folder.backups().map(\.date) == [now + day, now])
  }

  @Test func `the backups of a database are the same, whatever leads to it`() throws {
    try database.backUpIfDue()
    let link = directory.path("link.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: database.path
    )
    let linked = try InventoryDatabase(path: link)
    // There is one of today.
    try linked.backUpIfDue()
    let source = DatabaseSource(path: link, .success(linked)) { linked }
    let backups = try source.backups()
    #expect(backups.count == 1)
    try linked.save(.lamp)
    try source.restore(try #require(backups.first).id)
    #expect(try InventoryDatabase(path: database.path).items() == [.drill, .hammer])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == database.path
    )
  }

  @Test func `ten backups are kept`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for index in 0..<13 { try database.backUpIfDue(now: now + Double(index) * day) }
    let dates = try folder.backups().map(\.date)
    #expect(dates.count == 10)
    #expect(dates.first == now + 12 * day)
    #expect(dates.last == now + 3 * day)
  }

  @Test func `a backup that was made while the clock was wrong keeps nobody from the next one`()
    throws
  {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    try database.backUpIfDue(now: now + 400 * day)
    try database.backUpIfDue(now: now)
    #expect(try folder.backups().map(\.date) == [now + 400 * day, now])
    // There is one of today.
    try database.backUpIfDue(now: now + day - 1)
    #expect(try folder.backups().count == 2)
    try database.backUpIfDue(now: now + day)
    #expect(try folder.backups().map(\.date) == [now + 400 * day, now + day, now])
  }

  @Test func `backups that were made while the clock was wrong go before the others`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for index in 0..<10 { try database.backUpIfDue(now: now + Double(400 + index) * day) }
    for index in 0..<3 { try database.backUpIfDue(now: now + Double(index) * day) }
    let past = try folder.backups().map(\.date).filter { $0 < now + 400 * day }
    #expect(past == [now + 2 * day, now + day, now])
    #expect(try folder.backups().count == 10)
  }

  @Test func `an empty inventory needs no backup`() throws {
    let empty = try InventoryDatabase(path: directory.path("empty.sqlite"))
    try empty.backUpIfDue()
    #expect(try BackupFolder(database: empty.path).backups() == [])
  }

  @Test func `a backup is one sound file, made while others write`() async throws {
    let database = database
    let writer = Task.detached {
      var number = 100
      while !Task.isCancelled {
        try database.save(Item(id: .number(number), name: "\(number)", sku: "\(number)"))
        number += 1
      }
    }
    for index in 0..<5 { try database.backUpIfDue(now: Date() + Double(index) * 2 * day) }
    writer.cancel()
    try? await writer.value
    let files = try FileManager.default.contentsOfDirectory(atPath: path + ".backups")
    #expect(files.count == 5)
    for file in files {
      #expect(try sqlite("\(path).backups/\(file)", "PRAGMA integrity_check") == "ok\n")
    }
  }

  @Test func `a restored inventory is as it was, and what it was before is kept`() throws {
    try database.backUpIfDue()
    let backup = try #require(try folder.backups().first)
    try database.delete(id: Item.drill.id)
    try database.save(.lamp)

    try database.restore(backup.id)
    #expect(try database.items() == [.drill, .hammer])
    #expect(try InventoryDatabase(path: path).items() == [.drill, .hammer])
    #expect(try database.items(ItemQuery(searchText: "dri")) == [.drill])
    let kept = try #require(try folder.backups().first { $0.occasion == .restore })
    #expect(kept.names == ["hammer", "Lamp"])
    try database.restore(kept.id)
    #expect(try database.items() == [.hammer, .lamp])
  }

  @Test func `no number of a location is given again after a backup is restored`() throws {
    try database.backUpIfDue()
    let backup = try #require(try folder.backups().first)
    try database.addLocation(LocationPath("Moon"))
    let moon = try #require(try database.location(.name("Moon"))).id
    try database.restore(backup.id)
    try database.addLocation(LocationPath("Mars"))
    #expect(try #require(try database.location(.name("Mars"))).id > moon)
  }

  @Test func `the oldest of ten backups is restored, too`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for index in 0..<10 { try database.backUpIfDue(now: now + Double(index) * day) }
    let oldest = try #require(try folder.backups().last)
    try database.save(.lamp)
    try database.restore(oldest.id)
    #expect(try database.items() == [.drill, .hammer])
    // What the inventory was before is kept as well.
    let kept = try #require(try folder.backups().first { $0.occasion == .restore })
    #expect(kept.names == ["Drill", "hammer", "Lamp"])
  }

  @Test func `a backup that is damaged, or not there, changes nothing`() throws {
    try database.backUpIfDue()
    let backup = try #require(try folder.backups().first)
    try database.save(.lamp)
    let file = URL(filePath: "\(path).backups/\(backup.id)")
    var data = try Data(contentsOf: file)
    data.replaceSubrange(4_096..<data.count, with: Data(repeating: 7, count: data.count - 4_096))
    try data.write(to: file)
    #expect(throws: InventoryDatabaseError.self) { try database.restore(backup.id) }
    try FileManager.default.removeItem(at: file)
    #expect(throws: InventoryDatabaseError.self) { try database.restore(backup.id) }
    #expect(try database.items() == [.drill, .hammer, .lamp])
    #expect(try folder.backups() == [])
  }

  @Test func `backups that cannot be restored are listed with the reason`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for index in 0..<4 { try database.backUpIfDue(now: now + Double(index) * day) }
    let files = try folder.backups().map { URL(filePath: "\(path).backups/\($0.id)") }
    try Data("not a backup".utf8).write(to: files[0])
    try Data().write(to: files[1])
    let newer = try DatabaseQueue(path: files[2].path(percentEncoded: false))
    try newer.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('of tomorrow')")
    }
    try newer.close()
    let backups = try folder.backups()
    #expect(backups.map(\.obstacle) == [.unreadable, .unreadable, .newer, nil])
    #expect(backups.map(\.date) == (0..<4).reversed().map { now + Double($0) * day })
    #expect(try backups.map { try folder.backup($0.id) != nil } == [false, false, false, true])
  }

  @Test func `a file that cannot be opened stays when its backup cannot take its place`() throws {
    try database.backUpIfDue()
    let backup = try #require(try folder.backups().first)
    let path = directory.path("broken.sqlite")
    try FileManager.default.copyItem(atPath: self.path + ".backups", toPath: path + ".backups")
    let letter = Data("Dear friend".utf8)
    try letter.write(to: URL(filePath: path))
    let file = "\(path).backups/\(backup.id)"
    try Data("not a backup".utf8).write(to: URL(filePath: file))
    let open = { @Sendable in try InventoryDatabase(path: path) }
    let source = DatabaseSource(path: path, Result(catching: open), open: open)
    #expect(throws: InventoryDatabaseError.notADatabase(path: file)) {
      try source.restore(backup.id)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == letter)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.path(percentEncoded: false)
    )
    #expect(left.filter { $0.contains("damaged") || $0.contains("restored") } == [])
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a file that cannot be opened stays when the disk is full`() throws {
    let disk = try SmallDisk()
    let path = disk.path("inventory.sqlite")
    do {
      let inventory = try InventoryDatabase(path: path)
      try inventory.save(.drill)
      try inventory.backUpIfDue()
    }
    let backup = try #require(try BackupFolder(database: path).backups().first)
    let letter = Data("Dear friend".utf8)
    try letter.write(to: URL(filePath: path))
    try disk.fill()
    let open = { @Sendable in try InventoryDatabase(path: path) }
    let source = DatabaseSource(path: path, Result(catching: open), open: open)
    #expect(throws: (any Error).self) { try source.restore(backup.id) }
    #expect(try Data(contentsOf: URL(filePath: path)) == letter)
    try disk.clear()
    try source.restore(backup.id)
    #expect(try source.database().items() == [.drill])
  }

  @Test func `a backup takes the place of a file that cannot be opened, which is kept`() throws {
    try database.backUpIfDue()
    let path = directory.path("broken.sqlite")
    try FileManager.default.copyItem(atPath: self.path + ".backups", toPath: path + ".backups")
    let letter = Data("Dear friend".utf8)
    try letter.write(to: URL(filePath: path))
    let open = { @Sendable in try InventoryDatabase(path: path) }
    let source = DatabaseSource(path: path, Result(catching: open), open: open)
    #expect(throws: InventoryDatabaseError.notADatabase(path: path)) { try source.database() }

    let backup = try #require(try source.backups().first)
    try source.restore(backup.id)
    #expect(try source.database().items() == [.drill, .hammer])
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.path(percentEncoded: false)
    )
    .filter { $0.hasPrefix("broken.sqlite.damaged-") }
    #expect(kept.count == 1)
    #expect(try Data(contentsOf: directory.url.appending(path: kept[0])) == letter)
  }

  @Test func `a backup is made also if the photos of deleted items cannot be removed`() async throws
  {
    try database.setPhoto(Photo(data: Data([1]), width: 1, height: 1), ofItem: Item.drill.id)
    try sqlite(
      path,
      """
      UPDATE photo SET orphanedAt = 1;
      CREATE TRIGGER stuck BEFORE DELETE ON photo BEGIN SELECT RAISE (ABORT, 'stuck'); END;
      """
    )
    try await InventoryClients.live(database).backups.backUp()
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + ".backups").count == 1)
  }

  @Test func `what is no backup is left alone`() throws {
    try database.backUpIfDue()
    try Data("x".utf8).write(to: URL(filePath: path + ".backups/notes.txt"))
    try Data("x".utf8).write(to: URL(filePath: path + ".backups/20270115T080000.000Z-daily.sqlite"))
    #expect(try folder.backups().count { $0.obstacle == nil } == 1)
  }
}
