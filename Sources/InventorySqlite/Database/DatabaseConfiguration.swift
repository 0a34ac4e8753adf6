import CSqliteSupport
import GRDB
import GRDBSQLite
import InventoryCore

extension Configuration {
  /// What every connection has: the file may come from somebody who wants to do harm.
  ///
  /// - Parameters:
  ///   - readonly: Whether nothing is written.
  ///   - seconds: How long to wait while another process has locked the file.
  static func inventory(readonly: Bool = false, waiting seconds: Double = 5) -> Configuration {
    _ = locksBelongToDescriptors
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.busyMode = .timeout(seconds)
    configuration.prepareDatabase { try $0.defend(trusting: !readonly && triggersNeedTrust) }
    return configuration
  }
}

/// Whether the locks of databases last although somebody else in this process opens and closes the
/// same files, as GTK's file chooser does.
private let locksBelongToDescriptors = csqlite_lock_by_descriptor() == SQLITE_OK

extension Database {
  /// Has SQLite distrust what is in the file.
  fileprivate func defend(trusting: Bool) throws {
    // Without trust, functions that have effects, and virtual tables that are not harmless, do
    // nothing in the triggers, views and indexes of a file. What is read of a damaged page is
    // checked.
    try execute(
      sql: "PRAGMA trusted_schema = \(trusting ? "ON" : "OFF"); PRAGMA cell_size_check = ON"
    )
    let code = csqlite_be_defensive(UnsafeMutableRawPointer(sqliteConnection))
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    sqlite3_limit(sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(Limits.databaseValue))
  }
}

/// Whether triggers that write to the index of the search run only if SQLite trusts them. Older
/// versions do not know that such an index is harmless.
///
/// The triggers of a file are compared with the program's before anything is written to it, so they
/// deserve the trust.
private let triggersNeedTrust: Bool = {
  let trial = try? DatabaseQueue()
  return
    (try? trial?.inDatabase { db in
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF; CREATE TABLE a (x); CREATE VIRTUAL TABLE b USING fts5 (x);
          CREATE TRIGGER c AFTER INSERT ON a BEGIN INSERT INTO b (x) VALUES (new.x); END;
          INSERT INTO a VALUES (1);
          """
      )
    }) == nil
}()
