import GRDB
import InventoryCore

/// The migration that adds the photos of items.
///
/// They have a table of their own, so that reading items does not read pictures. A photo does not
/// go with its item but a day later: if the deletion is undone, it is there again.
enum PhotoMigration {
  static let name = "photos"

  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE photo (
          itemID TEXT NOT NULL PRIMARY KEY,
          width INTEGER NOT NULL CHECK (width > 0),
          height INTEGER NOT NULL CHECK (height > 0),
          caption TEXT NOT NULL DEFAULT '',
          -- When the item was deleted, in milliseconds since 1970.
          orphanedAt INTEGER,
          data BLOB NOT NULL
        ) STRICT;

        CREATE INDEX photoOrphan ON photo (orphanedAt) WHERE orphanedAt IS NOT NULL;

        CREATE TRIGGER photoOrphaned AFTER DELETE ON item BEGIN
          UPDATE photo
          SET orphanedAt = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
          WHERE itemID = old.id;
        END;
        CREATE TRIGGER photoFound AFTER INSERT ON item BEGIN
          UPDATE photo SET orphanedAt = NULL WHERE itemID = new.id;
        END;
        """
    )
  }
}
