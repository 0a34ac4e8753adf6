import GRDB
import GRDBSQLite
import InventoryCore

/// A statement that is executed for each row of a large file.
///
/// It hands the arguments to SQLite itself. GRDB puts them into an array of boxed values before,
/// which takes longer than to write the row.
final class BulkStatement {
  private let db: Database
  /// Owns the statement of SQLite.
  private let statement: Statement
  private var boundArguments: Int32 = 0

  init(_ db: Database, _ sql: String) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
  }

  /// Adds the next argument.
  func bind(_ number: Int64?) {
    boundArguments += 1
    if let number {
      sqlite3_bind_int64(statement.sqliteStatement, boundArguments, number)
    } else {
      sqlite3_bind_null(statement.sqliteStatement, boundArguments)
    }
  }

  /// Adds the next argument.
  func bind(_ text: String) {
    boundArguments += 1
    let statement = statement.sqliteStatement
    // No bytes may have no address, which SQLite takes for NULL.
    guard !text.isEmpty else {
      sqlite3_bind_text(statement, boundArguments, "", 0, Self.copying)
      return
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        _ = sqlite3_bind_text(
          statement,
          boundArguments,
          characters.baseAddress,
          Int32(characters.count),
          Self.copying
        )
      }
    }
  }

  /// SQLite defines `SQLITE_TRANSIENT` as this address. It is never called: the text is copied.
  private static var copying: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Executes the statement with the arguments, which are then forgotten.
  func execute() throws {
    assert(boundArguments == sqlite3_bind_parameter_count(statement.sqliteStatement))
    boundArguments = 0
    let code = sqlite3_step(statement.sqliteStatement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      let error = db.error(code, statement.sql)
      sqlite3_reset(statement.sqliteStatement)
      throw error
    }
    sqlite3_reset(statement.sqliteStatement)
  }
}

extension Database {
  /// The error of what SQLite has just been asked for.
  func error(_ code: Int32, _ sql: String) -> any Error {
    // SQLite is only interrupted when nobody waits for its answer any more.
    code == SQLITE_INTERRUPT
      ? CancellationError()
      : DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: lastErrorMessage,
        sql: sql
      )
  }

  /// Throws if nobody waits any more for what is done in the database. GRDB looks when it executes
  /// a statement, and ``BulkStatement`` does not.
  func checkCancellation() throws {
    _ = try Int.fetchOne(cachedStatement(sql: "SELECT 1"))
  }
}
