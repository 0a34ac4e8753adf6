import Foundation
import InventoryCore
import PostgresClient

extension Connection {
  /// The columns that an item is made of, of a join of items with their locations.
  static let itemFields: SQL = """
    item.id, item.name, item.sku, item.barcode, item.quantity_millionths, item.unit,
      item.reorder_level_millionths, item.price_millionths, item.currency,
      coalesce(location.path, ''), item.tags, item.notes
    """

  static let itemTables: SQL = "item LEFT JOIN location ON location.id = item.location_id"

  /// The items that meet a condition, by name or in another order.
  ///
  /// - Parameters:
  ///   - condition: What is asked of ``itemTables``.
  ///   - limit: How many at most; `nil` for all.
  nonisolated func items(
    where condition: SQL,
    orderedBy order: SQL = ItemOrdering(.name).order,
    limit: Int? = nil
  ) async throws -> [Item] {
    try await rows(Self.statementForItems(where: condition, orderedBy: order, limit: limit))
      .map { try Item($0) }
  }

  static func statementForItems(
    where condition: SQL,
    orderedBy order: SQL = ItemOrdering(.name).order,
    limit: Int? = nil
  ) -> SQL {
    """
    SELECT \(itemFields) FROM \(itemTables)
    WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
    """
  }

  /// The item with an identity.
  nonisolated func item(_ id: Item.ID) async throws -> Item? {
    try await rows(Self.statementForItem(id)).first.map { try Item($0) }
  }

  static func statementForItem(_ id: Item.ID) -> SQL {
    "SELECT \(itemFields) FROM \(itemTables) WHERE item.id = \(id)"
  }

  /// Lets others wait with changing an item, or booking something of it, until the end of the
  /// transaction, and returns the item.
  nonisolated func lockedItem(_ id: Item.ID) async throws -> Item? {
    try await rows(ofAll: Self.statementsToLockItem(id))[1].first.map { try Item($0) }
  }

  /// Two statements, of which the second one returns the item.
  static func statementsToLockItem(_ id: Item.ID) -> [SQL] {
    // The second one sees what those have done who had the lock before.
    ["SELECT FROM item WHERE id = \(id) FOR UPDATE", statementForItem(id)]
  }
}

extension Connection {
  /// Lets others wait with changing items, or booking something of them, until the end of the
  /// transaction. All who lock several do so in the order of their ids.
  nonisolated func lockItems(_ ids: [Item.ID]) async throws {
    guard ids.count > 1 else { return }
    try await execute("SELECT FROM item WHERE id = ANY (\(ids)) ORDER BY id FOR NO KEY UPDATE")
  }
}

extension Item {
  /// Reads the columns of an item.
  ///
  /// - Parameter index: The first of them.
  init(_ row: Row, at index: Int = 0) throws {
    let quantity: Quantity = try row.decode(index + 4)
    // The server has less than none of nothing, unless somebody has taken its rules away.
    guard quantity >= 0 else {
      throw PostgresError(.invalidAnswer, "The server sent a quantity below zero.")
    }
    try self.init(
      id: row.decode(index),
      name: row.decode(index + 1),
      sku: row.decode(index + 2),
      barcode: row.decode(index + 3),
      quantity: quantity,
      unit: row.decode(index + 5),
      reorderLevel: row.decode(index + 6),
      price: Money(millionths: row.decode(index + 7)),
      currency: row.decode(index + 8),
      location: row.decode(index + 9),
      tags: row.decode(index + 10),
      notes: row.decode(index + 11)
    )
  }
}

extension ItemOrdering {
  /// What items are ordered by: in the end by something that never changes.
  var order: SQL { order(of: columns(ofItem: "item.", "location.path_key", "location.id")) }

  /// The same in the other direction.
  var reverseOrder: SQL { ItemOrdering(sort, isReversed: !isReversed).order }

  /// The columns in their directions. Dates have the latest first.
  func order(of columns: [SQL]) -> SQL {
    columns.enumerated().map { index, column in
      (index == 0 && sort.isByDate) == isReversed ? column : "\(column) DESC"
    }
    .joined(separator: ", ")
  }

  /// The columns that items are ordered by.
  ///
  /// - Parameters:
  ///   - item: What is written before the name of a column of the items.
  ///   - path: The key of the path of the location.
  ///   - location: The number of the location.
  func columns(ofItem item: SQL, _ path: SQL, _ location: SQL) -> [SQL] {
    let name: [SQL] = ["\(item)name_key", "\(item)id"]
    return switch sort {
    case .name: name
    case .sku: ["\(item)sku_key", "\(item)id"]
    case .location: [path, location] + name
    case .quantity: ["\(item)quantity_millionths"] + name
    case .price: ["\(item)price_millionths"] + name
    // The same product as in a file; exact ones of all items would take longer.
    case .value:
      [
        "\(item)currency COLLATE \"C\"",
        "\(item)quantity_millionths::float8 * \(item)price_millionths::float8",
      ] + name
    case .reorderLevel:
      [
        "\(item)reorder_level_millionths IS NULL",
        "coalesce(\(item)reorder_level_millionths, 0)",
      ] + name
    case .barcode: ["\(item)barcode = ''", "\(item)barcode COLLATE \"C\""] + name
    case .dateAdded: ["\(item)created_at"] + name
    case .dateChanged: ["\(item)changed_at"] + name
    }
  }
}
