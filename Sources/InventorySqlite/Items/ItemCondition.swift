import GRDB
import InventoryCore

/// What a query asks of items, in SQL.
struct ItemCondition {
  /// The words that are searched for, if any are.
  let words: SearchWords?
  /// Whether there is nothing in the text that can be searched for.
  var findsNothing: Bool { words?.isEmpty ?? false }

  /// Where the items have to be, if that is asked.
  private(set) var place: ItemPlace?

  /// What is asked beside the words.
  private var terms: [Term] = []

  /// A condition in two forms, for the same argument.
  private struct Term {
    /// The keys of all items that meet it, read from an index alone.
    var keys: String
    /// Whether an item meets it.
    var isMet: String
    var argument: String?

    var arguments: StatementArguments {
      StatementArguments(argument.map { [$0] } ?? [])
    }
  }

  /// - Returns: `nil` for a query that asks for all items.
  init?(_ query: ItemQuery) {
    if query.findsAll { return nil }
    words = query.searchText.isBlank ? nil : SearchWords(query.searchText)
    if query.filter.isLow { add("item.quantityMillionths <= item.reorderLevelMillionths", nil) }
    for place in [
      query.filter.location.map { ItemPlace(path: $0, isWithBelow: true) },
      query.location.map { ItemPlace(path: $0, isWithBelow: false) },
    ].compactMap(\.self) {
      add("item.locationID IN (\(place.ids))", place.path)
      self.place = place
    }
    if let tag = query.filter.tag {
      terms.append(
        Term(
          keys: "SELECT itemKey FROM itemTag WHERE tagKey = ?",
          isMet: "EXISTS (SELECT 1 FROM itemTag WHERE tagKey = ? AND itemKey = item.key)",
          argument: tag.folded
        )
      )
    }
  }

  private mutating func add(_ condition: String, _ argument: String?) {
    terms.append(
      Term(
        keys: "SELECT item.key FROM item WHERE \(condition)",
        isMet: condition,
        argument: argument
      )
    )
  }

  // MARK: - Finding all items

  /// How few items are rather looked at for their words than that all with the words are found.
  private static let fewItems = 1_000

  /// The keys of all items that meet the condition, in any order.
  ///
  /// What meets a part of the condition is read from the index for that part. Left to itself,
  /// SQLite would read one index, and look up each of its items for the rest.
  func keys(_ db: Database) throws -> [Int32] {
    var found: [Int32]?
    for term in terms where found?.isEmpty != true {
      found = try Self.common(found, db.keys(sql: term.keys, term.arguments))
    }
    guard let words else { return found ?? [] }
    if let found, found.count <= Self.fewItems {
      return try found.isEmpty ? [] : having(words, found, db)
    }
    let having = try db.keys(
      sql: "SELECT rowid FROM itemSearch WHERE itemSearch MATCH ?",
      [words.pattern(db)]
    )
    return Self.common(found, having)
  }

  /// The keys of the items with the words, if there are few and nothing else is asked.
  func keysIfFew(_ limit: Int, _ db: Database) throws -> [Int32]? {
    guard let words, terms.isEmpty else { return nil }
    let keys = try db.keys(
      sql: "SELECT rowid FROM itemSearch WHERE itemSearch MATCH ? LIMIT ?",
      [words.pattern(db), limit + 1]
    )
    return keys.count > limit ? nil : keys
  }

  private static func common(_ first: [Int32]?, _ second: [Int32]) -> [Int32] {
    guard let first else { return second }
    let isInFirst = KeyTable(first)
    return second.filter { isInFirst[$0] }
  }

  private func having(_ words: SearchWords, _ keys: [Int32], _ db: Database) throws -> [Int32] {
    let isMatch = try words.makeMatcher(db)
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.texts) FROM item WHERE item.key = ?"
    )
    return try keys.filter { key in
      try Row.fetchOne(statement, arguments: [key]).map { try isMatch($0.texts(from: 0)) } ?? false
    }
  }

  /// The condition as one expression about items, for statements that change all that meet it.
  func expression(_ db: Database) throws -> (sql: String, arguments: StatementArguments) {
    guard !findsNothing else { return ("0", []) }
    var parts = terms.map { "(\($0.isMet))" }
    var arguments = columnArguments
    if let words {
      parts.append("item.key IN (SELECT rowid FROM itemSearch WHERE itemSearch MATCH ?)")
      arguments += [try words.pattern(db)]
    }
    return (parts.joined(separator: " AND "), arguments)
  }

  // MARK: - Looking at one item

  private static let texts = """
    item.name, item.sku, item.barcode, item.tags, item.notes,
    IFNULL((SELECT path FROM location WHERE id = item.locationID), '')
    """

  /// The key of an item, whether it meets all but the words, and the texts that are searched.
  var columns: String {
    let isMet = terms.isEmpty ? "1" : terms.map(\.isMet).joined(separator: " AND ")
    return "item.key, IFNULL(\(isMet), 0)\(words == nil ? "" : ", \(Self.texts)")"
  }

  /// The arguments of the columns.
  var columnArguments: StatementArguments {
    StatementArguments(terms.compactMap(\.argument))
  }
}

/// A location in which items are, perhaps with those below it.
struct ItemPlace: Equatable {
  var path: String
  var isWithBelow: Bool

  /// The ids of its locations, in SQL with the path as its argument.
  var ids: String {
    isWithBelow ? Location.idsAtAndBelow : "SELECT id FROM location WHERE path = ?"
  }
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
