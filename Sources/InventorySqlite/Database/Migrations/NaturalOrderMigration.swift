import GRDB
import InventoryCore

/// The migration for lists in which `Box 2` comes before `Box 10`, and for the orders by date.
///
/// The columns get other names, so that an older version of the program that has the file open
/// cannot write its own keys into them.
enum NaturalOrderMigration {
  static let name = "natural order"

  static func migrate(_ db: Database) throws {
    // What a key is never changes without another migration.
    let functions = [
      function("naturalKey", \.naturalKey), function("naturalPathKey", \.naturalPathKey),
    ]
    for function in functions { db.add(function: function) }
    defer { for function in functions { db.remove(function: function) } }
    try db.execute(
      sql: """
        DROP INDEX IF EXISTS itemOnName;
        DROP INDEX IF EXISTS itemOnQuantity;
        DROP INDEX IF EXISTS itemOnPrice;
        DROP INDEX IF EXISTS itemOnLocation;
        DROP INDEX IF EXISTS itemToReorder;
        DROP INDEX IF EXISTS itemOnSku;
        DROP INDEX IF EXISTS itemOnDateAdded;
        DROP INDEX IF EXISTS itemOnDateChanged;

        ALTER TABLE item RENAME COLUMN nameKey TO nameOrder;
        ALTER TABLE location RENAME COLUMN pathKey TO pathOrder;
        ALTER TABLE item ADD COLUMN skuOrder TEXT NOT NULL DEFAULT '';
        UPDATE item SET nameOrder = naturalKey(name), skuOrder = naturalKey(sku);
        UPDATE location SET pathOrder = naturalPathKey(path);

        CREATE INDEX itemOnName ON item (nameOrder);
        CREATE INDEX itemOnSku ON item (skuOrder);
        CREATE INDEX itemOnQuantity ON item (quantityMillionths, nameOrder);
        CREATE INDEX itemOnPrice ON item (priceMillionths, nameOrder);
        CREATE INDEX itemOnLocation ON item (locationID, nameOrder);
        -- The latest first: those of one moment are ordered by name.
        CREATE INDEX itemOnDateAdded ON item (-createdAt, nameOrder);
        CREATE INDEX itemOnDateChanged ON item (-changedAt, nameOrder);
        CREATE INDEX itemToReorder ON item (nameOrder)
        WHERE quantityMillionths <= reorderLevelMillionths;
        """
    )
  }

  private static func function(
    _ name: String,
    _ key: @escaping @Sendable (String) -> String
  ) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).map(key)
    }
  }
}
