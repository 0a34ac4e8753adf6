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
  func add(
    _ occasion: Backup.Occasion,
    of reader: some DatabaseReader,
    date: Date = Date()
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
    for name in try names().dropFirst(Self.limit) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// When the latest backup was made.
  var latest: Date? {
    (try? names())?.first.flatMap(Self.parse)?.date
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

  /// Puts a backup in the place of a database that cannot be opened, which is kept under another
  /// name.
  func restoreInPlace(_ id: Backup.ID, date: Date = Date()) throws {
    _ = try queue(id)
    try keepDamaged(date: date, isMoved: true)
    try FileManager.default.copyItem(
      atPath: folder.appending(path: id).path(percentEncoded: false),
      toPath: database
    )
  }

  /// Keeps a file that cannot be read, with what belongs to it, under another name.
  func keepDamaged(date: Date = Date(), isMoved: Bool = false) throws {
    for suffix in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: database + suffix) {
      let kept = "\(database).damaged-\(Self.stamp(date))\(suffix)"
      if isMoved {
        try FileManager.default.moveItem(atPath: database + suffix, toPath: kept)
      } else {
        try FileManager.default.copyItem(atPath: database + suffix, toPath: kept)
      }
    }
  }

  private func queue(_ name: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(
      path: folder.appending(path: name).path(percentEncoded: false),
      configuration: configuration
    )
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
