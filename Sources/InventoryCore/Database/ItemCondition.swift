import GRDB

/// What a query asks of items, in SQL.
struct ItemCondition {
  private static let search =
    "item.key IN (SELECT rowid FROM itemSearch WHERE itemSearch MATCH ?)"

  private var conditions: [String] = []
  private(set) var arguments = StatementArguments()
  /// Whether there is nothing in the text that can be searched for.
  private(set) var findsNothing = false

  /// - Returns: `nil` for a query that asks for all items.
  init?(_ query: ItemQuery) {
    if query.findsAll { return nil }
    if !query.searchText.isBlank {
      let words = query.searchText.split { !$0.isLetter && !$0.isNumber }
      findsNothing = words.isEmpty
      add(Self.search, words.map { "\"\($0)\"*" }.joined(separator: " AND "))
    }
    if let location = query.location {
      add("item.locationID = (SELECT id FROM location WHERE path = ?)", location)
    }
    if let location = query.filter.location {
      add("item.locationID IN (\(Location.idsAtAndBelow))", location)
    }
    if let tag = query.filter.tag {
      add("item.key IN (SELECT itemKey FROM itemTag WHERE tagKey = ?)", tag.folded)
    }
    if query.filter.isLow { conditions.append("item.quantity <= item.reorderLevel") }
  }

  private mutating func add(_ condition: String, _ argument: String) {
    conditions.append(condition)
    arguments += [argument]
  }

  /// The keys of the items, in any order.
  var sql: String {
    // The index of the search alone says which items it finds.
    if conditions == [Self.search] {
      return "SELECT rowid FROM itemSearch WHERE itemSearch MATCH ?"
    }
    return "SELECT item.key FROM item WHERE \(terms)"
  }

  func sql(orderedBy sort: ItemSort) -> String {
    """
    SELECT item.key FROM item LEFT JOIN location ON location.id = item.locationID
    WHERE \(terms) ORDER BY \(sort.terms)
    """
  }

  private var terms: String { conditions.joined(separator: " AND ") }
}

extension Location {
  /// The ids of the location with a path and of those below it, in SQL.
  static let idsAtAndBelow = """
    WITH RECURSIVE below (id) AS (
      SELECT id FROM location WHERE path = ?
      -- Not UNION ALL, which would not end if a damaged file has a location inside itself.
      UNION
      SELECT location.id FROM location JOIN below ON location.parentID = below.id
    )
    SELECT id FROM below
    """
}
