import GRDB

/// Which items a query finds, in its order: their keys and nothing else.
///
/// The keys of a million items are four megabytes. With them, a page far down is as near as the
/// first.
struct ItemOrder: Sendable {
  var keys: [Int32]

  /// Some of the items, and how many there are.
  func page(_ range: Range<Int>, _ db: Database) throws -> ItemPage {
    let found = range.clamped(to: 0..<keys.count)
    return ItemPage(
      count: keys.count,
      start: range.lowerBound,
      rows: found.isEmpty ? [] : try db.items(keys: keys[found])
    )
  }
}

/// Makes the orders of queries, and remembers those of the database as it is.
///
/// It is used on one connection.
struct ItemOrders {
  /// How few matches SQLite sorts faster than they are picked from the order of all items.
  static let fewMatches = 2_000

  private var version: Int64 = -1
  private var sort: ItemSort?
  private var all = ItemOrder(keys: [])
  private var latest: (query: ItemQuery, order: ItemOrder)?

  /// The order of the items that a query finds.
  mutating func order(_ query: ItemQuery, _ db: Database) throws -> ItemOrder {
    let version = try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    if version != self.version {
      self = ItemOrders()
      self.version = version
    }
    if let latest, latest.query == query { return latest.order }
    let order = try makeOrder(query, db)
    latest = (query, order)
    return order
  }

  private mutating func makeOrder(_ query: ItemQuery, _ db: Database) throws -> ItemOrder {
    guard let condition = ItemCondition(query) else { return try orderOfAll(query.sort, db) }
    guard !condition.findsNothing else { return ItemOrder(keys: []) }
    let matches = try db.keys(sql: condition.sql, condition.arguments)
    guard matches.count > Self.fewMatches else {
      return ItemOrder(
        keys: try db.keys(sql: condition.sql(orderedBy: query.sort), condition.arguments)
      )
    }
    var isMatch = [Bool](repeating: false, count: Int(matches.max() ?? 0) + 1)
    for key in matches { isMatch[Int(key)] = true }
    let all = try orderOfAll(query.sort, db)
    return ItemOrder(keys: all.keys.filter { $0 < isMatch.count && isMatch[Int($0)] })
  }

  private mutating func orderOfAll(_ sort: ItemSort, _ db: Database) throws -> ItemOrder {
    if self.sort != sort {
      all = ItemOrder(keys: try sort.allKeys(db))
      self.sort = sort
    }
    return all
  }
}

extension ItemSort {
  /// What items are ordered by, with an index for each but the location.
  var terms: String {
    switch self {
    case .name: "item.nameKey, item.key"
    case .sku: "item.sku"
    case .location: "location.pathKey IS NULL, location.pathKey, item.nameKey, item.key"
    case .quantity: "item.quantity, item.nameKey, item.key"
    case .price: "item.priceMinorUnits, item.nameKey, item.key"
    }
  }

  /// The keys of all items, read from an index.
  fileprivate func allKeys(_ db: Database) throws -> [Int32] {
    guard self == .location else {
      return try db.keys(sql: "SELECT item.key FROM item ORDER BY \(terms)")
    }
    // One location after the other: sorted as a whole, each item would be looked up.
    let locations = try Int64.fetchAll(db, sql: "SELECT id FROM location ORDER BY pathKey, id")
    var keys: [Int32] = []
    for location in locations.map(Optional.some) + [nil] {
      keys += try db.keys(
        sql: "SELECT key FROM item WHERE locationID IS ? ORDER BY nameKey, key",
        [location]
      )
    }
    return keys
  }
}

extension Database {
  /// Some of all items.
  ///
  /// In a million entries of an index, SQLite skips half of them in ten milliseconds. To what is
  /// nearer to the end it goes from there.
  func page(ofAllBy sort: ItemSort, _ range: Range<Int>) throws -> ItemPage {
    let count = try Int.fetchOne(self, sql: "SELECT COUNT(*) FROM item") ?? 0
    let found = range.clamped(to: 0..<count)
    let isNearEnd = found.lowerBound > count / 2
    let backwards = sort.terms.replacing(", ", with: " DESC, ") + " DESC"
    let keys = try keys(
      sql: """
        SELECT item.key FROM item ORDER BY \(isNearEnd ? backwards : sort.terms) LIMIT ? OFFSET ?
        """,
      [found.count, isNearEnd ? count - found.upperBound : found.lowerBound]
    )
    return ItemPage(
      count: count,
      start: range.lowerBound,
      rows: try items(keys: isNearEnd ? keys.reversed() : keys)
    )
  }

  /// The keys that a statement finds.
  fileprivate func keys(sql: String, _ arguments: StatementArguments = []) throws -> [Int32] {
    let statement = try cachedStatement(sql: sql)
    var keys: [Int32] = []
    let cursor = try Int32.fetchCursor(statement, arguments: arguments)
    while let key = try cursor.next() { keys.append(key) }
    return keys
  }
}
