import Foundation
import GRDB
import InventoryCore

/// Writes items through statements that are compiled once.
///
/// A quantity that changes becomes a movement.
final class ItemWriter {
  private let db: Database
  private let locations: LocationWriter
  private let now = Date().milliseconds
  private let selectByID: Statement
  private let selectBySku: Statement
  private let insert: Statement
  private let update: Statement
  private let importUpdate: Statement
  private let insertMovement: Statement

  init(_ db: Database) throws {
    self.db = db
    locations = LocationWriter(db)
    let quantity = "SELECT key, quantityMillionths FROM item"
    selectByID = try db.makeStatement(sql: "\(quantity) WHERE id = ?")
    selectBySku = try db.makeStatement(sql: "\(quantity) WHERE sku = ?")
    let columns = [
      "sku", "name", "quantityMillionths", "priceMillionths", "locationID", "notes", "nameOrder",
      "skuOrder", "changedAt",
    ]
    let more = ["barcode", "unit", "reorderLevelMillionths", "tags", "currency"]
    insert = try db.makeStatement(
      sql: """
        INSERT INTO item (\((columns + more + ["id", "createdAt"]).joined(separator: ", ")))
        VALUES (\((columns + more + ["", ""]).map { _ in "?" }.joined(separator: ", ")))
        """
    )
    func updateStatement(_ columns: [String]) throws -> Statement {
      try db.makeStatement(
        sql: "UPDATE item SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE key = ?"
      )
    }
    update = try updateStatement(columns + more)
    importUpdate = try updateStatement(columns)
    insertMovement = try db.makeStatement(
      sql: """
        INSERT INTO movement (itemKey, date, reason, deltaMillionths, note) VALUES (?, ?, ?, ?, ?)
        """
    )
  }

  /// Adds an item, or replaces the one with the same identity.
  func write(_ item: Item) throws {
    if let old = try Row.fetchOne(selectByID, arguments: [item.id.uuidString]) {
      let key = try old.decode(Int64.self, atIndex: 0)
      try update.execute(arguments: columns(of: item) + more(of: item) + [key])
      try bookCounted(item.quantity - old.quantity(atIndex: 1), key: key)
      try writeTags(of: item, key: key)
    } else {
      try add(item)
    }
  }

  /// Adds an item, or replaces what a file of items says about the one with the same SKU, which
  /// keeps its identity.
  func writeImported(_ item: Item) throws {
    if let old = try Row.fetchOne(selectBySku, arguments: [item.sku]) {
      let key = try old.decode(Int64.self, atIndex: 0)
      try importUpdate.execute(arguments: columns(of: item) + [key])
      try bookCounted(item.quantity - old.quantity(atIndex: 1), key: key)
    } else {
      try add(item)
    }
  }

  /// Writes down that a quantity has changed. The quantity itself is the caller's.
  func book(_ delta: Quantity, _ reason: Movement.Reason, note: String = "", key: Int64) throws {
    try insertMovement.execute(arguments: [key, now, reason.rawValue, delta, note])
  }

  private func bookCounted(_ delta: Quantity, key: Int64) throws {
    if delta != 0 { try book(delta, .counted, key: key) }
  }

  private func add(_ item: Item) throws {
    try insert.execute(
      arguments: columns(of: item) + more(of: item) + [item.id.uuidString, now]
    )
    let key = db.lastInsertedRowID
    try bookCounted(item.quantity, key: key)
    if !item.tags.isEmpty { try writeTags(of: item, key: key) }
  }

  private func columns(of item: Item) throws -> StatementArguments {
    [
      item.sku, item.name, item.quantity, item.price.millionths,
      try locations.id(of: LocationPath(item.location)), item.notes, item.name.naturalKey,
      item.sku.naturalKey, now,
    ]
  }

  private func more(of item: Item) -> StatementArguments {
    [item.barcode, item.unit, item.reorderLevel, item.tags.joined(separator: "\n"), item.currency]
  }

  private func writeTags(of item: Item, key: Int64) throws {
    try db.execute(sql: "DELETE FROM itemTag WHERE itemKey = ?", arguments: [key])
    for tag in item.tags {
      try db.execute(
        sql: "INSERT OR IGNORE INTO itemTag (itemKey, tagKey) VALUES (?, ?)",
        arguments: [key, tag.folded]
      )
    }
  }
}
