import GRDB
import InventoryCore

/// The migration that stores prices in millionths: a single screw costs a small part of a cent.
enum FinePriceMigration {
  static let name = "prices in millionths"

  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        DROP INDEX itemOnPrice;
        ALTER TABLE item RENAME COLUMN priceThousandths TO priceMillionths;
        -- What does not fit, from nine trillions on, becomes the greatest price that does.
        UPDATE item SET priceMillionths = MIN(priceMillionths, \(Int64.max / 1_000)) * 1000
        WHERE priceMillionths <> 0;
        CREATE INDEX itemOnPrice ON item (priceMillionths, nameKey);
        """
    )
  }
}
