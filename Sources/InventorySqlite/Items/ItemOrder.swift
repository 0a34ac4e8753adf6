import GRDB
import InventoryCore

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

extension ItemOrder {
  /// The order from its other end.
  fileprivate func reversed(if isReversed: Bool) -> ItemOrder {
    isReversed ? ItemOrder(keys: keys.reversed()) : self
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
  private var count: Int?
  private var anchors: OrderAnchors?
  private var latest: (query: ItemQuery, order: ItemOrder)?
  /// What the latest query finds, in any order, until it is put in order.
  private var matches: (query: ItemQuery, keys: [Int32])?

  /// Some of the items that a query finds, and how many there are.
  ///
  /// - Parameter isComplete: Whether the count is wanted whatever it takes. Otherwise, when the
  ///   first rows are asked for, the answer may be a page that is not complete, and comes at once.
  mutating func page(
    _ query: ItemQuery,
    _ range: Range<Int>,
    isComplete: Bool,
    _ db: Database
  ) throws -> ItemPage {
    try followChanges(db)
    if query.findsAll, query.sort.hasIndex, sort != query.sort {
      return try pageOfAll(query.ordering, range, db)
    }
    if let latest, latest.query == query { return try latest.order.page(range, db) }
    if !isComplete, let page = try firstPage(query, range, db) { return page }
    let order = try makeOrder(query, db)
    latest = (query, order)
    return try order.page(range, db)
  }

  /// Where an item is among those that a query finds; `nil` if it is none of them.
  mutating func position(
    ofItem id: Item.ID,
    in query: ItemQuery,
    _ db: Database
  ) throws -> Int? {
    try followChanges(db)
    let key = try Int32.fetchOne(
      db,
      sql: "SELECT key FROM item WHERE id = ?",
      arguments: [id.uuidString]
    )
    guard let key else { return nil }
    if query.findsAll, query.sort.hasIndex, sort != query.sort {
      let columns = query.sort.columns.joined(separator: ", ")
      return try Int.fetchOne(
        db,
        sql: """
          SELECT COUNT(*) FROM item
          WHERE (\(columns)) \(query.isReversed ? ">" : "<")
            (SELECT \(columns) FROM item WHERE key = ?)
          """,
        arguments: [key]
      )
    }
    if latest?.query != query { latest = (query, try makeOrder(query, db)) }
    return latest?.order.keys.firstIndex(of: key)
  }

  /// Forgets what is out of date.
  private mutating func followChanges(_ db: Database) throws {
    let version = try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    guard version != self.version else { return }
    self = ItemOrders()
    self.version = version
  }

  /// The first rows of a list, without a look at all that would be in it.
  ///
  /// - Returns: `nil` if that is not the faster way.
  private mutating func firstPage(
    _ query: ItemQuery,
    _ range: Range<Int>,
    _ db: Database
  ) throws -> ItemPage? {
    guard range.lowerBound == 0 else { return nil }
    guard let condition = ItemCondition(query) else { return try firstPageOfAll(query, range, db) }
    guard !condition.findsNothing else { return nil }
    if let few = try condition.keysIfFew(Self.fewMatches, db) {
      let order = ItemOrder(keys: try db.sorted(few, by: query.ordering))
      latest = (query, order)
      return try order.page(range, db)
    }
    guard query.sort.isReadInOrder else { return nil }
    let count = min(range.count, ItemWalk.count)
    let keys =
      try ItemWalk(condition, query.ordering).keys(count, db)
      ?? firstMatches(query, condition, count, db)
    return try keys.map { ItemPage(first: try db.items(keys: $0)) }
  }

  /// The first of all items that a query finds, without the order of all items, which takes longer
  /// than everything else if it is not known yet.
  ///
  /// - Returns: `nil` if that is not the faster way.
  private mutating func firstMatches(
    _ query: ItemQuery,
    _ condition: ItemCondition,
    _ count: Int,
    _ db: Database
  ) throws -> [Int32]? {
    guard sort != query.sort else { return nil }
    let found = try matches(of: query, condition, db)
    guard found.count > Self.fewMatches else { return nil }
    let isMatch = KeyTable(found)
    var keys: [Int32] = []
    try query.ordering.forEachKey(in: condition.place, db) { key in
      if isMatch[key] { keys.append(key) }
      return keys.count < count
    }
    return keys.count == count ? keys : nil
  }

  private mutating func matches(
    of query: ItemQuery,
    _ condition: ItemCondition,
    _ db: Database
  ) throws -> [Int32] {
    if let matches, matches.query == query { return matches.keys }
    let keys = try condition.keys(db)
    matches = (query, keys)
    return keys
  }

  /// The first rows of all items, in the order that has no index of its own.
  private mutating func firstPageOfAll(
    _ query: ItemQuery,
    _ range: Range<Int>,
    _ db: Database
  ) throws -> ItemPage? {
    let count = try countOfAll(db)
    guard query.sort.isReadInOrder, sort != query.sort, count > Self.fewMatches else { return nil }
    let keys = try query.ordering.keys(in: nil, limit: range.count, db)
    return ItemPage(count: count, start: 0, rows: try db.items(keys: keys))
  }

  private mutating func makeOrder(_ query: ItemQuery, _ db: Database) throws -> ItemOrder {
    guard let condition = ItemCondition(query) else {
      return try orderOfAll(query.sort, db).reversed(if: query.isReversed)
    }
    guard !condition.findsNothing else { return ItemOrder(keys: []) }
    let found = try matches(of: query, condition, db)
    matches = nil
    guard found.count > Self.fewMatches else {
      return ItemOrder(keys: try db.sorted(found, by: query.ordering))
    }
    let isMatch = KeyTable(found)
    let isOneAfterTheOther = query.sort == .location && condition.place != nil
    let all =
      isOneAfterTheOther
      ? try ItemOrdering(query.sort).keys(in: condition.place, db)
      : try orderOfAll(query.sort, db).keys
    return ItemOrder(keys: all.filter { isMatch[$0] }).reversed(if: query.isReversed)
  }

  private mutating func orderOfAll(_ sort: ItemSort, _ db: Database) throws -> ItemOrder {
    if self.sort != sort {
      all = ItemOrder(keys: try ItemOrdering(sort).keys(in: nil, db))
      self.sort = sort
    }
    return all
  }

  private mutating func pageOfAll(
    _ ordering: ItemOrdering,
    _ range: Range<Int>,
    _ db: Database
  ) throws -> ItemPage {
    let (sort, count) = (ordering.sort, try countOfAll(db))
    var anchors = anchors ?? OrderAnchors(sort, count: count)
    if !anchors.isOf(sort, count: count) { anchors = OrderAnchors(sort, count: count) }
    defer { self.anchors = anchors }
    guard ordering.isReversed else { return try anchors.page(range, db) }
    let found = range.clamped(to: 0..<count)
    let page = try anchors.page(count - found.upperBound..<count - found.lowerBound, db)
    return ItemPage(count: count, start: range.lowerBound, rows: page.rows.reversed())
  }

  private mutating func countOfAll(_ db: Database) throws -> Int {
    if let count { return count }
    let found = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0
    count = found
    return found
  }
}

/// Looks at one item after the other, in the order of a list, for the first that meet a condition.
///
/// Where many items meet it, that is far less work than to find all of them: the words that begin
/// with one letter are in most items.
struct ItemWalk {
  /// How many items are looked at before another way is taken: more if no texts have to be.
  private var patience: Int { condition.words == nil ? 8_000 : 2_000 }
  /// How many are found at most: as many as a window shows.
  static let count = 40

  private let condition: ItemCondition
  private let ordering: ItemOrdering

  init(_ condition: ItemCondition, _ ordering: ItemOrdering) {
    self.condition = condition
    self.ordering = ordering
  }

  /// The keys of the first items that meet the condition.
  ///
  /// - Returns: `nil` if there are not as many among those that are looked at.
  func keys(_ count: Int, _ db: Database) throws -> [Int32]? {
    let isMatch = try condition.words?.makeMatcher(db)
    var keys: [Int32] = []
    var seen = 0
    try ordering.forEach(
      selecting: condition.columns,
      condition.columnArguments,
      in: condition.place,
      db
    ) { row in
      seen += 1
      if try row.decode(Bool.self, atIndex: 1), try isMatch?(row.texts(from: 2)) ?? true {
        keys.append(try row.decode(Int32.self, atIndex: 0))
      }
      return keys.count < count && seen < patience
    }
    return keys.count == count ? keys : nil
  }
}

extension ItemSort {
  /// Whether the first items of the order can be read without a look at all: from an index or, of
  /// locations, from one location after the other.
  fileprivate var isReadInOrder: Bool { hasIndex || self == .location }

  /// What items are ordered by. Where there is an index of the order, they are columns of the items
  /// but for the dates.
  var columns: [String] {
    switch self {
    case .name: ["item.nameOrder", "item.key"]
    case .sku: ["item.skuOrder", "item.key"]
    case .location:
      [
        "location.pathOrder IS NULL", "location.pathOrder", "location.id", "item.nameOrder",
        "item.key",
      ]
    case .quantity: ["item.quantityMillionths", "item.nameOrder", "item.key"]
    case .price: ["item.priceMillionths", "item.nameOrder", "item.key"]
    // Whole numbers of SQLite have 64 bits. Values that differ by less than one part in 10^15 may
    // be taken for the same one; a server takes the same ones.
    case .value:
      [
        "item.currency", "CAST(item.quantityMillionths AS REAL) * item.priceMillionths",
        "item.nameOrder", "item.key",
      ]
    case .reorderLevel:
      [
        "item.reorderLevelMillionths IS NULL", "item.reorderLevelMillionths", "item.nameOrder",
        "item.key",
      ]
    case .barcode: ["item.barcode = ''", "item.barcode", "item.nameOrder", "item.key"]
    // The latest first, and those of one moment by name.
    case .dateAdded: ["-item.createdAt", "item.nameOrder", "item.key"]
    case .dateChanged: ["-item.changedAt", "item.nameOrder", "item.key"]
    }
  }
}

extension ItemOrdering {
  /// What items are ordered by, in SQL.
  var terms: String { inDirection(sort.columns) }

  private func inDirection(_ columns: [String]) -> String {
    columns.map { isReversed ? "\($0) DESC" : $0 }.joined(separator: ", ")
  }

  /// Calls a closure with items, in this order, until it returns `false`. They are read from an
  /// index, no more of them than are asked for.
  ///
  /// - Parameter place: Where to look in the order of locations. In other orders, all items come.
  fileprivate func forEach(
    selecting columns: String,
    _ arguments: StatementArguments,
    in place: ItemPlace?,
    _ db: Database,
    _ body: (Row) throws -> Bool
  ) throws {
    let select = "SELECT \(columns) FROM item"
    guard sort == .location else {
      let rows = try Row.fetchCursor(db, sql: "\(select) ORDER BY \(terms)", arguments: arguments)
      while let row = try rows.next() {
        guard try body(row) else { return }
      }
      return
    }
    let statement = try db.cachedStatement(
      sql: """
        \(select) WHERE item.locationID IS ?
        ORDER BY \(inDirection(["item.nameOrder", "item.key"]))
        """
    )
    for location in try locationIDs(in: place, db) {
      let rows = try Row.fetchCursor(statement, arguments: arguments + [location])
      while let row = try rows.next() {
        guard try body(row) else { return }
      }
    }
  }

  /// The keys of items, read from an index.
  ///
  /// - Parameters:
  ///   - place: Where to look in the order of locations. In other orders, all items come.
  ///   - limit: How many are wanted at most.
  fileprivate func keys(
    in place: ItemPlace?,
    limit: Int = .max,
    _ db: Database
  ) throws -> [Int32] {
    var keys: [Int32] = []
    try forEachKey(in: place, db) { key in
      keys.append(key)
      return keys.count < limit
    }
    return keys
  }

  /// Calls a closure with the keys of items, in this order, until it returns `false`. They are read
  /// from an index.
  ///
  /// - Parameter place: Where to look in the order of locations. In other orders, all items come.
  fileprivate func forEachKey(
    in place: ItemPlace?,
    _ db: Database,
    _ body: (Int32) throws -> Bool
  ) throws {
    guard sort == .location else {
      return try db.forEachKey(sql: "SELECT item.key FROM item ORDER BY \(terms)", [], body)
    }
    // One location after the other: sorted as a whole, each item would be looked up.
    var goesOn = true
    for location in try locationIDs(in: place, db) where goesOn {
      try db.forEachKey(
        sql: """
          SELECT key FROM item WHERE locationID IS ? ORDER BY \(inDirection(["nameOrder", "key"]))
          """,
        [location]
      ) { key in
        goesOn = try body(key)
        return goesOn
      }
    }
  }

  private func locationIDs(in place: ItemPlace?, _ db: Database) throws -> [Int64?] {
    let ids = try db.locationIDs(in: place)
    return isReversed ? ids.reversed() : ids
  }
}

extension Database {
  /// The locations of a place in their order; for all items, also `nil`, where those are that have
  /// no location.
  fileprivate func locationIDs(in place: ItemPlace?) throws -> [Int64?] {
    guard let place else {
      return try Int64.fetchAll(self, sql: "SELECT id FROM location ORDER BY pathOrder, id")
        .map { $0 } + [nil]
    }
    return try Int64.fetchAll(
      self,
      sql: "SELECT id FROM location WHERE id IN (\(place.ids)) ORDER BY pathOrder, id",
      arguments: [place.path]
    )
    .map { $0 }
  }

  /// A few keys in the order of their items.
  fileprivate func sorted(_ keys: [Int32], by ordering: ItemOrdering) throws -> [Int32] {
    try self.keys(
      sql: """
        SELECT item.key FROM item LEFT JOIN location ON location.id = item.locationID
        WHERE item.key IN (SELECT value FROM json_each(?)) ORDER BY \(ordering.terms)
        """,
      ["[\(keys.map(String.init).joined(separator: ","))]"]
    )
  }
}
