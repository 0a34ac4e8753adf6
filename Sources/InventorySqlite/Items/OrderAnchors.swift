import GRDB
import InventoryCore

/// Where some of all items are in an order, to go on from there to the items behind them.
///
/// In a million entries of an index, SQLite skips half of them in ten milliseconds or more. What it
/// has passed once it finds again in one.
struct OrderAnchors: Sendable {
  private let sort: ItemSort
  /// How many items there are.
  private let count: Int
  /// How many items are between two anchors.
  private let step: Int
  /// What the items at the multiples of the step are ordered by, from 1 on; counted from the first
  /// item, and from the last one.
  private var anchors: (ahead: [StatementArguments], back: [StatementArguments]) = ([], [])

  init(_ sort: ItemSort, count: Int) {
    self.sort = sort
    self.count = count
    step = max(count / 64, 32)
  }

  func isOf(_ sort: ItemSort, count: Int) -> Bool { self.sort == sort && self.count == count }

  /// Some of all items.
  mutating func page(_ range: Range<Int>, _ db: Database) throws -> ItemPage {
    let found = range.clamped(to: 0..<count)
    let isNearEnd = found.lowerBound > count / 2
    var known = isNearEnd ? anchors.back : anchors.ahead
    defer { if isNearEnd { anchors.back = known } else { anchors.ahead = known } }
    let start = isNearEnd ? count - found.upperBound : found.lowerBound
    let keys = try keys(start, found.count, backwards: isNearEnd, &known, db)
    return ItemPage(
      count: count,
      start: range.lowerBound,
      rows: try db.items(keys: isNearEnd ? keys.reversed() : keys)
    )
  }

  private func keys(
    _ start: Int,
    _ length: Int,
    backwards: Bool,
    _ anchors: inout [StatementArguments],
    _ db: Database
  ) throws -> [Int32] {
    while (anchors.count + 1) * step <= start {
      let next = try Row.fetchOne(
        db.cachedStatement(
          sql: select(sort.columns.joined(separator: ", "), after: anchors.last, backwards)
        ),
        arguments: (anchors.last ?? []) + [1, step]
      )
      guard let next else { return [] }
      anchors.append(StatementArguments(next.databaseValues))
    }
    let passed = min(start / step, anchors.count)
    let anchor = passed == 0 ? nil : anchors[passed - 1]
    return try db.keys(
      sql: select("item.key", after: anchor, backwards),
      (anchor ?? []) + [length, start - passed * step]
    )
  }

  private func select(
    _ columns: String,
    after anchor: StatementArguments?,
    _ backwards: Bool
  ) -> String {
    let condition = anchor.map { _ in "WHERE \(isBehindAnchor(backwards))" }
    let order = ItemOrdering(sort, isReversed: backwards).terms
    return "SELECT \(columns) FROM item \(condition ?? "") ORDER BY \(order) LIMIT ? OFFSET ?"
  }

  private func isBehindAnchor(_ backwards: Bool) -> String {
    let names = sort.columns
    let isBehind = backwards ? "<" : ">"
    // In a comparison of several values at once, an index is used for columns alone, and a date is
    // an expression.
    if sort.isByDate {
      return """
        \(names[0]) \(isBehind)= ?1 AND (\(names[0]) \(isBehind) ?1
          OR (\(names[1...].joined(separator: ", "))) \(isBehind)= (?2, ?3))
        """
    }
    let places = names.map { _ in "?" }.joined(separator: ", ")
    return "(\(names.joined(separator: ", "))) \(isBehind)= (\(places))"
  }
}
