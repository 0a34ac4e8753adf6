import Foundation
import GRDB
import InventoryCore

extension Database {
  /// The columns that ``makeItem(_:)`` reads, of a join of items with their locations.
  private static let itemFields = """
    item.id, item.name, item.sku, item.barcode, item.quantityMillionths, item.unit,
      item.reorderLevelMillionths, item.priceMillionths, IFNULL(location.path, ''), item.tags,
      item.notes, item.currency
    """

  private static let itemTables =
    "FROM item LEFT JOIN location ON location.id = item.locationID"

  private static let itemColumns = "\(itemFields) \(itemTables)"

  /// The items that meet a condition, by name or in another order.
  func items(
    where condition: String,
    _ arguments: StatementArguments = [],
    orderedBy order: String = "item.nameOrder, item.key"
  ) throws -> [Item] {
    let rows = try Row.fetchCursor(
      self,
      sql: "SELECT \(Self.itemColumns) WHERE \(condition) ORDER BY \(order)",
      arguments: arguments
    )
    var items: [Item] = []
    while let row = try rows.next() { items.append(try makeItem(row)) }
    return items
  }

  /// The items with some keys, in the order of the keys.
  func items(keys: some Sequence<Int32>) throws -> [Item] {
    let statement = try cachedStatement(
      sql: "SELECT \(Self.itemColumns) WHERE item.key = ?"
    )
    return try keys.compactMap { key in
      try Row.fetchOne(statement, arguments: [key]).map(makeItem)
    }
  }

  /// How many items meet a condition.
  func itemCount(where condition: String, _ arguments: StatementArguments = []) throws -> Int {
    try Int.fetchOne(
      self,
      sql: "SELECT COUNT(*) FROM item WHERE \(condition)",
      arguments: arguments
    ) ?? 0
  }

  /// Reads the items of an export one by one, by name.
  func forEachItem(
    where condition: String,
    _ arguments: StatementArguments = [],
    _ body: (ExportedItem) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT \(Self.itemFields), item.createdAt, item.changedAt
        \(Self.itemTables) WHERE \(condition) ORDER BY item.nameOrder, item.key
        """,
      arguments: arguments
    )
    while let row = try rows.next() {
      try body(
        ExportedItem(
          item: makeItem(row),
          created: FileDate.text(row.decode(Int64.self, atIndex: 12)),
          changed: FileDate.text(row.decode(Int64.self, atIndex: 13))
        )
      )
    }
  }

  /// Some of the items after one, by identity, with all that is copied of them.
  func itemRecords(after id: String) throws -> [InventoryRecords.ItemRecord] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT \(Self.itemFields), item.createdAt, item.changedAt, item.locationID
        \(Self.itemTables) WHERE item.id > ? ORDER BY item.id LIMIT ?
        """,
      arguments: [id, InventoryRecords.limit]
    )
    .map { row in
      InventoryRecords.ItemRecord(
        item: try makeItem(row),
        location: try row.decode(Int64?.self, atIndex: 14),
        created: try row.decode(Int64.self, atIndex: 12),
        changed: try row.decode(Int64.self, atIndex: 13)
      )
    }
  }

  private func makeItem(_ row: Row) throws -> Item {
    // What a damaged file has in the place of a text is an error, and no reason to stop.
    func text(_ index: Int) throws -> String { try row.decode(String.self, atIndex: index) }
    guard let id = UUID(uuidString: try text(0)) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "the item \(try text(2)) has no UUID"
      )
    }
    return Item(
      id: id,
      name: try text(1),
      sku: try text(2),
      barcode: try text(3),
      quantity: try row.quantity(atIndex: 4),
      unit: try text(5),
      reorderLevel: try row.decode(Int64?.self, atIndex: 6).map { Quantity(millionths: $0) },
      price: Money(millionths: try row.decode(Int64.self, atIndex: 7)),
      currency: try text(11),
      location: try text(8),
      tags: try text(9).split(separator: "\n").map(String.init),
      notes: try text(10)
    )
  }
}

extension ExportOptions.Content {
  /// Which items are written, in SQL.
  var condition: String {
    switch self {
    case .items: "TRUE"
    case .reorderList: "item.quantityMillionths <= item.reorderLevelMillionths"
    }
  }
}

extension Row {
  /// A quantity, which is never negative in a sound file.
  func quantity(atIndex index: Int) throws -> Quantity {
    let quantity = Quantity(millionths: try decode(Int64.self, atIndex: index))
    guard quantity >= 0 else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the quantity \(quantity)")
    }
    return quantity
  }

  /// The texts from a column on.
  func texts(from first: Int) throws -> [String] {
    try (first..<count).map { try decode(String.self, atIndex: $0) }
  }
}
