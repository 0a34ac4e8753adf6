import Foundation
import GRDB
import InventoryCore

/// Does something to many items, and records in a temporary table how they were.
///
/// The table of the record has a row for each item that is changed: `key`, `id` and `name`, and
/// what the change needs. Statements are about parts of it, so that the progress can be told.
final class ManyItemsWriter {
  private let record: ManyItemsRecord
  private let db: Database
  private let onProgress: (TransferProgress) -> Void
  private let now = Date().milliseconds

  /// How many items a statement changes at most.
  private static let part = 5_000
  /// How many items are named in an error at most.
  private static let namedItems = 3
  /// How many bytes of photos are kept for deleted items to come back with. The database itself
  /// keeps those of all for a day.
  private static let keptPhotos = 50_000_000

  init(
    _ record: ManyItemsRecord,
    _ db: Database,
    onProgress: @escaping (TransferProgress) -> Void = { _ in }
  ) {
    self.record = record
    self.db = db
    self.onProgress = onProgress
  }

  // MARK: - Selecting

  /// Takes note of the items that something is to be done to.
  ///
  /// - Returns: How many there are.
  func select(_ items: SelectedItems) throws -> Int {
    let (condition, arguments) = try items.condition(db)
    try select(where: condition, arguments)
    return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM temp.selectedItem") ?? 0
  }

  func select(where condition: String, _ arguments: StatementArguments = []) throws {
    try finish()
    try db.execute(sql: "CREATE TABLE temp.selectedItem (key INTEGER PRIMARY KEY)")
    try db.execute(
      sql: "INSERT INTO temp.selectedItem SELECT item.key FROM item WHERE \(condition)",
      arguments: arguments
    )
  }

  func finish() throws {
    try db.execute(sql: "DROP TABLE IF EXISTS temp.selectedItem")
  }

  /// Calls a closure with the bounds of the keys of parts of a table, one after the other.
  private func forEachPart(
    of table: String,
    _ body: (_ range: StatementArguments) throws -> Void
  ) throws {
    let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
    var last = Int64.min
    var done = 0
    while done < total {
      let end = try Int64.fetchOne(
        db,
        sql: """
          SELECT MAX(key) FROM (SELECT key FROM \(table) WHERE key > ? ORDER BY key LIMIT ?)
          """,
        arguments: [last, Self.part]
      )
      guard let end else { return }
      try body([last, end])
      last = end
      done = min(done + Self.part, total)
      onProgress(TransferProgress(fraction: Double(done) / Double(total), rows: done))
    }
  }

  // MARK: - Doing

  /// Does something to the selected items.
  ///
  /// - Returns: How many are other ones now, and what takes that back.
  func perform(
    _ change: ManyItemsChange
  ) throws -> (changed: Int, reversal: (any InventoryReversal)?) {
    switch change {
    case .book(let booking):
      return try book(booking)
    case .delete:
      let count = try delete()
      return (count, count == 0 ? nil : ManyItemsReversal(deed: .deleted, record: record))
    case .move(let path):
      return try move(to: LocationPath(path))
    case .changeTags(let adding, let removing):
      return try changeTags(adding: adding, removing: removing)
    case .setPrice(let price, let currency):
      return try set([(.price, "?"), (.currency, "?")], [price.millionths, currency])
    case .setReorderLevel(let level):
      return try set([(.reorderLevel, "?")], [level])
    case .setUnit(let unit):
      return try set([(.unit, "?")], [unit])
    }
  }

  private func changeTags(
    adding: [String],
    removing: [String]
  ) throws -> (Int, (any InventoryReversal)?) {
    TagFunctions.add(to: db)
    let result = try set(
      [(.tags, "inventoryWithTags(inventoryWithoutTags(item.tags, ?), ?)")],
      [removing.joined(separator: "\n"), adding.joined(separator: "\n")]
    )
    let excess = try String.fetchOne(
      db,
      sql: """
        SELECT name FROM \(record.table)
        WHERE length(after0) - length(replace(after0, char(10), '')) >= ? LIMIT 1
        """,
      arguments: [Limits.tags]
    )
    if let excess { throw ManyItemsProblem.tooManyTags(name: excess) }
    return result
  }

  /// Gives columns other values, where they have not got them yet.
  private func set(
    _ values: [(column: ManyItemsColumn, expression: String)],
    _ arguments: StatementArguments
  ) throws -> (Int, (any InventoryReversal)?) {
    let names = values.indices.flatMap { ["before\($0)", "after\($0)"] }.joined(separator: ", ")
    let expressions = values.map { "item.\($0.column.rawValue), \($0.expression)" }
      .joined(separator: ", ")
    let differs = values.indices.map { "before\($0) IS NOT after\($0)" }
      .joined(separator: " OR ")
    try makeRecord(names)
    try db.execute(
      sql: """
        INSERT INTO \(record.table) (key, id, name, \(names))
        SELECT item.key, item.id, item.name, \(expressions)
        FROM item JOIN temp.selectedItem USING (key);
        """,
      arguments: arguments
    )
    try db.execute(sql: "DELETE FROM \(record.table) WHERE NOT (\(differs))")
    let columns = values.map(\.column)
    try write(columns)
    let count = try recordCount()
    let reversal = ManyItemsReversal(deed: .set(columns: columns), record: record)
    return (count, count == 0 ? nil : reversal)
  }

  /// Gives the items of the record the values that it has for them.
  private func write(_ columns: [ManyItemsColumn]) throws {
    let assignments = columns.enumerated()
      .map { "\($1.rawValue) = record.after\($0)" }.joined(separator: ", ")
    try forEachPart(of: record.table) { range in
      try db.execute(
        sql: """
          UPDATE item SET \(assignments), changedAt = ? FROM \(record.table) AS record
          WHERE record.key > ? AND record.key <= ? AND item.key = record.key
          """,
        arguments: [now] + range
      )
    }
    if columns.contains(.tags) { try writeTags() }
  }

  private func writeTags() throws {
    TagFunctions.add(to: db)
    try db.execute(
      sql: """
        DELETE FROM itemTag WHERE itemKey IN (SELECT key FROM \(record.table));
        INSERT OR IGNORE INTO itemTag (itemKey, tagKey)
        SELECT record.key, tag.value
        FROM \(record.table) AS record, json_each(inventoryTagKeys(record.after0)) AS tag;
        """
    )
  }

  private func makeRecord(_ columns: String) throws {
    try db.execute(
      sql: """
        CREATE TABLE \(record.table) (
          key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, \(columns)
        )
        """
    )
  }

  private func recordCount() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(record.table)") ?? 0
  }

  // MARK: - Moving

  private func move(to path: LocationPath) throws -> (Int, (any InventoryReversal)?) {
    let lastLocation = try db.lastLocationNumber()
    let locations = LocationWriter(db)
    // A location that is there may be longer, in a database from elsewhere.
    if path.excess != nil, try locations.find(path) == nil { throw LocationError.tooLong }
    let target = try locations.id(of: path)
    try db.execute(
      sql: """
        DELETE FROM temp.selectedItem
        WHERE (SELECT locationID FROM item WHERE item.key = selectedItem.key) IS ?
        """,
      arguments: [target]
    )
    let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM temp.selectedItem") ?? 0
    guard total > 0 else { return (0, nil) }
    let origins = try Int64?.fetchAll(
      db,
      sql: "SELECT DISTINCT locationID FROM item JOIN temp.selectedItem USING (key)"
    )
    var moves: [LocationChange.Move] = []
    var done = 0
    // One origin after the other: what the database writes down about the items of each, that they
    // were moved, then has numbers that follow each other.
    for origin in origins {
      let keys = try db.keys(
        sql: "SELECT key FROM item JOIN temp.selectedItem USING (key) WHERE locationID IS ?",
        [origin]
      )
      let lastMovement = try db.lastMovement()
      for start in stride(from: 0, to: keys.count, by: Self.part) {
        let part = keys[start..<min(start + Self.part, keys.count)]
        try db.execute(
          sql: """
            UPDATE item SET locationID = ?, changedAt = ?
            WHERE key IN (SELECT value FROM json_each(?))
            """,
          arguments: [target, now, "[\(part.map(String.init).joined(separator: ","))]"]
        )
        done += part.count
        onProgress(TransferProgress(fraction: Double(done) / Double(total), rows: done))
      }
      moves.append(
        LocationChange.Move(
          items: [],
          from: origin,
          to: target,
          movements: lastMovement + 1...lastMovement + Int64(keys.count),
          date: now
        )
      )
    }
    var change = try LocationChange(madeForItemsAfter: lastLocation, db)
    change.moves = moves
    return (total, SqliteReversal(items: [], locations: change))
  }

  // MARK: - Booking

  private func book(_ booking: Booking) throws -> (Int, (any InventoryReversal)?) {
    try checkQuantities(booking)
    let delta =
      switch booking.reason {
      case .received: "?"
      case .used: "-?"
      case .counted: "? - item.quantityMillionths"
      // Nothing comes or goes.
      case .moved: "0 * ?"
      }
    try makeRecord("delta INTEGER NOT NULL")
    try db.execute(
      sql: """
        INSERT INTO \(record.table) (key, id, name, delta)
        SELECT item.key, item.id, item.name, \(delta)
        FROM item JOIN temp.selectedItem USING (key)
        """,
      arguments: [booking.amount]
    )
    let made = ManyItemsBooking(reason: booking.reason, note: booking.note, date: now)
    try add(made)
    let count = try recordCount()
    return (count, count == 0 ? nil : ManyItemsReversal(deed: .booked(made), record: record))
  }

  private func checkQuantities(_ booking: Booking) throws {
    let items = "item JOIN temp.selectedItem USING (key)"
    switch booking.reason {
    case .counted, .moved:
      return
    case .received:
      let name = try String.fetchOne(
        db,
        sql: "SELECT name FROM \(items) WHERE quantityMillionths > ? LIMIT 1",
        arguments: [Quantity.max - booking.amount]
      )
      if let name { throw ManyItemsProblem.tooMany(name: name) }
    case .used:
      let condition = "FROM \(items) WHERE quantityMillionths < ?"
      let count = try Int.fetchOne(
        db,
        sql: "SELECT COUNT(*) \(condition)",
        arguments: [booking.amount]
      )
      guard let count, count > 0 else { return }
      let names = try String.fetchAll(
        db,
        sql: "SELECT name \(condition) ORDER BY nameOrder, key LIMIT \(Self.namedItems)",
        arguments: [booking.amount]
      )
      throw ManyItemsProblem.notEnough(count: count, names: names)
    }
  }

  /// Books the movements of the record.
  private func add(_ booking: ManyItemsBooking) throws {
    try forEachPart(of: record.table) { range in
      try db.execute(
        sql: """
          INSERT INTO movement (itemKey, date, reason, deltaMillionths, note)
          SELECT key, ?, ?, delta, ? FROM \(record.table) WHERE key > ? AND key <= ? ORDER BY key
          """,
        arguments: [booking.date, booking.reason.rawValue, booking.note] + range
      )
      try changeQuantities("+", range)
    }
  }

  private func changeQuantities(_ sign: String, _ range: StatementArguments) throws {
    try db.execute(
      sql: """
        UPDATE item SET quantityMillionths = quantityMillionths \(sign) record.delta, changedAt = ?
        FROM \(record.table) AS record
        WHERE record.key > ? AND record.key <= ? AND item.key = record.key
        """,
      arguments: [now] + range
    )
  }

  // MARK: - Deleting

  /// Records the items that were added, with all that belongs to them.
  ///
  /// - Parameter lastOldKey: The items with higher keys were added.
  /// - Returns: What takes that back.
  func recordAdded(after lastOldKey: Int64) throws -> ManyItemsReversal {
    try select(where: "item.key > ?", [lastOldKey])
    try recordSelected()
    return ManyItemsReversal(deed: .added, record: record)
  }

  /// Deletes the selected items, and records all that belonged to them.
  private func delete() throws -> Int {
    try recordSelected()
    try forEachPart(of: record.table) { range in
      try db.execute(
        sql: """
          DELETE FROM item WHERE key IN (
            SELECT key FROM \(record.table) WHERE key > ? AND key <= ?
          )
          """,
        arguments: range
      )
    }
    return try recordCount()
  }

  /// Records the selected items with all that belongs to them.
  private func recordSelected() throws {
    try makeRecord("path")
    let keys = "SELECT key FROM temp.selectedItem"
    try db.execute(
      sql: """
        INSERT INTO \(record.table) (key, id, name, path)
        SELECT item.key, item.id, item.name, location.path
        FROM item LEFT JOIN location ON location.id = item.locationID WHERE item.key IN (\(keys));
        CREATE TABLE \(record.copy(of: "item")) AS SELECT * FROM item WHERE key IN (\(keys));
        """
    )
    for (table, column) in try db.referencesToItems() {
      try db.execute(
        sql: """
          CREATE TABLE \(record.copy(of: table)) AS
          SELECT * FROM \(table.quotedDatabaseIdentifier)
          WHERE \(column.quotedDatabaseIdentifier) IN (\(keys))
          """
      )
    }
    try copyPhotos()
  }

  private func copyPhotos() throws {
    let photos = "FROM photo WHERE itemID IN (SELECT id FROM \(record.table))"
    let size = try Int.fetchOne(db, sql: "SELECT SUM(length(data)) \(photos)") ?? 0
    let limit = size > Self.keptPhotos ? "AND 0" : ""
    try db.execute(
      sql: "CREATE TABLE \(record.copy(of: "photo")) AS SELECT * \(photos) \(limit)"
    )
  }

  // MARK: - Taking back and doing again

  /// Takes back what the record is about, or does it again.
  ///
  /// - Returns: What takes this back in its turn.
  func revert(_ reversal: ManyItemsReversal) throws -> ManyItemsReversal {
    guard try record.isThere(db) else { throw UndoProblem.madeElsewhere }
    var result = reversal
    result.isDone.toggle()
    switch reversal.deed {
    case .added where reversal.isDone:
      try findItems()
      try checkAttachments()
      return try deleteAgain(reversal)
    case .added:
      try restore()
    case .booked(let booking):
      try findItems()
      reversal.isDone ? try remove(booking) : try addAgain(booking)
    case .deleted where reversal.isDone:
      try restore()
    case .deleted:
      try findItems()
      return try deleteAgain(reversal)
    case .set(let columns):
      try findItems()
      try exchange(columns)
    }
    return result
  }

  /// Gives the record the keys that its items have now: one that was deleted and restored may have
  /// another one.
  private func findItems() throws {
    let gone = try String.fetchOne(
      db,
      sql: """
        SELECT name FROM \(record.table) AS record
        WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.id = record.id) LIMIT 1
        """
    )
    if let gone { throw UndoProblem.itemGone(name: gone) }
    let areOthers = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM \(record.table) AS record JOIN item ON item.id = record.id
          WHERE item.key <> record.key
        )
        """
    )
    guard areOthers == true else { return }
    // No two items have the same key at any moment, so those that change make room first.
    try db.execute(
      sql: """
        UPDATE \(record.table) SET key = -key - 1;
        UPDATE \(record.table) AS record
        SET key = (SELECT item.key FROM item WHERE item.id = record.id);
        """
    )
  }

  /// Gives the columns their former values, and remembers those that they had.
  private func exchange(_ columns: [ManyItemsColumn]) throws {
    for (index, column) in columns.enumerated() {
      let changed = try String.fetchOne(
        db,
        sql: """
          SELECT item.name FROM \(record.table) AS record JOIN item USING (key)
          WHERE item.\(column.rawValue) IS NOT after\(index)
            AND item.\(column.rawValue) IS NOT before\(index) LIMIT 1
          """
      )
      if let changed {
        throw UndoProblem.changedMeanwhile(name: changed, fields: [column.field])
      }
      try db.execute(
        sql:
          "UPDATE \(record.table) SET after\(index) = before\(index), before\(index) = after\(index)"
      )
    }
    try write(columns)
  }

  /// Removes the movements of the record.
  private func remove(_ booking: ManyItemsBooking) throws {
    let movement = """
      SELECT MIN(movement.id) FROM movement
      WHERE itemKey = record.key AND date = :date AND reason = :reason
        AND deltaMillionths = record.delta AND note = :note
      """
    let arguments: StatementArguments = [
      "date": booking.date, "reason": booking.reason.rawValue, "note": booking.note,
    ]
    let changed = try String.fetchOne(
      db,
      sql: "SELECT name FROM \(record.table) AS record WHERE (\(movement)) IS NULL LIMIT 1",
      arguments: arguments
    )
    if let changed { throw UndoProblem.changedMeanwhile(name: changed, fields: [.quantity]) }
    try checkQuantities("item.quantityMillionths < record.delta")
    try db.execute(
      sql: """
        DELETE FROM movement WHERE id IN (SELECT (\(movement)) FROM \(record.table) AS record)
        """,
      arguments: arguments
    )
    try forEachPart(of: record.table) { try changeQuantities("-", $0) }
    try expect("-", booking)
  }

  /// Books the movements of the record again, at the moment at which they were.
  private func addAgain(_ booking: ManyItemsBooking) throws {
    try checkQuantities(
      """
      CASE WHEN record.delta < 0 THEN item.quantityMillionths < -record.delta
        ELSE item.quantityMillionths > \(Int64.max) - record.delta END
      """
    )
    try add(booking)
    try expect("+", booking)
  }

  private func checkQuantities(_ isImpossible: String) throws {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT item.name, item.quantityMillionths
        FROM \(record.table) AS record JOIN item USING (key)
        WHERE \(isImpossible) LIMIT 1
        """
    )
    guard let row else { return }
    throw UndoProblem.notEnough(name: row[0], available: row[1])
  }

  /// Changes what counts expect by movements that were booked before them, and come or go now.
  private func expect(_ sign: String, _ booking: ManyItemsBooking) throws {
    try db.execute(
      sql: """
        UPDATE stocktakeCount
        SET expectedMillionths = MAX(0, expectedMillionths \(sign) record.delta)
        FROM \(record.table) AS record WHERE itemKey = record.key AND countedAt >= ?
        """,
      arguments: [booking.date]
    )
  }

  // MARK: - Restoring

  /// Puts the deleted items back with all that belonged to them.
  private func restore() throws {
    try checkRestoration()
    try restoreLocations()
    try giveFreeKeys()
    try insert("item", keyColumn: "key")
    for (table, column) in try db.referencesToItems() { try insert(table, keyColumn: column) }
    let photos = record.copy(of: "photo")
    try db.execute(
      sql: """
        INSERT INTO photo SELECT * FROM \(photos) AS kept
        WHERE NOT EXISTS (SELECT 1 FROM photo WHERE photo.itemID = kept.itemID)
        """
    )
  }

  private func checkRestoration() throws {
    let copies = record.copy(of: "item")
    let present = try String.fetchOne(
      db,
      sql: "SELECT item.name FROM item JOIN \(record.table) AS record USING (id) LIMIT 1"
    )
    if let present { throw UndoProblem.itemIsBack(name: present) }
    let taken = try Row.fetchOne(
      db,
      sql: "SELECT copy.name, copy.sku FROM item JOIN \(copies) AS copy USING (sku) LIMIT 1"
    )
    if let taken { throw UndoProblem.skuTaken(name: taken[0], sku: taken[1]) }
  }

  /// Leads the items to where they were, which may have another name by now. If that is gone, they
  /// go into the location with the same path, which is made if it is not there.
  private func restoreLocations() throws {
    let copies = record.copy(of: "item")
    let locations = LocationWriter(db)
    let gone = try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT copy.locationID, record.path
        FROM \(copies) AS copy JOIN \(record.table) AS record USING (key)
        WHERE copy.locationID IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM location WHERE location.id = copy.locationID)
        """
    )
    for row in gone {
      let id = try locations.id(of: LocationPath(row[1] as String? ?? ""))
      try db.execute(
        sql: "UPDATE \(copies) SET locationID = ? WHERE locationID = ?",
        arguments: [id, row[0] as Int64]
      )
    }
  }

  /// Gives the items other keys if one of their own has been given away.
  private func giveFreeKeys() throws {
    let isTaken = try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM \(record.table) JOIN item USING (key))"
    )
    guard isTaken == true else { return }
    let shift = try Int64.fetchOne(
      db,
      sql: """
        SELECT MAX((SELECT MAX(key) FROM item), (SELECT MAX(key) FROM \(record.table)))
          - (SELECT MIN(key) FROM \(record.table)) + 1
        """
    )
    let tables = try [("item", "key")] + db.referencesToItems()
    for (table, column) in tables {
      let name = column.quotedDatabaseIdentifier
      try db.execute(
        sql: "UPDATE \(record.copy(of: table)) SET \(name) = \(name) + ?",
        arguments: [shift]
      )
    }
    // Through negative ones, because no two rows have the same at any moment.
    try db.execute(
      sql: """
        UPDATE \(record.table) SET key = -key - 1;
        UPDATE \(record.table) SET key = -key - 1 + \(shift ?? 0);
        """
    )
  }

  /// Inserts the rows of a copy. They have other numbers if one of their own has been given away.
  private func insert(_ table: String, keyColumn: String) throws {
    let copies = record.copy(of: table)
    let name = table.quotedDatabaseIdentifier
    var columns = try db.columns(in: table).map(\.name)
    if let number = try db.primaryKey(table).rowIDColumn, number != keyColumn {
      let column = number.quotedDatabaseIdentifier
      let isTaken = try Bool.fetchOne(
        db,
        sql: "SELECT EXISTS (SELECT 1 FROM \(name) JOIN \(copies) USING (\(column)))"
      )
      if isTaken == true { columns.removeAll { $0 == number } }
    }
    let list = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO \(name) (\(list)) SELECT \(list) FROM \(copies) ORDER BY rowid"
    )
  }

  /// Deletes the restored items again, unless others have changed one of them.
  private func deleteAgain(_ reversal: ManyItemsReversal) throws -> ManyItemsReversal {
    let differences = Self.comparedColumns.map { "item.\($0.0) IS NOT copy.\($0.0)" }
    let changed = try Row.fetchOne(
      db,
      sql: """
        SELECT item.name, \(differences.joined(separator: ", "))
        FROM item JOIN \(record.copy(of: "item")) AS copy USING (id)
        WHERE \(differences.joined(separator: " OR ")) LIMIT 1
        """
    )
    if let changed {
      let fields = Self.comparedColumns.indices.filter { changed[$0 + 1] }
      throw UndoProblem.changedMeanwhile(
        name: changed[0],
        fields: fields.map { Self.comparedColumns[$0].1 }
      )
    }
    try select(where: "item.id IN (SELECT id FROM \(record.table))")
    let next = record.makeAnother()
    let writer = ManyItemsWriter(next, db, onProgress: onProgress)
    _ = try writer.delete()
    return ManyItemsReversal(deed: reversal.deed, isDone: !reversal.isDone, record: next)
  }

  /// Throws if others have booked movements of the items that were added, counted one of them or
  /// given it a photo.
  private func checkAttachments() throws {
    let items = record.copy(of: "item")
    let booked = try String.fetchOne(
      db,
      sql: """
        WITH old AS (
          SELECT copy.id, COUNT(*) AS number FROM \(record.copy(of: "movement")) AS movement
            JOIN \(items) AS copy ON copy.key = movement.itemKey GROUP BY copy.id
        ), new AS (
          SELECT record.id, COUNT(*) AS number FROM \(record.table) AS record
            JOIN movement ON movement.itemKey = record.key GROUP BY record.id
        )
        SELECT name FROM \(record.table) AS record LEFT JOIN old USING (id) LEFT JOIN new USING (id)
        WHERE old.number IS NOT new.number
          OR EXISTS (SELECT 1 FROM stocktakeCount WHERE itemKey = record.key) LIMIT 1
        """
    )
    if let booked { throw UndoProblem.changedMeanwhile(name: booked, fields: [.quantity]) }
    let pictured = try String.fetchOne(
      db,
      sql: """
        SELECT name FROM \(record.table) AS record
          JOIN photo ON photo.itemID = record.id AND orphanedAt IS NULL LIMIT 1
        """
    )
    if let pictured { throw UndoProblem.photoChangedMeanwhile(name: pictured) }
  }

  private static let comparedColumns: [(String, Item.Field)] = [
    ("name", .name), ("sku", .sku), ("barcode", .barcode),
    ("quantityMillionths", .quantity), ("unit", .unit), ("reorderLevelMillionths", .reorderLevel),
    ("priceMillionths", .price), ("currency", .currency), ("locationID", .location),
    ("tags", .tags), ("notes", .notes),
  ]
}

extension InventoryDatabase {
  /// Takes a change of many items back, all of it or nothing.
  func revert(
    _ change: InventoryChange,
    _ reversal: ManyItemsReversal,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> InventoryChange {
    try await write { db in
      let writer = ManyItemsWriter(reversal.record, db, onProgress: onProgress)
      defer { try? writer.finish() }
      return InventoryChange(change.kind, reversal: try writer.revert(reversal))
    }
  }
}
