import Foundation
import GRDB
import GRDBSQLite
import InventoryCore
import Sharing

/// A database that may come from anybody, such as a backup that somebody has sent.
///
/// It is only looked at: nothing is written to it or made beside it. What is asked of it is asked
/// after a look at its tables, and for a limited time.
struct ForeignDatabase {
  private let path: String

  /// - Parameter path: The file.
  init(path: String) {
    self.path = path
  }

  /// Looks at the file.
  ///
  /// - Parameters:
  ///   - limit: How long this may take.
  ///   - checkCancellation: Is called now and then, also in the middle of a query. If it throws,
  ///     the file is not read any further.
  ///   - body: Reads tables of the file. It is called if they are the program's.
  /// - Throws: ``InventoryDatabaseError`` if the file is not an inventory, or takes too long; what
  ///   the closures throw.
  func read<Value>(
    within limit: Duration,
    checkCancellation: @escaping @Sendable () throws -> Void = {},
    _ body: (Database) throws -> Value
  ) throws -> Value {
    try checkCancellation()
    try checkFile()
    let deadline = Deadline(limit, checkCancellation)
    return try mappingErrors(path: path) {
      try deadline.telling(path) {
        var configuration = Configuration.inventory(readonly: true)
        configuration.prepareDatabase { deadline.watch($0) }
        let queue = try DatabaseQueue(path: Self.address(path), configuration: configuration)
        return try queue.inDatabase { db in
          try InventoryDatabase.inspectSchema(db, path: path)
          return try body(db)
        }
      }
    }
  }

  /// Makes a database with the rows of this one, and nothing else of it.
  ///
  /// - Parameters:
  ///   - copy: The file that is made. A former one is removed.
  ///   - limit: How long this may take.
  ///   - checkCancellation: Is called now and then. If it throws, no copy is made.
  /// - Throws: ``InventoryDatabaseError`` if the file is not a sound inventory, or takes too long.
  func copyRows(
    to copy: String,
    within limit: Duration,
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws {
    let migration = try read(within: limit, checkCancellation: checkCancellation) { db in
      try InventoryDatabase.checkIntegrity(db, path: path)
      return try SchemaCheck.lastMigration(of: db, path: path)
    }
    Self.remove(copy)
    do {
      try mappingErrors(path: path) {
        try PrivateFile.make(copy)
        var configuration = Configuration.inventory()
        configuration.foreignKeysEnabled = false
        let deadline = Deadline(limit, checkCancellation)
        configuration.prepareDatabase { db in
          // Nobody misses a copy that is not complete.
          try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
          deadline.watch(db)
        }
        try deadline.telling(path) {
          let queue = try DatabaseQueue(path: copy, configuration: configuration)
          if let migration { try Schema.migrator.migrate(queue, upTo: migration) }
          try queue.writeWithoutTransaction { try copyRows(into: $0) }
          try Schema.migrator.migrate(queue)
          try queue.close()
        }
      }
    } catch {
      unlink(copy)
      throw error
    }
  }

  /// Removes a copy of rows, whole or not, and what SQLite has left beside it.
  static func remove(_ copy: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) }
  }

  private func copyRows(into db: Database) throws {
    let isTrusting = try Bool.fetchOne(db, sql: "PRAGMA trusted_schema") ?? false
    try db.execute(sql: "PRAGMA trusted_schema = OFF")
    try db.execute(sql: "ATTACH DATABASE ? AS source", arguments: [Self.address(path)])
    try db.inTransaction {
      try checkPaths(db)
      try checkTexts(db)
      let others = try Row.fetchAll(
        db,
        sql: """
          SELECT type, name, sql FROM main.sqlite_master
          WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
          """
      )
      // Made again in the end, which is faster, and triggers have had their effects already. So
      // there is nothing to trust meanwhile.
      for row in others {
        let (type, name): (String, String) = (row[0], row[1])
        try db.execute(sql: "DROP \(type) main.\(name.quotedDatabaseIdentifier)")
      }
      for table in try Self.tables(of: db) {
        let columns = try db.columns(in: table, in: "main")
          .map(\.name.quotedDatabaseIdentifier).joined(separator: ", ")
        try db.execute(
          sql: """
            INSERT INTO main.\(table.quotedDatabaseIdentifier) (\(columns))
            SELECT \(columns) FROM source.\(table.quotedDatabaseIdentifier)
            """
        )
      }
      try Self.copyNumbers(db)
      for row in others { try db.execute(statementOfFile: row[2]) }
      if try db.tableExists("itemSearch", in: "main") { try db.fillSearch() }
      guard try Row.fetchOne(db, sql: "PRAGMA main.foreign_key_check") == nil else {
        throw InventoryDatabaseError.corrupt(
          path: path,
          detail: tr("a row refers to another one that is not there")
        )
      }
      return .commit
    }
    try db.execute(sql: "DETACH DATABASE source")
    try db.execute(sql: "PRAGMA trusted_schema = \(isTrusting ? "ON" : "OFF")")
  }

  /// Looks whether the paths of locations have a length that the program can have given them: each
  /// location has the names of all around it.
  private func checkPaths(_ db: Database) throws {
    let column = try db.columns(in: "location", in: "main").contains { $0.name == "path" }
    let isLong = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM source.location WHERE LENGTH(\(column ? "path" : "name")) > ?)
        """,
      arguments: [4 * Limits.locationPath]
    )
    guard isLong == true else { return }
    throw InventoryDatabaseError.corrupt(
      path: path,
      detail: tr("the path of a location is too long")
    )
  }

  /// Looks whether all texts have a length that the program can have given them, and whether no
  /// item has more tags.
  private func checkTexts(_ db: Database) throws {
    for table in try Self.tables(of: db) {
      let columns = try db.columns(in: table, in: "main").filter { $0.type == "TEXT" }
      let lengths = columns.map { "LENGTH(\($0.name.quotedDatabaseIdentifier)) > :limit" }
      guard !lengths.isEmpty else { continue }
      let isLong = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM source.\(table.quotedDatabaseIdentifier)
            WHERE \(lengths.joined(separator: " OR ")))
          """,
        arguments: ["limit": 4 * Limits.notes]
      )
      guard isLong != true else {
        throw InventoryDatabaseError.corrupt(path: path, detail: tr("a text is too long"))
      }
    }
    guard try db.columns(in: "item", in: "main").contains(where: { $0.name == "tags" }) else {
      return
    }
    let hasManyTags = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM source.item WHERE LENGTH(tags) - LENGTH(REPLACE(tags, CHAR(10), '')) > ?)
        """,
      arguments: [4 * Limits.tags]
    )
    guard hasManyTags != true else {
      throw InventoryDatabaseError.corrupt(path: path, detail: tr("an item has too many tags"))
    }
  }

  /// The tables whose rows are copied: not those of SQLite and of GRDB, and not those in which
  /// the search keeps its index.
  private static func tables(of db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM main.sqlite_master
        WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
          AND name NOT LIKE 'itemSearch%' AND name <> 'grdb_migrations'
        ORDER BY rowid
        """
    )
  }

  /// Copies which numbers were given to rows that are gone by now: none is given again.
  private static func copyNumbers(_ db: Database) throws {
    guard try db.tableExists("sqlite_sequence", in: "main"),
      try db.tableExists("sqlite_sequence", in: "source")
    else { return }
    let tables = try Row.fetchAll(
      db,
      sql: """
        SELECT name, MAX(seq) FROM source.sqlite_sequence
        WHERE name IN ('location', 'lowStock') AND typeof(seq) = 'integer' AND seq BETWEEN 0 AND ?
        GROUP BY name
        """,
      // From the greatest number on, SQLite refuses to add rows.
      arguments: [Int64.max / 2]
    )
    for row in tables {
      let (name, number): (String, Int64) = (row[0], row[1])
      let last = try Int64.fetchOne(
        db,
        sql: "SELECT seq FROM main.sqlite_sequence WHERE name = ?",
        arguments: [name]
      )
      try db.execute(sql: "DELETE FROM main.sqlite_sequence WHERE name = ?", arguments: [name])
      try db.execute(
        sql: "INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, ?)",
        arguments: [name, max(number, last ?? 0)]
      )
    }
  }

  // MARK: - Opening

  /// Opening a pipe would wait for a writer, and one that is a link leads to another place.
  private func checkFile() throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw InventoryDatabaseError.unusableFile(
        path: path,
        reason: String(cString: strerror(errno))
      )
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw InventoryDatabaseError.unusableFile(path: path, reason: tr("it is not a regular file"))
    }
  }

  /// The address under which SQLite makes no files beside the file, and writes nothing to it.
  private static func address(_ path: String) -> String {
    let file = URL(filePath: path).absoluteString
    // SQLite can be built without addresses. A file that is read only is as safe then, unless it
    // was left by a program that uses a log, which this one does not for backups.
    guard sqlite3_compileoption_used("USE_URI") != 0 else { return path }
    return "\(file)?mode=ro&immutable=1"
  }
}

/// The moment at which SQLite stops what it does on a connection: at the latest after a while, and
/// as soon as nobody waits for it any more.
private final class Deadline: Sendable {
  private let end: ContinuousClock.Instant
  private let checkCancellation: @Sendable () throws -> Void

  init(_ limit: Duration, _ checkCancellation: @escaping @Sendable () throws -> Void = {}) {
    end = .now + limit
    self.checkCancellation = checkCancellation
  }

  private func check() throws {
    try checkCancellation()
    guard ContinuousClock.now < end else { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
  }

  /// Says why SQLite was stopped: nobody waits, or it took too long.
  func telling<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      try checkCancellation()
      throw InventoryDatabaseError.failed(path: path, detail: tr("reading it takes too long"))
    }
  }

  /// Stops the connection from that moment on. Whoever opens it holds the deadline until it is
  /// closed.
  func watch(_ db: Database) {
    // How many steps of SQLite's machine there are between two looks at the clock. Usually they
    // take some microseconds, but a step can be a function that works on megabytes.
    let steps: Int32 = 100
    sqlite3_progress_handler(
      db.sqliteConnection,
      steps,
      { context in
        guard let context else { return 0 }
        let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
        return (try? deadline.check()) == nil ? 1 : 0
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }
}
