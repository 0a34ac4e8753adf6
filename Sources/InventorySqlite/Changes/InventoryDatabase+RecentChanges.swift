import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// The movements of all items that were written last, sorted by date.
  ///
  /// - Parameters:
  ///   - reason: Why a quantity or a place has changed; `nil` for any reason.
  ///   - limit: How many movements to read at most.
  /// - Complexity: O(`limit`) without a reason; with a rare one, O(*n*) in the number of all
  ///   movements.
  public func recentChanges(for reason: Movement.Reason?, limit: Int) throws -> RecentChanges {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT item.id, item.sku, item.name, item.unit, movement.id, date, reason,
            deltaMillionths, \(Movement.shownNote), origin, destination
          FROM movement CROSS JOIN item ON item.key = itemKey
          WHERE reason = :reason OR :reason IS NULL
          ORDER BY movement.id DESC LIMIT :limit
          """,
        arguments: ["reason": reason?.rawValue, "limit": limit + 1]
      )
      let changes = try rows.prefix(limit).compactMap { row -> RecentChange? in
        guard let item = UUID(uuidString: try row.decode(String.self, atIndex: 0)) else {
          return nil
        }
        return RecentChange(
          try Movement(row, at: 4),
          item: item,
          sku: try row.decode(String.self, atIndex: 1),
          name: try row.decode(String.self, atIndex: 2),
          unit: try row.decode(String.self, atIndex: 3)
        )
      }
      return RecentChanges(
        changes.sorted { ($1.movement.date, $1.id) < ($0.movement.date, $0.id) },
        hasMore: rows.count > limit
      )
    }
  }
}
