import GRDB
import InventoryCore

/// The migration that remembers which items ran low lately, whatever the reason: less is there, or
/// more is to be there.
enum LowStockMigration {
  static let name = "items that ran low"

  /// Of how many times that an item ran low the database knows.
  static let limit = 1_000

  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE lowStock (
          -- No number is given twice: whoever has been told up to one is told what comes after it.
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          itemID TEXT NOT NULL
        ) STRICT;

        CREATE TRIGGER itemRunsLow AFTER UPDATE OF quantity, reorderLevel ON item
        WHEN new.quantity <= new.reorderLevel
          AND IFNULL(old.quantity > old.reorderLevel, 1)
        BEGIN
          INSERT INTO lowStock (itemID) VALUES (new.id);
          DELETE FROM lowStock WHERE id <= (SELECT MAX(id) FROM lowStock) - \(limit);
        END;
        """
    )
  }
}
