import Foundation
import GRDB

extension Database {
  /// The columns that ``makeItem(_:)`` reads, of a join of items with their locations.
  private static let itemColumns = """
    item.id, item.name, item.sku, item.barcode, item.quantity, item.unit, item.reorderLevel,
      item.priceMinorUnits, item.currency, IFNULL(location.path, ''), item.tags, item.notes
    FROM item LEFT JOIN location ON location.id = item.locationID
    """

  /// The items that meet a condition, by name or in another order.
  func items(
    where condition: String,
    _ arguments: StatementArguments = [],
    orderedBy order: String = "item.nameKey, item.key"
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

  private func makeItem(_ row: Row) throws -> Item {
    guard let id = UUID(uuidString: row[0]) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "the item \(row[2] as String) has no UUID"
      )
    }
    return Item(
      id: id,
      name: row[1],
      sku: row[2],
      barcode: row[3],
      quantity: row[4],
      unit: row[5],
      reorderLevel: row[6],
      price: Money(minorUnits: row[7]),
      currency: row[8],
      location: row[9],
      tags: (row[10] as String).split(separator: "\n").map(String.init),
      notes: row[11]
    )
  }
}
