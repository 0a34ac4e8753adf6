import Foundation
import GRDB
import InventoryCore
import Sharing
import Synchronization

/// The inventory in a SQLite file.
///
/// Every method blocks until SQLite has answered, reads never wait for writes, and each write is
/// one transaction. Any number of processes may have the same file open. All methods throw
/// ``InventoryDatabaseError``.
public final class InventoryDatabase: Sendable {
  /// The file.
  public let path: String

  private let pool: DatabasePool
  private let watcher: DatabaseWatcher
  /// Reads the lists, one after the other: a newer search does not wait for an older one, because
  /// that is stopped.
  private let lists: DatabaseQueue
  private let orders = Mutex(ItemOrders())
  /// Which file was opened: another one may get its name.
  private let identity: FileIdentity?
  /// A directory to remove in the end.
  private let temporaryDirectory: URL?

  /// The file that is used when the user names none: `inventory/inventory.sqlite` in
  /// `$XDG_DATA_HOME`, or in `~/.local/share`.
  public static var defaultPath: String {
    defaultPath(environment: ProcessInfo.processInfo.environment)
  }

  static func defaultPath(environment: [String: String]) -> String {
    // The XDG specification: a path that is not absolute is to be ignored.
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return "\(data ?? "\(home)/.local/share")/inventory/inventory.sqlite"
  }

  /// Opens a database, and makes it with its directories when there is none.
  ///
  /// A file that is not an intact inventory database of this version or an older one is not
  /// changed.
  public convenience init(path: String) throws {
    try self.init(path: path, temporaryDirectory: nil)
  }

  /// Makes an empty database in a temporary directory, which goes when the database goes.
  public static func temporary() throws -> InventoryDatabase {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "inventory-\(UUID().uuidString)", directoryHint: .isDirectory)
    return try InventoryDatabase(
      path: directory.appending(path: "inventory.sqlite").path(percentEncoded: false),
      temporaryDirectory: directory
    )
  }

  private init(path: String, temporaryDirectory: URL?) throws {
    let path = URL(filePath: path).path(percentEncoded: false)
    pool = try Self.open(path)
    lists = try mappingErrors(path: path) {
      try DatabaseQueue(path: path, configuration: Self.readingConfiguration)
    }
    watcher = DatabaseWatcher(path: path)
    identity = FileIdentity(path)
    if let identity { OpenDatabases.add(identity) }
    self.path = path
    self.temporaryDirectory = temporaryDirectory
  }

  deinit {
    if let identity { OpenDatabases.remove(identity) }
    // The last connection to a file writes its log back, unless it is one that only reads.
    if temporaryDirectory == nil {
      _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
    }
    try? lists.close()
    try? pool.close()
    guard let temporaryDirectory else { return }
    try? FileManager.default.removeItem(at: temporaryDirectory)
  }

  // MARK: - Reading

  /// All items that a query asks for.
  public func items(_ query: ItemQuery = ItemQuery()) throws -> [Item] {
    try page(query, 0..<Int(Int32.max)).rows
  }

  /// The item with an identity.
  public func item(id: Item.ID) throws -> Item? {
    try read { try $0.items(where: "item.id = ?", [id.uuidString]).first }
  }

  /// The item with a SKU.
  public func item(sku: String) throws -> Item? {
    try read { try $0.items(where: "item.sku = ?", [sku]).first }
  }

  /// Some of the items that a query asks for, in its order, and how many there are.
  ///
  /// - Parameter isComplete: Whether the count is wanted whatever it takes. Otherwise the first
  ///   rows of a long list come at once, in a page that is not complete.
  public func page(
    _ query: ItemQuery,
    _ range: Range<Int>,
    isComplete: Bool = true
  ) throws -> ItemPage {
    try mappingErrors(path: path) {
      try lists.read { db in
        try orders.withLock { try $0.page(query, range, isComplete: isComplete, db) }
      }
    }
  }

  /// Some of the items that a query asks for. When the task is cancelled, SQLite stops its work.
  public func page(
    _ query: ItemQuery,
    _ range: Range<Int>,
    isComplete: Bool = true
  ) async throws -> ItemPage {
    try await mappingErrors(path: path) {
      try await lists.read { db in
        try self.orders.withLock { try $0.page(query, range, isComplete: isComplete, db) }
      }
    }
  }

  /// Where an item is among those that a query asks for, from 0 on; `nil` if it is none of them.
  public func position(ofItem id: Item.ID, in query: ItemQuery) async throws -> Int? {
    try await mappingErrors(path: path) {
      try await lists.read { db in
        try self.orders.withLock { try $0.position(ofItem: id, in: query, db) }
      }
    }
  }

  /// Looks through the whole file.
  ///
  /// - Throws: ``InventoryDatabaseError/corrupt(path:detail:)`` when it is damaged.
  public func checkIntegrity() throws {
    try read { try Self.checkIntegrity($0, path: path) }
  }

  /// What has happened to the quantity and the place of an item, the latest first.
  public func movements(ofItem id: Item.ID, limit: Int = 100) throws -> [Movement] {
    try read { db in
      try db.movements(
        where: "itemKey = (SELECT key FROM item WHERE id = ?)",
        [id.uuidString],
        isLatestFirst: true,
        limit: limit
      )
    }
  }

  /// Runs several queries on one state of the database.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try mappingErrors(path: path) { try pool.read(body) }
  }

  /// The database as it is now, for as long as somebody keeps this.
  func snapshot() throws -> DatabaseSnapshot {
    try mappingErrors(path: path) { try pool.makeSnapshot() }
  }

  // MARK: - Writing

  /// Adds an item, or replaces the one with the same identity.
  ///
  /// - Throws: ``InventoryError/duplicateSku(_:)`` when another item has its SKU.
  public func save(_ item: Item) throws {
    try save(ItemEdit(original: nil, edited: item))
  }

  /// Saves what somebody has made of an item: the fields that were changed, and all of them if
  /// there is no such item.
  ///
  /// - Returns: the item as it is now.
  /// - Throws: ``ItemConflict`` when somebody else has changed the same fields,
  ///   ``InventoryError/duplicateSku(_:)`` when another item has its SKU.
  @discardableResult
  public func save(_ edit: ItemEdit) throws -> Item {
    try save(edit, journal: nil)
  }

  func save(_ edit: ItemEdit, journal: ChangeJournal?) throws -> Item {
    try write(telling: journal, about: edit.edited.id) { db in
      let id = edit.edited.id.uuidString
      let item = try edit.applied(to: db.items(where: "item.id = ?", [id]).first)
      let owner = try String.fetchOne(
        db,
        sql: "SELECT id FROM item WHERE sku = ? AND id <> ?",
        arguments: [item.sku, id]
      )
      guard owner == nil else { throw InventoryError.duplicateSku(item.sku) }
      // A location that is there may be longer, in a database from elsewhere.
      let location = LocationPath(item.location)
      if location.excess != nil, try LocationWriter(db).find(location) == nil {
        throw LocationError.tooLong
      }
      try ItemWriter(db).write(item)
      return item
    }
  }

  /// Removes an item. One that is gone already is no error.
  public func delete(id: Item.ID) throws {
    try delete(id: id, journal: nil)
  }

  func delete(id: Item.ID, journal: ChangeJournal?) throws {
    try write(telling: journal, about: id, mayDelete: true) { db in
      try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [id.uuidString])
    }
  }

  /// Books a change of an item's quantity.
  ///
  /// - Returns: the item as it is now.
  /// - Throws: ``InventoryError/notEnough(available:)`` when there would be less than
  ///   none, ``InventoryError/itemGone`` when there is no such item.
  @discardableResult
  public func book(_ booking: Booking, ofItem id: Item.ID) throws -> Item {
    try book(booking, ofItem: id, journal: nil)
  }

  func book(_ booking: Booking, ofItem id: Item.ID, journal: ChangeJournal?) throws -> Item {
    try write(telling: journal, about: id, as: { .booked(name: $0) }) { db in
      let found = try Row.fetchOne(
        db,
        sql: "SELECT key, quantityMillionths FROM item WHERE id = ?",
        arguments: [id.uuidString]
      )
      guard let found else { throw InventoryError.itemGone }
      let key = try found.decode(Int64.self, atIndex: 0)
      let delta = try booking.delta(from: found.quantity(atIndex: 1))
      try ItemWriter(db).book(delta, booking.reason, note: booking.note, key: key)
      try db.execute(
        sql: """
          UPDATE item SET quantityMillionths = quantityMillionths + ?, changedAt = ? WHERE key = ?
          """,
        arguments: [delta, Date().milliseconds, key]
      )
      guard let item = try db.items(where: "item.key = ?", [key]).first else {
        throw InventoryError.itemGone
      }
      return item
    }
  }

  /// Adds items in one transaction. One whose SKU is already there replaces what is there, and
  /// takes its identity.
  public func importItems(_ items: [Item]) throws {
    try write { db in
      let writer = try ItemWriter(db)
      for item in items { try writer.writeImported(item) }
    }
  }

  /// Makes changes in one transaction, and tells of them.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let value = try mappingErrors(path: path) {
      try pool.write { db in try checked(db, body) }
    }
    try checkFile()
    watcher.check()
    return value
  }

  /// Writes on the thread of the database. When the task is cancelled, nothing is written.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let value = try await mappingErrors(path: path) {
      try await pool.write { db in try self.checked(db, body) }
    }
    try checkFile()
    watcher.check()
    return value
  }

  /// Removes temporary tables of the connection that writes, some time.
  ///
  /// - Parameter prefix: What their names begin with.
  func dropTemporaryTables(beginningWith prefix: String) {
    pool.asyncWriteWithoutTransaction { db in
      let names = try? String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_temp_master WHERE type = 'table' AND substr(name, 1, ?) = ?",
        arguments: [prefix.count, prefix]
      )
      for name in names ?? [] {
        try? db.execute(sql: "DROP TABLE temp.\(name.quotedDatabaseIdentifier)")
      }
    }
  }

  /// Writes the log back into the file, so that the file alone has everything. To be called when
  /// the program ends: a process that ends does not close its connections.
  ///
  /// If another program reads just now, the log stays, and that program writes it back.
  public func finishWriting() {
    shortenLog()
  }

  /// Gives back the room in the folder that a large import has taken for a while: SQLite would keep
  /// it for later writes. If somebody reads just now, that is so.
  func shortenLog() {
    _ = try? pool.writeWithoutTransaction { db in
      // Most of the work, while other programs can write.
      try db.checkpoint(.passive)
      try db.checkpoint(.truncate)
    }
  }

  /// Shortens the log when the windows have shown what a large import has brought: to write
  /// hundreds of megabytes takes a core that they need until then. If the program ends before,
  /// that is done when it opens the database again.
  func shortenLogLater() {
    Task(priority: .background) { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      guard let self else { return }
      try? await blocking { self.shortenLog() }
    }
  }

  private func checked<Value>(
    _ db: Database,
    _ body: (Database) throws -> Value
  ) throws -> Value {
    try checkFile()
    return try body(db)
  }

  /// Looks whether what is written goes into the file that has the name: one that was removed takes
  /// everything, and loses it.
  private func checkFile() throws {
    guard let identity else { return }
    switch FileIdentity(path) {
    case identity?: return
    case nil: throw InventoryDatabaseError.fileGone(path: path)
    default: throw InventoryDatabaseError.fileReplaced(path: path)
    }
  }

  /// Looks whether another file has taken the place of the one that is read, which nobody else sees
  /// any more.
  ///
  /// The other file is not opened: SQLite would take what is in the log of the former one for its
  /// own.
  ///
  /// - Throws: ``InventoryDatabaseError/fileReplaced(path:)``. A file that was only removed is
  ///   still read: it may be the last copy of what was in it.
  func checkNotReplaced() throws {
    guard let identity, let current = FileIdentity(path), current != identity else { return }
    throw InventoryDatabaseError.fileReplaced(path: path)
  }

  // MARK: - Backups

  /// Makes a backup if the latest is older than a day and there is something to keep.
  public func backUpIfDue(now: Date = Date()) throws {
    let backups = BackupFolder(database: path)
    backups.removeOldCopy(now: now)
    let day: TimeInterval = 24 * 60 * 60
    guard now.timeIntervalSince(backups.latest(now: now) ?? .distantPast) >= day,
      try page(ItemQuery(), 0..<1).count > 0
    else { return }
    try mappingErrors(path: path) { try backups.add(.daily, of: pool, date: now) }
  }

  /// Makes the inventory what it was when a backup was made. What it is now becomes a backup
  /// itself; if it is damaged, the file is kept under another name.
  ///
  /// - Parameter checkCancellation: Is called now and then, until the inventory changes. If it
  ///   throws, the inventory stays what it is.
  public func restore(
    _ id: Backup.ID,
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws {
    let backups = BackupFolder(database: path)
    try checkFile()
    try mappingErrors(path: path) {
      try backups.check(id, checkCancellation: checkCancellation)
      if (try? checkIntegrity()) != nil {
        try backups.add(.restore, of: pool, keeping: id)
      } else {
        try backups.keepDamaged()
      }
      let lock = FolderLock(of: path)
      defer { lock.release() }
      let lastNumber = try? pool.read { try $0.lastLocationNumber() }
      try backups.restore(id, into: pool, checkCancellation: checkCancellation)
      // Otherwise a form that is open, or a change that can be undone, could mean another location.
      // It does not matter to what has been restored.
      if let lastNumber { try? pool.write { try $0.skipLocationNumbers(upTo: lastNumber) } }
    }
    watcher.check()
  }

  // MARK: - Observing

  /// A stream that yields at once, and again after the database has been changed, here or in
  /// another process. Changes in quick succession may be told once.
  public func changes() -> AsyncStream<Void> {
    watcher.changes()
  }
}

// MARK: - Opening

extension InventoryDatabase {
  private static func open(_ path: String) throws -> DatabasePool {
    try makeDirectory(of: path)
    // Of programs that start at the same time, one makes the tables or brings them up to date.
    let lock = FolderLock(of: path)
    defer { lock.release() }
    try inspectFile(path)
    return try mappingErrors(path: path) {
      if FileManager.default.fileExists(atPath: path) {
        try inspectDatabase(path)
      } else {
        // SQLite would let others read it. Its log gets the mode of the file.
        try? PrivateFile.make(path)
      }
      let pool = try DatabasePool(path: path, configuration: configuration)
      do {
        try backUpBeforeUpdate(pool, path: path)
        try Schema.migrator.migrate(pool)
      } catch {
        // There may be an older version of the program, which does not lock the folder.
        guard try pool.read(Schema.migrator.hasCompletedMigrations) else { throw error }
      }
      return pool
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration.inventory()
    // What a large change has left is cut by later writes.
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA journal_size_limit = \(longestLog)")
    }
    return configuration
  }

  /// How many bytes the log may keep: as many as SQLite lets it have before it writes them back.
  private static let longestLog = 4 << 20

  /// Keeps the database as an older version of the program has written it.
  private static func backUpBeforeUpdate(_ pool: DatabasePool, path: String) throws {
    let migrations = try pool.read { try Schema.migrator.appliedIdentifiers($0) }
    guard !migrations.isEmpty, migrations.count < Schema.migrator.migrations.count else { return }
    do {
      try BackupFolder(database: path).add(.update, of: pool)
    } catch {
      throw InventoryDatabaseError.unusableFile(
        path: path,
        reason: tr("no backup could be made before the update, \(reason(of: error))")
      )
    }
  }

  private static var readingConfiguration: Configuration {
    var configuration = configuration
    configuration.readonly = true
    return configuration
  }

  private static func makeDirectory(of path: String) throws {
    let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    do {
      try PrivateFile.makeFolder(directory)
    } catch {
      throw InventoryDatabaseError.unwritableDirectory(path: directory, reason: reason(of: error))
    }
    // SQLite makes files beside the database, so a writable database file alone is not enough.
    guard access(directory, W_OK | X_OK) == 0 else {
      throw InventoryDatabaseError.unwritableDirectory(
        path: directory,
        reason: String(cString: strerror(errno))
      )
    }
  }

  /// Looks at what can be told without SQLite, which would say less and might write first.
  private static func inspectFile(_ path: String) throws {
    // SQLite opens what has such a name, also a pipe, in which it would wait for a writer.
    for suffix in ["-journal", "-wal", "-shm"] {
      var status = stat()
      guard lstat(path + suffix, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
        throw InventoryDatabaseError.unusableFile(
          path: path + suffix,
          reason: tr("it is not a regular file")
        )
      }
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
    guard !isDirectory.boolValue else {
      throw InventoryDatabaseError.unusableFile(path: path, reason: tr("it is a directory"))
    }
    guard access(path, R_OK | W_OK) == 0 else {
      throw InventoryDatabaseError.unusableFile(
        path: path,
        reason: String(cString: strerror(errno))
      )
    }
    // What is open here is a database, and its locks would be lost.
    if OpenDatabases.contains(path) { return }
    let start: Data
    do {
      let file = try PrivateFile.openForReading(path)
      defer { try? file.close() }
      start = try file.read(upToCount: OpenDatabases.signature.count) ?? Data()
    } catch is PrivateFile.NotRegular {
      throw InventoryDatabaseError.unusableFile(path: path, reason: tr("it is not a regular file"))
    } catch {
      throw InventoryDatabaseError.unusableFile(path: path, reason: reason(of: error))
    }
    // An empty file is an empty database.
    guard start.isEmpty || start == OpenDatabases.signature else {
      throw InventoryDatabaseError.notADatabase(path: path)
    }
  }

  /// Looks at a database before anything is written to it: opening a pool would already switch
  /// it to WAL.
  private static func inspectDatabase(_ path: String) throws {
    try DatabaseQueue(path: path, configuration: configuration).inDatabase { db in
      if try SchemaCheck.isNew(db) { return }
      try inspectSchema(db, path: path)
      // A damaged file is not to be changed.
      if try !Schema.migrator.hasCompletedMigrations(db) { try checkIntegrity(db, path: path) }
    }
  }

  /// Looks whether a file is an inventory that this version understands, and nothing else.
  static func inspectSchema(_ db: Database, path: String) throws {
    guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
      throw InventoryDatabaseError.foreignDatabase(path: path)
    }
    try SchemaCheck.checkMigrations(db, path: path)
    guard try !Schema.migrator.hasBeenSuperseded(db) else {
      throw InventoryDatabaseError.newerSchema(path: path)
    }
    try SchemaCheck.check(db, path: path)
  }

  /// Looks whether a file is sound.
  static func checkIntegrity(_ db: Database, path: String) throws {
    let check = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
    guard check == "ok" else {
      let detail = check.split(separator: "\n").last.map(String.init) ?? check
      throw InventoryDatabaseError.corrupt(path: path, detail: detail)
    }
  }
}

/// Turns errors of SQLite and of the file system into ours.
func mappingErrors<Value>(path: String, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw InventoryDatabaseError(error, path: path)
  } catch let error as RowDecodingError {
    throw InventoryDatabaseError.corrupt(path: path, detail: error.description)
  } catch let error as CocoaError {
    throw FileError(file: error.filePath ?? path, problem: reason(of: error))
  } catch let error as POSIXError {
    throw FileError(file: path, problem: reason(of: error))
  }
}

private func mappingErrors<Value: Sendable>(
  path: String,
  _ body: () async throws -> Value
) async throws -> Value {
  do {
    return try await body()
  } catch let error as DatabaseError {
    throw InventoryDatabaseError(error, path: path)
  } catch let error as RowDecodingError {
    throw InventoryDatabaseError.corrupt(path: path, detail: error.description)
  }
}

extension InventoryDatabaseError {
  fileprivate init(_ error: DatabaseError, path: String) {
    let detail = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self = .notADatabase(path: path)
    case .SQLITE_CORRUPT:
      self = .corrupt(path: path, detail: detail)
    case .SQLITE_FULL:
      self = .diskFull(path: path)
    case .SQLITE_READONLY:
      self = .readOnly(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR:
      self = .unusableFile(path: path, reason: detail)
    default:
      self = .failed(path: path, detail: detail)
    }
  }
}
