import Foundation
import GRDB
import InventoryCore

extension Database {
  /// Some of the movements.
  ///
  /// - Parameters:
  ///   - condition: Which ones, in SQL.
  ///   - arguments: The arguments of the condition.
  ///   - isLatestFirst: Whether they are ordered by date, the latest first. Otherwise the order is
  ///     the one in which they were written.
  ///   - limit: How many at most; `nil` for all.
  ///   - note: What to read of the note, in SQL.
  func movements(
    where condition: String,
    _ arguments: StatementArguments,
    isLatestFirst: Bool = false,
    limit: Int? = nil,
    note: String = "note"
  ) throws -> [Movement] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT id, date, reason, deltaMillionths, \(note), origin, destination FROM movement
        WHERE \(condition)
        ORDER BY \(isLatestFirst ? "date DESC," : "") id \(isLatestFirst ? "DESC" : "") LIMIT ?
        """,
      arguments: arguments + [limit ?? -1]
    )
    .map { try Movement($0, at: 0) }
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

extension Movement {
  /// The note as lists show it, in SQL. A file of somebody else can have notes of megabytes.
  static let shownNote = "SUBSTR(note, 1, \(Limits.line))"

  /// Reads the columns `id, date, reason, deltaMillionths, note, origin, destination` of a row.
  ///
  /// - Parameter index: The first of the columns.
  init(_ row: Row, at index: Int) throws {
    self.init(
      id: try row.decode(Int64.self, atIndex: index),
      date: Date(milliseconds: try row.decode(Int64.self, atIndex: index + 1)),
      reason: Reason(rawValue: try row.decode(String.self, atIndex: index + 2)) ?? .counted,
      delta: try row.decode(Quantity.self, atIndex: index + 3),
      note: try row.decode(String.self, atIndex: index + 4),
      origin: try row.decode(String?.self, atIndex: index + 5),
      destination: try row.decode(String?.self, atIndex: index + 6)
    )
  }
}
