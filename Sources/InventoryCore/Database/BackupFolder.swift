import Foundation
import GRDB

/// The backups of a database: files in a folder beside it, of which the latest are kept.
struct BackupFolder: Sendable {
  /// How many backups are kept.
  static let limit = 10

  private let database: String
  private let folder: URL

  /// - Parameter database: the path of the database. The backups are beside the file itself, also
  ///   if the path is that of a link.
  init(database: String) {
    self.database = URL(filePath: database).resolvingSymlinksInPath().path(percentEncoded: false)
    folder = URL(filePath: self.database + ".backups", directoryHint: .isDirectory)
  }

  /// Copies a database that may be in use meanwhile, and removes the oldest copies.
  ///
  /// - Parameter neededID: The backup that stays although it may be one of the oldest.
  func add(
    _ occasion: Backup.Occasion,
    of reader: some DatabaseReader,
    date: Date = Date(),
    keeping neededID: Backup.ID? = nil
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var date = date
    var file = folder.appending(path: Self.name(date, occasion))
    // No backup takes the place of another one.
    while FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
      date += 0.001
      file = folder.appending(path: Self.name(date, occasion))
    }
    // A copy that is not complete has no name of a backup.
    let part = file.appendingPathExtension("part")
    do {
      try? FileManager.default.removeItem(at: part)
      let copy = try DatabaseQueue(path: part.path(percentEncoded: false))
      try reader.backup(to: copy)
      // A backup is one file, which can be copied and carried about.
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
      try FileManager.default.moveItem(at: part, to: file)
    } catch {
      try? FileManager.default.removeItem(at: part)
      throw error
    }
    // The clock may have been wrong when others were made: those with dates to come go first.
    let needed = [file.lastPathComponent, neededID]
    let names = try names()
    let past = names.filter { $0 <= file.lastPathComponent }
    let toCome = names.filter { $0 > file.lastPathComponent }
    for name in (past + toCome).dropFirst(Self.limit) where !needed.contains(name) {
      // One that cannot be removed does no harm.
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// When the latest backup was made. One whose date is still to come was made while the clock was
  /// wrong, and does not count.
  func latest(now: Date) -> Date? {
    let stamp = Self.stamp(now)
    return (try? names())?.first { $0.prefix(stamp.count) <= stamp }.flatMap(Self.parse)?.date
  }

  /// The backups, the latest first. What cannot be read as one is left out.
  func backups() throws -> [Backup] {
    try names().compactMap(backup)
  }

  /// The backup of a name; `nil` if there is none, or if it cannot be read.
  func backup(_ name: String) -> Backup? {
    guard let (date, occasion) = Self.parse(name) else { return nil }
    return try? queue(name).read { db in
      Backup(
        id: name,
        date: date,
        occasion: occasion,
        itemCount: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0,
        names: try String.fetchAll(db, sql: "SELECT name FROM item ORDER BY nameKey LIMIT 5")
      )
    }
  }

  /// Puts a backup into an open database, which may be in use meanwhile.
  func restore(_ id: Backup.ID, into writer: some DatabaseWriter) throws {
    try queue(id).backup(to: writer)
  }

  /// Looks whether a backup can take the place of the inventory.
  ///
  /// - Throws: ``InventoryDatabaseError`` about the file of the backup.
  func check(_ id: Backup.ID) throws {
    let path = path(of: id)
    try mappingErrors(path: path) {
      try queue(id).read { try InventoryDatabase.checkBackup($0, path: path) }
    }
  }

  /// Puts a backup in the place of a database that cannot be opened, which is kept under another
  /// name. If that fails, everything stays where it was.
  func restoreInPlace(_ id: Backup.ID, date: Date = Date()) throws {
    try check(id)
    // A copy that is not complete does not have the name of the database.
    let copy = database + ".restored"
    try? FileManager.default.removeItem(atPath: copy)
    do {
      try FileManager.default.copyItem(atPath: path(of: id), toPath: copy)
      try move(namesOfDamaged(date) + [(copy, database)])
    } catch {
      try? FileManager.default.removeItem(atPath: copy)
      throw error
    }
  }

  /// Keeps a copy of a file that cannot be read, with what belongs to it, under another name.
  func keepDamaged(date: Date = Date()) throws {
    for name in namesOfDamaged(date) {
      try FileManager.default.copyItem(atPath: name.from, toPath: name.to)
    }
  }

  /// The files of the database that are there, and the names under which they are kept.
  private func namesOfDamaged(_ date: Date) -> [(from: String, to: String)] {
    ["", "-wal", "-shm"].compactMap { suffix in
      FileManager.default.fileExists(atPath: database + suffix)
        ? (database + suffix, "\(database).damaged-\(Self.stamp(date))\(suffix)") : nil
    }
  }

  /// Renames files one after the other, or none of them.
  private func move(_ names: [(from: String, to: String)]) throws {
    for (index, name) in names.enumerated() {
      do {
        try FileManager.default.moveItem(atPath: name.from, toPath: name.to)
      } catch {
        for name in names[..<index].reversed() {
          try? FileManager.default.moveItem(atPath: name.to, toPath: name.from)
        }
        throw error
      }
    }
  }

  private func path(of id: Backup.ID) -> String {
    folder.appending(path: id).path(percentEncoded: false)
  }

  private func queue(_ name: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path(of: name), configuration: configuration)
  }

  /// The names of the files, the latest first.
  private func names() throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
      return []
    }
    return try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    )
    .filter { Self.parse($0) != nil }
    .sorted(by: >)
  }

  // MARK: - Names

  /// Names are ordered as the times are.
  private static func name(_ date: Date, _ occasion: Backup.Occasion) -> String {
    "\(stamp(date))-\(occasion).sqlite"
  }

  private static func stamp(_ date: Date) -> String {
    date.formatted(style)
  }

  private static func parse(_ name: String) -> (date: Date, occasion: Backup.Occasion)? {
    guard name.hasSuffix(".sqlite"), let dash = name.lastIndex(of: "-"),
      let date = try? style.parse(String(name[..<dash])),
      let occasion = Backup.Occasion(
        rawValue: String(name[name.index(after: dash)...].dropLast(".sqlite".count))
      )
    else { return nil }
    return (date, occasion)
  }

  /// Such as `20261122T151343.123Z`.
  private static var style: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(
      dateSeparator: .omitted,
      timeSeparator: .omitted,
      includingFractionalSeconds: true
    )
  }
}
