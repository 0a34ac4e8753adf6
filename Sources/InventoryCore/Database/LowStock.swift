import GRDB

/// The items of which too few are left since somebody has looked, and how far he has.
public struct LowStock: Equatable, Sendable {
  /// The latest movement.
  public var latestMovement: Movement.ID
  /// The items that had enough before the movements since then, and have not now.
  public var items: [Item]

  public init(latestMovement: Movement.ID, items: [Item] = []) {
    self.latestMovement = latestMovement
    self.items = items
  }
}

extension InventoryDatabase {
  /// More movements than this at once are an import, and nobody wants to be told of each.
  private static let mostMovements = 1_000

  /// The items that have run low since a movement.
  ///
  /// - Parameter movement: the movement up to which somebody knows already; `nil` to begin with the
  ///   latest one.
  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read.
  /// - Complexity: O(movements since then).
  public func lowStock(since movement: Movement.ID?) throws -> LowStock {
    try read { db in
      let latest = try Movement.ID.fetchOne(db, sql: "SELECT MAX(id) FROM movement") ?? 0
      guard let movement, latest - movement <= Self.mostMovements else {
        return LowStock(latestMovement: latest)
      }
      let items = try db.items(
        where: """
          item.quantity <= item.reorderLevel
            AND item.key IN (SELECT itemKey FROM movement WHERE id > :movement)
            AND item.quantity - (
              SELECT SUM(delta) FROM movement WHERE itemKey = item.key AND id > :movement
            ) > item.reorderLevel
          """,
        ["movement": movement]
      )
      return LowStock(latestMovement: latest, items: items)
    }
  }
}
