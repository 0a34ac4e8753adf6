import GRDB
import InventoryCore

/// The tables of a stocktake that is going on: a count is there from the moment it is typed until
/// all are booked, so that no crash loses one.
enum StocktakeMigration {
  static func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE stocktakeCount (
          itemKey INTEGER PRIMARY KEY REFERENCES item (key) ON DELETE CASCADE,
          counted INTEGER NOT NULL CHECK (counted >= 0),
          -- The quantity at the moment of counting: what is booked later is the difference, so
          -- that movements after that moment stay.
          expected INTEGER NOT NULL CHECK (expected >= 0),
          -- Milliseconds since 1970.
          countedAt INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX stocktakeCountOnDate ON stocktakeCount (countedAt);
        """
    )
  }
}
