import Foundation
import InventoryCore
import PostgresClient

extension Connection {
  /// The columns that a movement is made of.
  static let movementFields: SQL = """
    movement.id, movement.date, movement.reason, movement.delta_millionths, movement.note,
      movement.origin, movement.destination, movement.role, movement.machine
    """

  /// Some of the movements of an item.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - latest: How many of the latest, which come first; `nil` for all, as they were written.
  nonisolated func movements(ofItem id: Item.ID, latest: Int? = nil) async throws -> [Movement] {
    try await rows(Self.statementForMovements(ofItem: id, latest: latest))
      .map { try Movement($0) }
  }

  static func statementForMovements(ofItem id: Item.ID, latest: Int? = nil) -> SQL {
    let order: SQL = latest == nil ? "id" : "date DESC, id DESC"
    return """
      SELECT \(movementFields) FROM movement WHERE item_id = \(id)
      ORDER BY \(order) LIMIT \(latest)
      """
  }

  /// Writes down that a quantity has changed, which a trigger follows with the quantity.
  nonisolated func book(
    _ delta: Quantity,
    _ reason: Movement.Reason,
    note: String = "",
    of id: Item.ID
  ) async throws {
    try await execute(Self.statementToBook(delta, reason, note: note, of: id))
  }

  private static func statementToBook(
    _ delta: Quantity,
    _ reason: Movement.Reason,
    note: String,
    of id: Item.ID
  ) -> SQL {
    """
    INSERT INTO movement (item_id, reason, delta_millionths, note)
    VALUES (\(id), \(reason.rawValue), \(delta), \(note))
    """
  }

  /// Books a change of an item's quantity.
  ///
  /// - Returns: The item as it is now.
  /// - Throws: ``InventoryError/notEnough(available:)``, ``InventoryError/itemGone``.
  nonisolated func book(_ booking: Booking, ofItem id: Item.ID) async throws -> Item {
    guard var item = try await lockedItem(id) else { throw InventoryError.itemGone }
    let delta = try booking.delta(from: item.quantity)
    try await rows(
      ofAll: [
        Self.statementToBook(delta, booking.reason, note: booking.note, of: id),
        "UPDATE item SET changed_at = now() WHERE id = \(id)",
      ]
    )
    item.quantity += delta
    return item
  }

  /// What has happened to an item; nothing if there is no such item.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - movementLimit: How many of the latest movements to read.
  ///   - levelLimit: How many quantities to return at most, from 2.
  /// - Complexity: O(*n*) in the number of all movements of the item.
  nonisolated func history(
    ofItem id: Item.ID,
    movementLimit: Int,
    levelLimit: Int = 400
  ) async throws -> StockHistory {
    let rows = try await snapshot(
      of: [
        """
        SELECT created_at, changed_at, (SELECT count(*) FROM movement WHERE item_id = item.id)
        FROM item WHERE id = \(id)
        """,
        // Where the item is does not change how many there are.
        """
        SELECT date, delta_millionths FROM movement WHERE item_id = \(id) AND reason <> 'moved'
        ORDER BY date, id
        """,
        Self.statementForMovements(ofItem: id, latest: movementLimit),
      ]
    )
    guard let item = rows[0].first else { return StockHistory() }
    let changes = rows[1]
    var levels: [StockLevel] = []
    for change in changes {
      let delta: Quantity = try change.decode(1)
      levels.append(
        StockLevel(date: try change.decode(0), quantity: (levels.last?.quantity ?? 0) &+ delta)
      )
    }
    return StockHistory(
      levels: Self.outline(levels, limit: levelLimit),
      movements: try rows[2].map { try Movement($0) },
      movementCount: try item.count(2),
      dates: try ItemDates(added: item.decode(0), changed: item.decode(1))
    )
  }

  /// The least and the last quantities of parts of a history.
  private static func outline(_ levels: [StockLevel], limit: Int) -> [StockLevel] {
    guard levels.count > limit else { return levels }
    let partSize = (2 * levels.count + limit - 1) / limit
    return stride(from: 0, to: levels.count, by: partSize).flatMap { start in
      let part = levels[start..<min(start + partSize, levels.count)]
      let ends = [part.min { $0.quantity < $1.quantity }, part.last].compactMap(\.self)
      return ends.first == ends.last ? [ends[0]] : ends
    }
  }

  /// The movements of all items that were written last, sorted by date.
  ///
  /// - Parameters:
  ///   - reason: Why a quantity or a place has changed; `nil` for any reason.
  ///   - limit: How many movements to read at most.
  nonisolated func recentChanges(
    for reason: Movement.Reason?,
    limit: Int
  ) async throws -> RecentChanges {
    let condition: SQL = reason.map { "movement.reason = \($0.rawValue)" } ?? "true"
    let rows = try await rows(
      """
      SELECT \(Self.movementFields), item.id, item.sku, item.name, item.unit
      FROM movement JOIN item ON item.id = item_id
      WHERE \(condition) ORDER BY movement.id DESC LIMIT \(limit + 1)
      """
    )
    let changes = try rows.prefix(limit).map { row in
      try RecentChange(
        Movement(row),
        item: row.decode(9),
        sku: row.decode(10),
        name: row.decode(11),
        unit: row.decode(12)
      )
    }
    return RecentChanges(
      changes.sorted { ($1.movement.date, $1.id) < ($0.movement.date, $0.id) },
      hasMore: rows.count > limit
    )
  }
}

extension Movement {
  /// Reads the columns of a movement, which are the first ones.
  init(_ row: Row) throws {
    try self.init(
      id: row.decode(0),
      date: row.decode(1),
      reason: Reason(rawValue: row.decode(2)) ?? .counted,
      delta: row.decode(3),
      note: row.decode(4),
      origin: row.decode(5),
      destination: row.decode(6),
      author: Author(user: row.decode(7), machine: row.decode(8))
    )
  }
}
