import GRDB
import InventoryCore

extension InventoryDatabase {
  /// The items that have run low since a time that an item ran low: because some were taken, or
  /// because their reorder level was raised.
  ///
  /// - Parameters:
  ///   - event: the time up to which somebody knows already; `nil` to begin with the latest one.
  ///   - limit: how many items are returned at most.
  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read.
  /// - Complexity: O(times since then), of which no more than 1,000 are remembered.
  public func lowStock(since event: LowStock.Event?, limit: Int = 5) throws -> LowStock {
    try read { db in
      let latest = try LowStock.Event.fetchOne(
        db,
        sql: "SELECT seq FROM sqlite_sequence WHERE name = 'lowStock'"
      )
      guard let latest, let event, event < latest else {
        return LowStock(latestEvent: latest ?? 0)
      }
      let keys = try Int32.fetchAll(
        db,
        sql: """
          SELECT key FROM item
          WHERE quantityMillionths <= reorderLevelMillionths
            AND id IN (SELECT itemID FROM lowStock WHERE id > ?)
          ORDER BY nameOrder, key
          """,
        arguments: [event]
      )
      return LowStock(
        latestEvent: latest,
        items: try db.items(keys: keys.prefix(limit)),
        count: keys.count
      )
    }
  }
}
