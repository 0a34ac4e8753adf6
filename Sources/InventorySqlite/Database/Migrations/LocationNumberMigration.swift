import GRDB
import InventoryCore

/// The migration after which no number of a location is given twice: a form that is open on a
/// deleted location must not change another one.
///
/// The table is made anew, because SQLite cannot add this to a table that is there.
enum LocationNumberMigration {
  static let name = "numbers of locations"

  static func migrate(_ db: Database) throws {
    let others = try String.fetchAll(
      db,
      sql: """
        SELECT sql FROM sqlite_master
        WHERE type IN ('index', 'trigger') AND tbl_name = 'location' AND sql IS NOT NULL
        """
    )
    // Otherwise SQLite would refuse to rename the new table: triggers of items name the old one,
    // which is gone by then.
    try db.execute(sql: "PRAGMA legacy_alter_table = ON")
    defer { try? db.execute(sql: "PRAGMA legacy_alter_table = OFF") }
    try db.execute(
      sql: """
        CREATE TABLE numberedLocation (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          parentID INTEGER REFERENCES location (id),
          name TEXT NOT NULL CHECK (name <> ''),
          path TEXT NOT NULL UNIQUE,
          pathKey TEXT NOT NULL
        ) STRICT;

        INSERT INTO numberedLocation (id, parentID, name, path, pathKey)
        SELECT id, parentID, name, path, pathKey FROM location ORDER BY id;

        DROP TABLE location;
        ALTER TABLE numberedLocation RENAME TO location;
        """
    )
    for sql in others { try db.execute(statementOfFile: sql) }
  }
}

extension Database {
  /// The largest number that a location has had. Those that are made later have larger ones.
  func lastLocationNumber() throws -> Int64 {
    try Int64.fetchOne(
      self,
      sql: """
        SELECT MAX(
          IFNULL((SELECT seq FROM sqlite_sequence WHERE name = 'location'), 0),
          IFNULL((SELECT MAX(id) FROM location), 0)
        )
        """
    ) ?? 0
  }

  /// Gives only larger numbers to locations from now on.
  func skipLocationNumbers(upTo number: Int64) throws {
    let last = max(try lastLocationNumber(), number)
    try execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'location'")
    try execute(
      sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('location', ?)",
      arguments: [last]
    )
  }
}
