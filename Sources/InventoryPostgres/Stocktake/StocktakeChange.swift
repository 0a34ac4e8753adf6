import Foundation
import InventoryCore
import PostgresClient

/// What has become of the counts of a stocktake.
struct StocktakeChange: Equatable, Sendable {
  struct Row: Hashable, Sendable {
    let id: Item.ID
    let counted: Quantity
    let expected: Quantity
    let date: Date
  }

  var added: [Row] = []
  var removed: [Row] = []

  /// Takes back the counts that were made. One that somebody has changed meanwhile stays.
  ///
  /// - Returns: The counts as they were. Since they were made, a movement that was taken back may
  ///   have changed the quantities that they expect.
  func removeAdded(_ connection: Connection) async throws -> [Row] {
    var found: [Row] = []
    for row in added {
      let expected: Quantity? = try await connection.value(
        """
        DELETE FROM stocktake_count
        WHERE item_id = \(row.id) AND counted_millionths = \(row.counted)
          AND counted_at = \(row.date) RETURNING expected_millionths
        """
      )
      if let expected {
        found.append(Row(id: row.id, counted: row.counted, expected: expected, date: row.date))
      }
    }
    return found
  }

  /// Puts back the counts that were removed. One that somebody has made meanwhile stays.
  ///
  /// - Returns: Whether all are there again.
  func restoreRemoved(_ connection: Connection) async throws -> Bool {
    guard !removed.isEmpty else { return true }
    let restored = try await connection.execute(
      """
      INSERT INTO stocktake_count
        (item_id, counted_millionths, expected_millionths, counted_at)
      SELECT count.* FROM unnest(\(removed.map(\.id)), \(removed.map(\.counted)),
        \(removed.map(\.expected)), \(removed.map(\.date))) AS count (id, counted, expected, date)
      JOIN item ON item.id = count.id
      ON CONFLICT DO NOTHING
      """
    )
    return restored == removed.count
  }
}

extension StocktakeChange.Row {
  init(_ count: StocktakeCount) {
    self.init(
      id: count.id,
      counted: count.counted,
      expected: count.expected,
      date: count.date
    )
  }

  /// Reads the columns `item_id, counted_millionths, expected_millionths, counted_at`.
  init(_ row: PostgresClient.Row) throws {
    try self.init(
      id: row.decode(0),
      counted: row.decode(1),
      expected: row.decode(2),
      date: row.decode(3)
    )
  }
}
