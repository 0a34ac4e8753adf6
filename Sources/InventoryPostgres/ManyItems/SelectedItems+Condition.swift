import InventoryCore
import PostgresClient

extension SelectedItems {
  /// Which items these are, as an expression about items.
  var condition: SQL {
    switch selection {
    case .only(let ids):
      return "item.id = ANY (\(Array(ids)))"
    case .allBut(let ids):
      return "(\(query.condition)) AND item.id <> ALL (\(Array(ids)))"
    }
  }

  /// How many items are named, if only those are meant.
  var namedCount: Int? {
    if case .only(let ids) = selection { ids.count } else { nil }
  }
}

extension ItemQuery {
  /// Which items the query finds, as an expression about items.
  var condition: SQL {
    let condition = ItemCondition(self)
    return condition.findsNothing ? "false" : condition.sql
  }
}
