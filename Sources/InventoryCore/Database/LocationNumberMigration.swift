import GRDB

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
    // Otherwise SQLite would make the references of items follow the old table, and refuse to
    // rename the new one because triggers of items name a table that is not there just then.
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
    for sql in others { try db.execute(sql: sql) }
  }
}
