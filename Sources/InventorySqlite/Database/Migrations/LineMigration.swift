import GRDB
import InventoryCore

/// The migration for texts of earlier versions that have line breaks or tabs: they get spaces in
/// their place, as all texts do since. Otherwise an export would come back as other items.
///
/// A SKU or a location stays as it is if another one has the text already.
enum LineMigration {
  static let name = "texts in one line"

  static func migrate(_ db: Database) throws {
    let functions = [
      function("isSeveralLines") { $0.hasLineBreaks.databaseValue },
      function("asLine") { $0.asLine.databaseValue },
      function("tagsAsLines") { tagsAsLines($0).databaseValue },
      // What a key is never changes without another migration.
      function("naturalKey") { $0.naturalKey.databaseValue },
      function("naturalPathKey") { $0.naturalPathKey.databaseValue },
    ]
    for function in functions { db.add(function: function) }
    defer { for function in functions { db.remove(function: function) } }
    try db.execute(
      sql: """
        UPDATE item SET name = asLine(name), nameOrder = naturalKey(asLine(name))
        WHERE isSeveralLines(name) AND asLine(name) <> '';
        UPDATE item SET barcode = asLine(barcode) WHERE isSeveralLines(barcode);
        UPDATE item SET unit = asLine(unit) WHERE isSeveralLines(unit);
        UPDATE OR IGNORE item SET sku = asLine(sku), skuOrder = naturalKey(asLine(sku))
        WHERE isSeveralLines(sku) AND asLine(sku) <> '';
        """
    )
    try migrateTags(db)
    try migrateLocations(db)
  }

  private static func function(
    _ name: String,
    _ value: @escaping @Sendable (String) -> DatabaseValue
  ) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).map(value)
    }
  }

  /// The tags of an item, one a line, without what is between the lines of a tag.
  private static func tagsAsLines(_ tags: String) -> String {
    let parts = tags.unicodeScalars.split(separator: "\n").map { String($0) }
    guard parts.contains(where: \.hasLineBreaks) else { return tags }
    var seen: Set<String> = []
    return parts.map(\.asLine)
      .filter { !$0.isEmpty && seen.insert($0.folded).inserted }
      .joined(separator: "\n")
  }

  private static func migrateTags(_ db: Database) throws {
    let keys = try Int64.fetchAll(db, sql: "SELECT key FROM item WHERE tagsAsLines(tags) <> tags")
    for key in keys {
      try db.execute(
        sql: "UPDATE item SET tags = tagsAsLines(tags) WHERE key = ?",
        arguments: [key]
      )
      try db.execute(sql: "DELETE FROM itemTag WHERE itemKey = ?", arguments: [key])
      let tags = try String.fetchOne(
        db,
        sql: "SELECT tags FROM item WHERE key = ?",
        arguments: [key]
      )
      for tag in tags?.split(separator: "\n") ?? [] {
        try db.execute(
          sql: "INSERT OR IGNORE INTO itemTag (itemKey, tagKey) VALUES (?, ?)",
          arguments: [key, tag.folded]
        )
      }
    }
  }

  private static func migrateLocations(_ db: Database) throws {
    let locations = try Row.fetchAll(
      db,
      sql: """
        SELECT id, parentID, asLine(name) FROM location
        WHERE isSeveralLines(name) AND asLine(name) <> '' ORDER BY id
        """
    )
    for location in locations {
      let (id, parent, name) = (location[0] as Int64, location[1] as Int64?, location[2] as String)
      // It would be several locations.
      guard !name.contains(LocationPath.separator) else { continue }
      let isTaken = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM location WHERE parentID IS :parent AND name = :name
              OR path = IFNULL(
                (SELECT path FROM location WHERE id = :parent) || :separator, ''
              ) || :name
          )
          """,
        arguments: ["parent": parent, "name": name, "separator": LocationPath.separator]
      )
      if isTaken == true { continue }
      try db.execute(
        sql: "UPDATE location SET name = ? WHERE id = ?",
        arguments: [name, id]
      )
      try db.execute(
        sql: """
          WITH RECURSIVE below (id, path) AS (
            SELECT location.id, IFNULL(around.path || :separator, '') || location.name
            FROM location LEFT JOIN location AS around ON around.id = location.parentID
            WHERE location.id = :id
            UNION
            SELECT location.id, below.path || :separator || location.name
            FROM location JOIN below ON location.parentID = below.id
          )
          UPDATE OR IGNORE location SET path = below.path, pathOrder = naturalPathKey(below.path)
          FROM below WHERE below.id = location.id
          """,
        arguments: ["id": id, "separator": LocationPath.separator]
      )
    }
  }
}
