import GRDB

/// The migration that writes down from where to where an item is moved, whoever moves it: somebody
/// who edits it, an import, or a location that is merged with another one or deleted.
enum MoveMigration {
  static let name = "moves between locations"

  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        -- The paths of the locations, as they were then. NULL for none.
        ALTER TABLE movement ADD COLUMN origin TEXT;
        ALTER TABLE movement ADD COLUMN destination TEXT;

        CREATE TRIGGER itemIsMoved AFTER UPDATE OF locationID ON item
        WHEN old.locationID IS NOT new.locationID
        BEGIN
          INSERT INTO movement (itemKey, date, reason, delta, origin, destination)
          VALUES (
            new.key, new.changedAt, 'moved', 0,
            (SELECT path FROM location WHERE id = old.locationID),
            (SELECT path FROM location WHERE id = new.locationID)
          );
        END;
        """
    )
  }
}
