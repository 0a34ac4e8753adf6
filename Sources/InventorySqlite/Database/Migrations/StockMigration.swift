import Foundation
import GRDB
import InventoryCore

/// The second migration: what is in stock becomes the sum of dated movements, locations a tree, and
/// the search an index.
///
/// The tables are made anew: SQLite cannot give a table another primary key. What refers to items
/// and the index of the search go by an integer, which `VACUUM` must not change.
enum StockMigration {
  static func migrate(_ db: Database) throws {
    try db.execute(sql: tables)
    try moveLocations(db)
    try db.execute(
      sql: """
        INSERT INTO newItem (id, sku, name, quantity, priceMinorUnits, locationID, notes,
          createdAt, changedAt, nameKey)
        SELECT item.id, sku, item.name, quantity, priceMinorUnits, newLocation.id, notes,
          :now, :now, nameKey
        FROM item LEFT JOIN location ON location.id = item.locationID
          LEFT JOIN newLocation ON newLocation.path = location.name
        ORDER BY item.rowid;

        INSERT INTO movement (itemKey, date, reason, delta)
        SELECT key, createdAt, 'counted', quantity FROM newItem WHERE quantity <> 0;

        DROP TABLE item;
        DROP TABLE location;
        ALTER TABLE newLocation RENAME TO location;
        ALTER TABLE newItem RENAME TO item;
        """,
      arguments: ["now": Date().milliseconds]
    )
    try db.execute(sql: indexes)
    try db.execute(sql: search)
  }

  private static let tables = """
    CREATE TABLE newLocation (
      id INTEGER PRIMARY KEY,
      parentID INTEGER REFERENCES newLocation (id),
      name TEXT NOT NULL CHECK (name <> ''),
      -- The names from the outermost location on, with " / " between them: what people read and
      -- write. It follows when one of the names changes.
      path TEXT NOT NULL UNIQUE,
      pathKey TEXT NOT NULL
    ) STRICT;

    CREATE TABLE newItem (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      sku TEXT NOT NULL UNIQUE CHECK (sku <> ''),
      barcode TEXT NOT NULL DEFAULT '',
      name TEXT NOT NULL CHECK (name <> ''),
      -- The sum of the movements: whoever adds one changes this in the same transaction.
      quantity INTEGER NOT NULL CHECK (quantity >= 0),
      unit TEXT NOT NULL DEFAULT '',
      reorderLevel INTEGER CHECK (reorderLevel >= 0),
      priceMinorUnits INTEGER NOT NULL CHECK (priceMinorUnits >= 0),
      -- ISO 4217; empty for the currency of the inventory.
      currency TEXT NOT NULL DEFAULT '',
      locationID INTEGER REFERENCES newLocation (id),
      -- One a line, in their order. The table itemTag has them to be looked up.
      tags TEXT NOT NULL DEFAULT '',
      notes TEXT NOT NULL DEFAULT '',
      -- Milliseconds since 1970.
      createdAt INTEGER NOT NULL,
      changedAt INTEGER NOT NULL,
      -- The name without case and accents, to sort by: SQLite folds ASCII alone.
      nameKey TEXT NOT NULL
    ) STRICT;

    CREATE TABLE movement (
      id INTEGER PRIMARY KEY,
      itemKey INTEGER NOT NULL REFERENCES newItem (key) ON DELETE CASCADE,
      date INTEGER NOT NULL,
      reason TEXT NOT NULL CHECK (reason IN ('received', 'used', 'counted', 'moved')),
      delta INTEGER NOT NULL,
      note TEXT NOT NULL DEFAULT ''
    ) STRICT;

    CREATE TABLE itemTag (
      itemKey INTEGER NOT NULL REFERENCES newItem (key) ON DELETE CASCADE,
      tagKey TEXT NOT NULL,
      PRIMARY KEY (itemKey, tagKey)
    ) STRICT, WITHOUT ROWID;
    """

  /// Names such as "Workshop / Shelf 2" were meant as what they are now.
  ///
  /// All that this needs is written here, as it was when the migration was released: what the
  /// program does with paths today may need columns that this database gets later.
  private static func moveLocations(_ db: Database) throws {
    let names = try String.fetchAll(db, sql: "SELECT name FROM location ORDER BY name")
    for name in names {
      let parts = name.components(separatedBy: separator)
        .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        .filter { !$0.isEmpty }
      guard parts.joined(separator: separator) == name else {
        // Spaces that a path does not have: the name stays what it is, for no item to be lost.
        try addLocation(db, name: name, path: name, in: nil)
        continue
      }
      var parent: Int64?
      for count in 1...parts.count {
        let path = parts.prefix(count).joined(separator: separator)
        let known = try Int64.fetchOne(
          db,
          sql: "SELECT id FROM newLocation WHERE path = ?",
          arguments: [path]
        )
        parent = try known ?? addLocation(db, name: parts[count - 1], path: path, in: parent)
      }
    }
  }

  private static let separator = " / "

  @discardableResult
  private static func addLocation(
    _ db: Database,
    name: String,
    path: String,
    in parent: Int64?
  ) throws -> Int64 {
    let key = path.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
    try db.execute(
      sql: "INSERT INTO newLocation (parentID, name, path, pathKey) VALUES (?, ?, ?, ?)",
      arguments: [parent, name, path, key]
    )
    return db.lastInsertedRowID
  }

  private static let indexes = """
    CREATE INDEX itemOnName ON item (nameKey);
    CREATE INDEX itemOnQuantity ON item (quantity, nameKey);
    CREATE INDEX itemOnPrice ON item (priceMinorUnits, nameKey);
    CREATE INDEX itemOnLocation ON item (locationID, nameKey);
    CREATE INDEX itemOnBarcode ON item (barcode) WHERE barcode <> '';
    CREATE INDEX itemToReorder ON item (nameKey) WHERE quantity <= reorderLevel;
    CREATE INDEX itemTagOnTag ON itemTag (tagKey, itemKey);
    CREATE INDEX movementOnItem ON movement (itemKey, date);
    CREATE INDEX locationOnParent ON location (parentID, pathKey);
    """

  /// The index of the search keeps no texts of its own: to forget an item, it has to be told what
  /// was remembered.
  private static var search: String {
    let columns = "name, sku, barcode, tags, notes, location"
    func texts(_ row: String, path: String) -> String {
      "\(row).key, \(row).name, \(row).sku, \(row).barcode, \(row).tags, \(row).notes, \(path)"
    }
    func path(of row: String) -> String {
      "IFNULL((SELECT path FROM location WHERE id = \(row).locationID), '')"
    }
    let forget = """
      INSERT INTO itemSearch (itemSearch, rowid, \(columns))
      SELECT 'delete', \(texts("old", path: path(of: "old")));
      """
    let remember = """
      INSERT INTO itemSearch (rowid, \(columns)) SELECT \(texts("new", path: path(of: "new")));
      """
    let searched = ["name", "sku", "barcode", "tags", "notes", "locationID"]
    let isChanged = searched.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
    return """
      CREATE VIRTUAL TABLE itemSearch USING fts5 (
        \(columns), content='', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
      );
      INSERT INTO itemSearch (rowid, \(columns))
      SELECT \(texts("item", path: path(of: "item"))) FROM item;

      CREATE TRIGGER itemSearchInsert AFTER INSERT ON item BEGIN \(remember) END;
      CREATE TRIGGER itemSearchDelete AFTER DELETE ON item BEGIN \(forget) END;
      CREATE TRIGGER itemSearchUpdate AFTER UPDATE OF \(searched.joined(separator: ", ")) ON item
      WHEN \(isChanged) BEGIN \(forget) \(remember) END;

      CREATE TRIGGER itemSearchForgetPath BEFORE UPDATE OF path ON location
      WHEN old.path <> new.path BEGIN
        INSERT INTO itemSearch (itemSearch, rowid, \(columns))
        SELECT 'delete', \(texts("item", path: "old.path")) FROM item WHERE locationID = old.id;
      END;
      CREATE TRIGGER itemSearchRememberPath AFTER UPDATE OF path ON location
      WHEN old.path <> new.path BEGIN
        INSERT INTO itemSearch (rowid, \(columns))
        SELECT \(texts("item", path: "new.path")) FROM item WHERE locationID = new.id;
      END;
      """
  }
}
