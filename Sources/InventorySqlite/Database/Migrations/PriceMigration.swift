import GRDB
import InventoryCore

/// The migration that stores prices in thousandths: some currencies have a thousand minor units.
enum PriceMigration {
  static let name = "prices in thousandths"

  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        DROP INDEX itemOnPrice;
        ALTER TABLE item RENAME COLUMN priceMinorUnits TO priceThousandths;
        -- What does not fit, from nine quadrillions on, becomes the greatest price that does.
        UPDATE item SET priceThousandths = MIN(priceThousandths, \(Int64.max / 10)) * 10
        WHERE priceThousandths <> 0;
        CREATE INDEX itemOnPrice ON item (priceThousandths, nameKey);
        """
    )
  }
}
