import GRDB
import InventoryCore
import Synchronization

/// Compares the tables of a file with those that this program makes.
///
/// A trigger runs when the program writes, and a view can take for ever to read: nobody but the
/// program may add one. Neither may anybody change a table of the program: what its columns are
/// generated from, or have by default, runs as well. Plain tables and indexes of others are never
/// read, and are left alone.
struct SchemaCheck {
  private struct Part: Hashable {
    let type: String
    let name: String
    /// The statement that makes it, without what SQLite writes in one way or another.
    let statement: String
    let isVirtual: Bool

    init(_ row: Row) throws {
      self.init(
        type: try row.decode(String.self, atIndex: 0),
        name: try row.decode(String.self, atIndex: 1),
        sql: try row.decode(String?.self, atIndex: 2) ?? ""
      )
    }

    init(type: String, name: String, sql: String) {
      self.type = type
      self.name = name
      statement = Self.normalized(sql)
      isVirtual = statement.uppercased().hasPrefix("CREATE VIRTUAL")
    }

    /// The statement with one space at most between two words, and without comments and quotation
    /// marks around plain names: SQLite puts them there when it renames what they refer to. Texts
    /// and other names stay as they are.
    ///
    /// A space is what SQLite takes for one. Any other, such as one that does not break, is part of
    /// a name.
    private static func normalized(_ statement: String) -> String {
      let characters = Array(statement.unicodeScalars)
      var result = String.UnicodeScalarView()
      var isSeparate = false
      func append(_ text: some Sequence<Unicode.Scalar>) {
        for (offset, character) in text.enumerated() {
          // What is apart would be another word if it were not.
          if offset == 0, isSeparate, isWord(character), result.last.map(isWord) ?? false {
            result.append(" ")
          }
          result.append(character)
        }
        isSeparate = false
      }
      var index = 0
      while index < characters.count {
        let character = characters[index]
        let rest = characters[index...]
        if character == "'" || character == "\"" {
          let end = Self.end(ofQuotedAt: index, in: characters)
          let inside = characters[(index + 1)..<end]
          let isPlainName =
            character == "\"" && !inside.isEmpty && inside.allSatisfy(isWord)
            && !("0"..."9").contains(inside[index + 1])
          append(isPlainName ? inside : characters[index..<min(end + 1, characters.count)])
          index = end
        } else if rest.starts(with: "--".unicodeScalars) {
          index = rest.firstIndex(of: "\n") ?? characters.count
          isSeparate = true
        } else if rest.starts(with: "/*".unicodeScalars) {
          // The star that begins a comment does not end it: "/*/" is the beginning of one.
          index += 3
          while index < characters.count, characters[index - 1] != "*" || characters[index] != "/" {
            index += 1
          }
          isSeparate = true
        } else if " \t\n\u{C}\r".unicodeScalars.contains(character) {
          isSeparate = true
        } else {
          append([character])
        }
        index += 1
      }
      return String(result)
    }

    /// Returns where the quotation mark is that ends a text or a name. Two of them are one that is
    /// part of it.
    private static func end(ofQuotedAt start: Int, in characters: [Unicode.Scalar]) -> Int {
      var index = start + 1
      while index < characters.count {
        if characters[index] == characters[start] {
          guard index + 1 < characters.count, characters[index + 1] == characters[start] else {
            return index
          }
          index += 1
        }
        index += 1
      }
      return characters.count
    }

    /// Whether SQLite takes a character for a part of a word.
    private static func isWord(_ character: Unicode.Scalar) -> Bool {
      character.value >= 0x80 || character == "_" || character == "$"
        || ("0"..."9").contains(character) || ("a"..."z").contains(character)
        || ("A"..."Z").contains(character)
    }

    /// Whether it can do something when the program reads or writes other tables.
    var isActive: Bool { type != "table" && type != "index" || isVirtual }
  }

  /// Checks the tables of a file.
  ///
  /// - Parameters:
  ///   - db: The file.
  ///   - path: The path that errors give.
  /// - Throws: ``InventoryDatabaseError`` if the file has triggers, views or virtual tables that
  ///   the program has not made, or tables of its names that it has not made so, or lacks tables.
  static func check(_ db: Database, path: String) throws {
    let found = try parts(db)
    let expected = try expectedParts(of: db, path: path)
    let known = Dictionary(uniqueKeysWithValues: expected.map { ($0.name, $0) })
    let foreign = found.filter { part in
      known[part.name].map { $0 != part } ?? part.isActive
    }
    guard foreign.isEmpty else {
      throw InventoryDatabaseError.foreignParts(
        path: path,
        names: foreign.map(\.name).sorted()
      )
    }
    let names = Set(found.map(\.name))
    for part in expected where part.type == "table" && !names.contains(part.name) {
      throw InventoryDatabaseError.corrupt(
        path: path,
        detail: tr("the table \(part.name) is missing")
      )
    }
  }

  /// Returns whether a file has nothing in it, or only the empty table in which the first migration
  /// is to be written down: then the program was interrupted when it made the file.
  static func isNew(_ db: Database) throws -> Bool {
    let rows = try Row.fetchAll(db, sql: "\(selection) LIMIT 3")
    let parts = try rows.map(Part.init).filter { $0.type != "index" || !$0.statement.isEmpty }
    if parts.isEmpty { return true }
    guard parts.count == 1, parts[0] == migrationsTable else { return false }
    return try Row.fetchOne(db, sql: "SELECT 1 FROM grdb_migrations") == nil
  }

  /// The table in which GRDB writes down the migrations.
  private static let migrationsTable = Part(
    type: "table",
    name: "grdb_migrations",
    sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
  )

  /// Of a statement that is longer than any of the program's, only the length is read: what it
  /// begins with could be one of the program's.
  private static let selection = """
    SELECT type, name, CASE WHEN LENGTH(sql) <= \(Limits.schemaStatement) THEN sql
      ELSE SUBSTR(sql, 1, 30) || ' … ' || LENGTH(sql) END
    FROM sqlite_master
    """

  /// Checks that the migrations that a file has had can be read: they are asked for first, and a
  /// view in their place could have rows without an end.
  ///
  /// - Throws: ``InventoryDatabaseError``.
  static func checkMigrations(_ db: Database, path: String) throws {
    let rows = try Row.fetchAll(
      db,
      sql: "\(selection) WHERE name = 'grdb_migrations' COLLATE NOCASE LIMIT 2"
    )
    guard !rows.isEmpty else { return }
    guard rows.count == 1, try Part(rows[0]) == migrationsTable else {
      throw InventoryDatabaseError.foreignParts(path: path, names: ["grdb_migrations"])
    }
    // A newer version of the program has some more, and not a thousand.
    let count = try Int.fetchOne(
      db,
      sql: "SELECT COUNT(*) FROM (SELECT 1 FROM grdb_migrations LIMIT 1000)"
    )
    guard count ?? 0 < 1_000 else { throw wrongMigrations(path) }
  }

  /// The last of the migrations that a file has had.
  ///
  /// - Throws: ``InventoryDatabaseError`` if one before it is missing.
  static func lastMigration(of db: Database, path: String) throws -> String? {
    let applied = try Schema.migrator.appliedIdentifiers(db)
    let all = Schema.migrator.migrations
    guard Set(all.prefix(applied.count)) == applied else { throw wrongMigrations(path) }
    return all.prefix(applied.count).last
  }

  private static func wrongMigrations(_ path: String) -> InventoryDatabaseError {
    .corrupt(path: path, detail: tr("the list of its migrations is wrong"))
  }

  private static func parts(_ db: Database) throws -> Set<Part> {
    let rows = try Row.fetchAll(db, sql: "\(selection) LIMIT \(Limits.schemaParts)")
    guard rows.count < Limits.schemaParts else {
      throw DatabaseError(resultCode: .SQLITE_TOOBIG, message: "too many tables")
    }
    return try Set(rows.map(Part.init))
  }

  /// What the tables of each version consist of, by its last migration. A list of backups asks for
  /// the same version many times.
  private static let partsByMigration = Mutex<[String: Set<Part>]>([:])

  private static func expectedParts(of db: Database, path: String) throws -> Set<Part> {
    guard let migration = try lastMigration(of: db, path: path) else { return [] }
    if let known = partsByMigration.withLock({ $0[migration] }) { return known }
    let model = try DatabaseQueue(configuration: .inventory())
    try Schema.migrator.migrate(model, upTo: migration)
    let parts = try model.read(parts)
    partsByMigration.withLock { $0[migration] = parts }
    return parts
  }
}
