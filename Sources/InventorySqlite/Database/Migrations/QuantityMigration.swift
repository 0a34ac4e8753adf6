import GRDB
import InventoryCore

/// The migration that stores quantities in millionths: half a kilogram is a quantity, too.
///
/// The columns get other names, so that an older version of the program that has the file open
/// cannot write whole numbers into them.
enum QuantityMigration {
  static let name = "quantities in millionths"

  /// The greatest whole number that fits, nine trillions.
  private static let greatest = Int64.max / 1_000_000

  static func migrate(_ db: Database) throws {
    try makeFit(db)
    try db.execute(
      sql: """
        DROP INDEX IF EXISTS itemOnQuantity;
        ALTER TABLE item RENAME COLUMN quantity TO quantityMillionths;
        ALTER TABLE item RENAME COLUMN reorderLevel TO reorderLevelMillionths;
        ALTER TABLE movement RENAME COLUMN delta TO deltaMillionths;
        ALTER TABLE stocktakeCount RENAME COLUMN counted TO countedMillionths;
        ALTER TABLE stocktakeCount RENAME COLUMN expected TO expectedMillionths;

        -- Both columns at once, so that no item seems to run low in between.
        UPDATE item SET quantityMillionths = quantityMillionths * 1000000,
          reorderLevelMillionths = reorderLevelMillionths * 1000000
        WHERE quantityMillionths <> 0 OR reorderLevelMillionths <> 0;
        UPDATE movement SET deltaMillionths = deltaMillionths * 1000000
        WHERE deltaMillionths <> 0;
        UPDATE stocktakeCount SET countedMillionths = countedMillionths * 1000000,
          expectedMillionths = expectedMillionths * 1000000;

        CREATE INDEX itemOnQuantity ON item (quantityMillionths, nameKey);
        """
    )
  }

  /// Makes numbers that do not fit the greatest ones that do. Nobody has as much of anything: they
  /// are barcodes that were scanned into the wrong field. The backup that is made before the update
  /// has them as they were.
  ///
  /// A movement of such a number was a mistake, and goes. One movement makes up for all of them, so
  /// that the quantity is the sum of the movements.
  private static func makeFit(_ db: Database) throws {
    let fits = "BETWEEN -\(greatest) AND \(greatest)"
    let keys = try Int64.fetchAll(
      db,
      sql: """
        SELECT itemKey FROM movement WHERE delta NOT \(fits)
        UNION SELECT key FROM item WHERE quantity NOT \(fits)
        """
    )
    try db.execute(
      sql: """
        DELETE FROM movement WHERE delta NOT \(fits);
        UPDATE item SET quantity = \(greatest) WHERE quantity > \(greatest);
        UPDATE item SET reorderLevel = \(greatest) WHERE reorderLevel > \(greatest);
        UPDATE stocktakeCount SET counted = \(greatest) WHERE counted > \(greatest);
        UPDATE stocktakeCount SET expected = \(greatest) WHERE expected > \(greatest);
        """
    )
    for key in keys {
      try db.execute(
        sql: """
          INSERT INTO movement (itemKey, date, reason, delta)
          SELECT key, changedAt, 'counted', missing FROM (
            SELECT key, changedAt,
              MAX(-\(greatest), MIN(\(greatest), quantity - (
                SELECT IFNULL(SUM(delta), 0) FROM movement WHERE itemKey = key
              ))) AS missing
            FROM item WHERE key = ?
          )
          WHERE missing <> 0
          """,
        arguments: [key]
      )
    }
  }
}
