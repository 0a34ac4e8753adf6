import Foundation
import GRDB
import InventoryCore
import Sharing

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
    try PrivateFile.makeFolder(folder.path(percentEncoded: false))
    var name = BackupName(date, occasion)
    // No backup takes the place of another one.
    while FileManager.default.fileExists(atPath: path(of: name)) {
      name = BackupName(name.date + 0.001, occasion)
    }
    // A copy that is not complete has no name of a backup.
    let part = path(of: name) + ".part"
    do {
      try? FileManager.default.removeItem(atPath: part)
      try PrivateFile.make(part)
      let copy = try DatabaseQueue(path: part, configuration: .inventory())
      try reader.backup(to: copy)
      // A backup is one file, which can be copied and carried about.
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
      try PrivateFile.rename(part, to: path(of: name))
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw error
    }
    // The clock may have been wrong when others were made: those with dates to come go first.
    let needed = [name.text, neededID]
    let names = try names()
    let past = names.filter { $0 <= name }
    let toCome = names.filter { $0 > name }
    for name in (past + toCome).dropFirst(Self.limit) where !needed.contains(name.text) {
      // One that cannot be removed does no harm.
      try? FileManager.default.removeItem(atPath: path(of: name))
    }
  }

  /// When the latest backup was made. One whose date is still to come was made while the clock was
  /// wrong, and does not count.
  func latest(now: Date) -> Date? {
    let stamp = BackupName.stamp(now)
    return (try? names())?.first { $0.stamp <= stamp }?.date
  }

  /// The backups, the latest first, also those that cannot be read.
  ///
  /// - Parameter checkCancellation: Is called now and then. If it throws, no more is read.
  func backups(
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws -> [Backup] {
    try names().map { try backup($0, checkCancellation) }
  }

  /// The backup of a name; `nil` if there is none, or if it cannot be read.
  ///
  /// - Parameter checkCancellation: Is called now and then. If it throws, no more is read.
  func backup(
    _ id: Backup.ID,
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws -> Backup? {
    guard let name = try? name(id) else { return nil }
    let backup = try backup(name, checkCancellation)
    return backup.obstacle == nil ? backup : nil
  }

  private func backup(
    _ name: BackupName,
    _ checkCancellation: @escaping @Sendable () throws -> Void
  ) throws -> Backup {
    let file = ForeignDatabase(path: path(of: name))
    do {
      return try file.read(within: Limits.backupLook, checkCancellation: checkCancellation) { db in
        let columns = try db.columns(in: "item").map(\.name)
        // Backups of older versions have other keys.
        let order = columns.contains("nameOrder") ? "nameOrder" : "nameKey"
        return Backup(
          id: name.text,
          date: name.date,
          occasion: name.occasion,
          itemCount: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0,
          names: try String.fetchAll(
            db,
            sql: "SELECT substr(name, 1, ?) FROM item ORDER BY \(order) LIMIT 5",
            arguments: [Limits.shownName]
          )
        )
      }
    } catch {
      try checkCancellation()
      return Backup(
        id: name.text,
        date: name.date,
        occasion: name.occasion,
        itemCount: 0,
        names: [],
        obstacle: (error as? InventoryDatabaseError)?.isNewerSchema == true ? .newer : .unreadable
      )
    }
  }

  /// Puts the rows of a backup into an open database, which may be in use meanwhile.
  ///
  /// - Throws: ``InventoryDatabaseError`` about the file of the backup.
  func restore(
    _ id: Backup.ID,
    into writer: some DatabaseWriter,
    checkCancellation: @escaping @Sendable () throws -> Void
  ) throws {
    let copy = try copyRows(of: id, checkCancellation)
    defer { unlink(copy) }
    try checkCancellation()
    try DatabaseQueue(path: copy, configuration: .inventory(readonly: true)).backup(to: writer)
  }

  /// Looks whether a backup can take the place of the inventory.
  ///
  /// - Throws: ``InventoryDatabaseError`` about the file of the backup.
  func check(_ id: Backup.ID, checkCancellation: @escaping @Sendable () throws -> Void) throws {
    let path = path(of: try name(id))
    try ForeignDatabase(path: path).read(
      within: Limits.backupCopy,
      checkCancellation: checkCancellation
    ) {
      try InventoryDatabase.checkIntegrity($0, path: path)
    }
  }

  /// Puts the rows of a backup in the place of a database that cannot be opened, which is kept
  /// under another name. If that fails, everything stays where it was.
  func restoreInPlace(
    _ id: Backup.ID,
    date: Date = Date(),
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws {
    let copy = try copyRows(of: id, checkCancellation)
    do {
      try checkCancellation()
      try move(namesOfDamaged(date) + [(copy, database)])
    } catch {
      unlink(copy)
      throw error
    }
  }

  /// Copies the rows of a backup to a file beside the database. One that is not complete does not
  /// have the name of the database.
  private func copyRows(
    of id: Backup.ID,
    _ checkCancellation: @escaping @Sendable () throws -> Void
  ) throws -> String {
    try ForeignDatabase(path: path(of: try name(id)))
      .copyRows(to: copy, within: Limits.backupCopy, checkCancellation: checkCancellation)
    return copy
  }

  /// Removes the copy of a restoration in the middle of which a process has ended.
  func removeOldCopy(now: Date) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: copy)
    // Another process may be making it: it takes as long as the limits allow.
    guard let changed = attributes?[.modificationDate] as? Date,
      now.timeIntervalSince(changed) > 60 * 60
    else { return }
    ForeignDatabase.remove(copy)
  }

  /// Where the rows of a backup are before they take the place of the database.
  private var copy: String { database + ".restored" }

  /// Keeps a copy of a file that cannot be read, with what belongs to it, under another name.
  func keepDamaged(date: Date = Date()) throws {
    for name in namesOfDamaged(date) {
      try copyOpenFile(name.from, to: name.to)
    }
  }

  /// Copies a file that SQLite has open. The descriptor stays open until the process ends: to close
  /// it would take away the locks that SQLite has on the file.
  private func copyOpenFile(_ path: String, to copy: String) throws {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let reader = FileHandle(fileDescriptor: source, closeOnDealloc: false)
    let temporary = PrivateFile.temporaryName(for: copy)
    let target = try PrivateFile.open(temporary, replacing: path)
    do {
      defer { close(target) }
      while let piece = try reader.read(upToCount: 1 << 20), !piece.isEmpty {
        try PrivateFile.write(piece, to: target)
      }
      try PrivateFile.keepMode(target, of: path)
      try PrivateFile.giveName(target, to: temporary)
      try PrivateFile.rename(temporary, to: copy)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The files of the database that are there, and the names under which they are kept.
  private func namesOfDamaged(_ date: Date) -> [(from: String, to: String)] {
    ["", "-wal", "-shm"].compactMap { suffix in
      FileManager.default.fileExists(atPath: database + suffix)
        ? (database + suffix, "\(database).damaged-\(BackupName.stamp(date))\(suffix)") : nil
    }
  }

  /// Renames files one after the other, or none of them.
  private func move(_ names: [(from: String, to: String)]) throws {
    for (index, name) in names.enumerated() {
      do {
        try PrivateFile.rename(name.from, to: name.to)
      } catch {
        for name in names[..<index].reversed() {
          try? PrivateFile.rename(name.to, to: name.from)
        }
        throw error
      }
    }
  }

  private func path(of name: BackupName) -> String {
    folder.appending(path: name.text).path(percentEncoded: false)
  }

  /// The name of a backup that is there. What asks for it may come from anybody.
  ///
  /// - Throws: ``InventoryDatabaseError`` if the folder does not list it.
  private func name(_ id: Backup.ID) throws -> BackupName {
    guard let name = BackupName(id), try names().contains(name) else {
      throw InventoryDatabaseError.unusableFile(
        path: folder.path(percentEncoded: false),
        reason: tr("there is no backup “\(id.excerpt())”")
      )
    }
    return name
  }

  /// The names of the files, the latest first.
  private func names() throws -> [BackupName] {
    let folder = folder.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .compactMap(BackupName.init)
      .sorted(by: >)
  }
}

extension InventoryDatabaseError {
  fileprivate var isNewerSchema: Bool { if case .newerSchema = self { true } else { false } }
}
