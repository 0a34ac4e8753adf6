import Foundation
import GRDB
import InventoryCore

extension SelectedItems {
  /// Which items these are, as an expression about items.
  func condition(_ db: Database) throws -> (sql: String, arguments: StatementArguments) {
    switch selection {
    case .only(let ids):
      return ("item.id IN (SELECT value FROM json_each(?))", [ids.jsonList])
    case .allBut(let ids):
      var (sql, arguments) = try query.expression(db)
      if !ids.isEmpty {
        sql += " AND item.id NOT IN (SELECT value FROM json_each(?))"
        arguments += [ids.jsonList]
      }
      return (sql, arguments)
    }
  }

  /// How many items are named, if only those are meant.
  var namedCount: Int? {
    if case .only(let ids) = selection { ids.count } else { nil }
  }
}

extension ItemQuery {
  /// Which items the query finds, as an expression about items.
  func expression(_ db: Database) throws -> (sql: String, arguments: StatementArguments) {
    try ItemCondition(self)?.expression(db) ?? ("1", [])
  }
}

extension Set<Item.ID> {
  /// The ids as a list of JSON, for a statement.
  var jsonList: String { "[\(map { "\"\($0.uuidString)\"" }.joined(separator: ","))]" }
}
