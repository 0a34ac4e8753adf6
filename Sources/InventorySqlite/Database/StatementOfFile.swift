import GRDB
import InventoryCore

extension Database {
  /// Executes a statement that was in the file. GRDB refuses several in the place of one: they
  /// would come from somebody who has written them into the file to have them executed.
  func execute(statementOfFile sql: String) throws {
    try makeStatement(sql: sql).execute()
  }
}
