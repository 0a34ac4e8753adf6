import Foundation
import GRDB

extension Database {
  /// Some of the movements.
  ///
  /// - Parameters:
  ///   - condition: Which ones, in SQL.
  ///   - arguments: The arguments of the condition.
  ///   - isLatestFirst: Whether they are ordered by date, the latest first. Otherwise the order is
  ///     the one in which they were written.
  ///   - limit: How many at most; `nil` for all.
  func movements(
    where condition: String,
    _ arguments: StatementArguments,
    isLatestFirst: Bool = false,
    limit: Int? = nil
  ) throws -> [Movement] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT id, date, reason, delta, note, origin, destination FROM movement
        WHERE \(condition)
        ORDER BY \(isLatestFirst ? "date DESC," : "") id \(isLatestFirst ? "DESC" : "") LIMIT ?
        """,
      arguments: arguments + [limit ?? -1]
    )
    .map { row in
      Movement(
        id: try row.decode(Int64.self, atIndex: 0),
        date: Date(milliseconds: try row.decode(Int64.self, atIndex: 1)),
        reason: Movement.Reason(rawValue: try row.decode(String.self, atIndex: 2)) ?? .counted,
        delta: try row.decode(Int.self, atIndex: 3),
        note: try row.decode(String.self, atIndex: 4),
        origin: try row.decode(String?.self, atIndex: 5),
        destination: try row.decode(String?.self, atIndex: 6)
      )
    }
  }

  /// The number of the movement that was written last.
  ///
  /// - Throws: An error if there are hardly any numbers left, which is only so in a damaged file.
  ///   SQLite would go on with random ones.
  func lastMovement() throws -> Int64 {
    let last = try Int64.fetchOne(self, sql: "SELECT MAX(id) FROM movement") ?? 0
    guard last < Int64.max / 2 else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the number of movement \(last)")
    }
    return last
  }

  /// Changes items without writing into their history that they were moved.
  ///
  /// - Parameter body: Changes the items.
  func withoutBookingMoves(_ body: () throws -> Void) throws {
    let last = try lastMovement()
    try body()
    try execute(sql: "DELETE FROM movement WHERE id > ? AND reason = 'moved'", arguments: [last])
  }
}
