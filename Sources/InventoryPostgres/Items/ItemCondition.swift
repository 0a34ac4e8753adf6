import InventoryCore
import PostgresClient

/// What a query asks of items, in SQL.
struct ItemCondition {
  /// What is asked of the table of items.
  let sql: SQL
  /// Whether there is nothing in the text that can be searched for.
  let findsNothing: Bool

  init(_ query: ItemQuery) {
    // The words of a file's search, which is not asked for what has none.
    let words = query.searchText.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    findsNothing = !query.searchText.isBlank && words.isEmpty
    var terms: [SQL] = words.map { word in
      """
      (item.search @@ search_query(\(word)) OR item.location_id = ANY (
        ARRAY(SELECT id FROM location WHERE search @@ search_query(\(word)))
      ))
      """
    }
    if query.filter.isLow {
      terms.append("item.quantity_millionths <= item.reorder_level_millionths")
    }
    if let path = query.location {
      terms.append("item.location_id = (SELECT id FROM location WHERE path = \(path))")
    }
    if let path = query.filter.location {
      let below = path + LocationPath.separator
      terms.append(
        """
        item.location_id = ANY (
          ARRAY(SELECT id FROM location WHERE path = \(path) OR starts_with(path, \(below)))
        )
        """
      )
    }
    if let tag = query.filter.tag {
      terms.append(
        "item.id IN (SELECT item_id FROM item_tag WHERE tag_key = folded(\(tag)))"
      )
    }
    sql = terms.isEmpty ? "true" : terms.joined(separator: " AND ")
  }
}
