import GRDB
import GRDBSQLite
import InventoryCore

/// Loops over the keys of items, of which there may be a million.
///
/// They ask SQLite themselves: a cursor of GRDB takes three times as long for each key.
extension Database {
  /// Calls a closure with the keys that a statement finds, until it returns `false`.
  func forEachKey(
    sql: String,
    _ arguments: StatementArguments = [],
    _ body: (Int32) throws -> Bool
  ) throws {
    let statement = try cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    let pointer = statement.sqliteStatement
    defer { sqlite3_reset(pointer) }
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW:
        // A damaged file may have anything in the place of a key.
        guard sqlite3_column_type(pointer, 0) == SQLITE_INTEGER,
          let key = Int32(exactly: sqlite3_column_int64(pointer, 0))
        else {
          throw DatabaseError(
            resultCode: .SQLITE_CORRUPT,
            message: "the key \(String(cString: sqlite3_column_text(pointer, 0)))",
            sql: sql
          )
        }
        guard try body(key) else { return }
      case SQLITE_DONE:
        return
      case let code:
        throw error(code, sql)
      }
    }
  }

  /// The keys that a statement finds.
  func keys(sql: String, _ arguments: StatementArguments = []) throws -> [Int32] {
    var keys: [Int32] = []
    try forEachKey(sql: sql, arguments) { key in
      keys.append(key)
      return true
    }
    return keys
  }
}
