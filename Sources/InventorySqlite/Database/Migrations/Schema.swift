import Foundation
import GRDB
import InventoryCore

/// The tables, as a history of migrations. A migration that has been released is never edited.
enum Schema {
  /// Tells our files from other programs' (`PRAGMA application_id`): "INVT".
  static let applicationID: Int32 = 0x494E_5654

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("items and locations") { db in
      try db.execute(
        sql: """
          PRAGMA application_id = \(applicationID);

          CREATE TABLE location (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE CHECK (name <> '')
          ) STRICT;

          CREATE TABLE item (
            id TEXT NOT NULL PRIMARY KEY,
            sku TEXT NOT NULL UNIQUE CHECK (sku <> ''),
            name TEXT NOT NULL CHECK (name <> ''),
            quantity INTEGER NOT NULL CHECK (quantity >= 0),
            priceMinorUnits INTEGER NOT NULL CHECK (priceMinorUnits >= 0),
            locationID INTEGER REFERENCES location (id),
            notes TEXT NOT NULL DEFAULT '',
            -- Texts without case and accents, to sort and to search by: SQLite folds ASCII alone.
            nameKey TEXT NOT NULL,
            searchKey TEXT NOT NULL
          ) STRICT;

          CREATE INDEX itemOnName ON item (nameKey, sku);
          CREATE INDEX itemOnLocation ON item (locationID, nameKey);
          """
      )
    }
    migrator.registerMigration("movements, location tree and full-text search") { db in
      try StockMigration.migrate(db)
    }
    migrator.registerMigration("counts of a stocktake") { db in
      try StocktakeMigration.migrate(db)
    }
    migrator.registerMigration(PhotoMigration.name) { db in
      try PhotoMigration.migrate(db)
    }
    migrator.registerMigration(LowStockMigration.name) { db in
      try LowStockMigration.migrate(db)
    }
    migrator.registerMigration(PriceMigration.name) { db in
      try PriceMigration.migrate(db)
    }
    // It refers to nothing in another way than before, so there is no need to look at all rows.
    migrator.registerMigration(MoveMigration.name, foreignKeyChecks: .immediate) { db in
      try MoveMigration.migrate(db)
    }
    migrator.registerMigration(LocationNumberMigration.name) { db in
      try LocationNumberMigration.migrate(db)
    }
    migrator.registerMigration(FinePriceMigration.name) { db in
      try FinePriceMigration.migrate(db)
    }
    // It refers to nothing in another way than before.
    migrator.registerMigration(QuantityMigration.name, foreignKeyChecks: .immediate) { db in
      try QuantityMigration.migrate(db)
    }
    // It refers to nothing in another way than before.
    migrator.registerMigration(NaturalOrderMigration.name, foreignKeyChecks: .immediate) { db in
      try NaturalOrderMigration.migrate(db)
    }
    // It refers to nothing in another way than before.
    migrator.registerMigration(LineMigration.name, foreignKeyChecks: .immediate) { db in
      try LineMigration.migrate(db)
    }
    return migrator
  }
}
