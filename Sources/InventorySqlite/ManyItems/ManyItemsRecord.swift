import Foundation
import GRDB

/// How many items were before something was done to them: tables in the temporary database of the
/// connection that writes, which takes no memory for them, and forgets them with the program.
///
/// The tables go with the last change that could be taken back with them.
final class ManyItemsRecord: Sendable {
  /// The name of the table. Further ones begin with it.
  let name = "many\(UUID().uuidString.replacing("-", with: ""))"
  /// The database, which may be closed while a window still remembers changes of it.
  private let database: @Sendable () -> InventoryDatabase?

  convenience init(_ database: InventoryDatabase) {
    self.init { [weak database] in database }
  }

  private init(_ database: @escaping @Sendable () -> InventoryDatabase?) {
    self.database = database
  }

  deinit { database()?.dropTemporaryTables(beginningWith: name) }

  /// Another record on the same connection.
  func makeAnother() -> ManyItemsRecord { ManyItemsRecord(database) }

  /// The name of the table in statements.
  var table: String { "temp.\(name)" }

  /// The name of the copy of another table in statements.
  func copy(of other: String) -> String { "temp.\("\(name)_\(other)".quotedDatabaseIdentifier)" }

  /// Whether the connection has the table.
  func isThere(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM sqlite_temp_master WHERE name = ?)",
      arguments: [name]
    ) == true
  }
}
