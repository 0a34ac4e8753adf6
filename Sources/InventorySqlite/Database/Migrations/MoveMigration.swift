import GRDB
import InventoryCore

/// The migration after which the history of an item also says when it was moved, from where and to
/// where. A trigger writes that down, whatever the reason: somebody has edited the item, a file was
/// imported, or a location was deleted or merged with another one.
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
