import Foundation
import GRDB
import InventoryCore

/// The stocktake that is going on. There is one of an inventory, whoever counts.
extension InventoryDatabase {
  /// The counts, the latest first.
  public func stocktake() throws -> [StocktakeCount] {
    try read { try $0.stocktakeCounts() }
  }

  /// How many items have been counted. O(1) memory.
  public func countedItems() throws -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM stocktakeCount") ?? 0 }
  }

  /// Saves how many of an item were counted.
  ///
  /// - Parameter isAddition: whether it comes to what was counted before, in another place.
  ///   Otherwise it takes the place of an earlier count. Either way, the moment of counting is now.
  /// - Throws: ``InventoryError/itemGone`` when there is no such item.
  @discardableResult
  public func count(
    _ amount: Quantity,
    ofItem id: Item.ID,
    isAddition: Bool = false,
    date: Date = Date()
  ) throws -> StocktakeCount {
    try count(amount, ofItem: id, isAddition: isAddition, date: date, journal: nil)
  }

  func count(
    _ amount: Quantity,
    ofItem id: Item.ID,
    isAddition: Bool,
    date: Date = Date(),
    journal: ChangeJournal?
  ) throws -> StocktakeCount {
    let (before, count) = try write { db in
      let before = try db.stocktakeCounts(where: "item.id = ?", [id.uuidString]).first
      try db.execute(
        sql: """
          INSERT INTO stocktakeCount (itemKey, countedMillionths, expectedMillionths, countedAt)
          SELECT key, :amount, quantityMillionths, :date FROM item WHERE id = :id
          ON CONFLICT (itemKey) DO UPDATE SET
            countedMillionths = CASE WHEN :isAddition THEN countedMillionths ELSE 0 END
              + excluded.countedMillionths,
            expectedMillionths = excluded.expectedMillionths, countedAt = excluded.countedAt
          """,
        arguments: [
          "amount": amount, "date": date.milliseconds, "id": id.uuidString,
          "isAddition": isAddition,
        ]
      )
      let count = try db.stocktakeCounts(where: "item.id = ?", [id.uuidString]).first
      guard let count else { throw InventoryError.itemGone }
      return (before, count)
    }
    let change = StocktakeChange(
      added: [StocktakeChange.Row(count)],
      removed: before.map { [StocktakeChange.Row($0)] } ?? []
    )
    journal?.add(InventoryChange(.counted(name: count.item.name), [], counts: change))
    return count
  }

  /// Forgets the count of an item. One that is gone already is no error.
  public func removeCount(ofItem id: Item.ID) throws {
    try removeCount(ofItem: id, journal: nil)
  }

  func removeCount(ofItem id: Item.ID, journal: ChangeJournal?) throws {
    let count = try write { db in
      let count = try db.stocktakeCounts(where: "item.id = ?", [id.uuidString]).first
      try db.execute(
        sql: "DELETE FROM stocktakeCount WHERE itemKey = (SELECT key FROM item WHERE id = ?)",
        arguments: [id.uuidString]
      )
      return count
    }
    guard let count else { return }
    let change = StocktakeChange(removed: [StocktakeChange.Row(count)])
    journal?.add(InventoryChange(.countRemoved(name: count.item.name), [], counts: change))
  }

  /// Forgets all counts.
  public func discardStocktake() throws {
    try discardStocktake(journal: nil)
  }

  func discardStocktake(journal: ChangeJournal?) throws {
    let rows = try write { db in
      let rows = try db.stocktakeCounts().map(StocktakeChange.Row.init)
      try db.execute(sql: "DELETE FROM stocktakeCount")
      return rows
    }
    guard !rows.isEmpty else { return }
    journal?.add(InventoryChange(.countsDiscarded, [], counts: StocktakeChange(removed: rows)))
  }

  /// Books all counts in one transaction, as movements of the moments of counting, and ends the
  /// stocktake.
  ///
  /// - Parameter reviewed: the counts that the user has seen.
  /// - Throws: ``StocktakeProblem`` when they are not what they were, or not possible any more.
  public func bookStocktake(_ reviewed: [StocktakeCount]) throws {
    try bookStocktake(reviewed, journal: nil)
  }

  func bookStocktake(_ reviewed: [StocktakeCount], journal: ChangeJournal?) throws {
    let change: InventoryChange? = try write { db in
      let counts = try db.stocktakeCounts()
      guard Set(counts.map(StocktakeChange.Row.init)) == Set(reviewed.map(StocktakeChange.Row.init))
      else { throw StocktakeProblem.countsChanged }
      let impossible = counts.filter { $0.quantityAfterwards == nil }
      guard impossible.isEmpty else {
        throw StocktakeProblem.countAgain(names: impossible.map(\.item.name))
      }
      let items = try counts.map { try db.book($0) }
      try db.execute(sql: "DELETE FROM stocktakeCount")
      guard !items.isEmpty else { return nil }
      let rows = counts.map(StocktakeChange.Row.init)
      return InventoryChange(.stocktake, items, counts: StocktakeChange(removed: rows))
    }
    if let change { journal?.add(change) }
  }
}

extension Database {
  /// Counts with their items, the latest first.
  fileprivate func stocktakeCounts(
    where condition: String = "1",
    _ arguments: StatementArguments = []
  ) throws -> [StocktakeCount] {
    let counted = "item.key IN (SELECT itemKey FROM stocktakeCount) AND \(condition)"
    let items = Dictionary(
      uniqueKeysWithValues: try items(where: counted, arguments).map { ($0.id, $0) }
    )
    return try Row.fetchAll(
      self,
      sql: """
        SELECT item.id, countedMillionths, expectedMillionths, countedAt FROM stocktakeCount
        JOIN item ON item.key = itemKey WHERE \(condition) ORDER BY countedAt DESC, itemKey DESC
        """,
      arguments: arguments
    )
    .compactMap { row in
      guard let id = UUID(uuidString: row[0]), let item = items[id] else { return nil }
      return StocktakeCount(
        item: item,
        counted: row[1],
        expected: row[2],
        date: Date(milliseconds: row[3])
      )
    }
  }

  /// Books a count that is possible as a movement of the moment of counting.
  fileprivate func book(_ count: StocktakeCount) throws -> ItemChange {
    let id = count.item.id.uuidString
    try execute(
      sql: """
        INSERT INTO movement (itemKey, date, reason, deltaMillionths)
        SELECT key, ?, 'counted', ? FROM item WHERE id = ?
        """,
      arguments: [count.date.milliseconds, count.difference, id]
    )
    let movement = Movement(
      id: lastInsertedRowID,
      date: count.date,
      reason: .counted,
      delta: count.difference
    )
    try execute(
      sql: """
        UPDATE item SET quantityMillionths = quantityMillionths + ?, changedAt = ? WHERE id = ?
        """,
      arguments: [count.difference, Date().milliseconds, id]
    )
    var item = count.item
    item.quantity += count.difference
    return .changed(before: count.item, after: item, added: [movement], removed: [])
  }
}

/// What has become of the counts of a stocktake.
struct StocktakeChange: Equatable, Sendable {
  struct Row: Hashable, Sendable {
    let id: Item.ID
    let counted: Quantity
    let expected: Quantity
    let date: Date

    init(_ count: StocktakeCount) {
      self.init(
        id: count.id,
        counted: count.counted,
        expected: count.expected,
        date: count.date
      )
    }

    init(id: Item.ID, counted: Quantity, expected: Quantity, date: Date) {
      self.id = id
      self.counted = counted
      self.expected = expected
      self.date = date
    }
  }

  var added: [Row] = []
  var removed: [Row] = []

  /// Takes back the counts that were made. One that somebody has changed meanwhile stays.
  ///
  /// - Returns: The counts as they were. Since they were made, a movement that was taken back may
  ///   have changed the quantities that they expect.
  func removeAdded(_ db: Database) throws -> [Row] {
    try added.compactMap { row in
      let expected = try Quantity.fetchOne(
        db,
        sql: """
          DELETE FROM stocktakeCount WHERE itemKey = (SELECT key FROM item WHERE id = ?)
            AND countedMillionths = ? AND countedAt = ? RETURNING expectedMillionths
          """,
        arguments: [row.id.uuidString, row.counted, row.date.milliseconds]
      )
      return expected.map { Row(id: row.id, counted: row.counted, expected: $0, date: row.date) }
    }
  }

  /// Puts back the counts that were removed. One that somebody has made meanwhile stays.
  ///
  /// - Returns: Whether all are there again.
  func restoreRemoved(_ db: Database) throws -> Bool {
    var isComplete = true
    for row in removed {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO stocktakeCount
            (itemKey, countedMillionths, expectedMillionths, countedAt)
          SELECT key, ?, ?, ? FROM item WHERE id = ?
          """,
        arguments: [row.counted, row.expected, row.date.milliseconds, row.id.uuidString]
      )
      if db.changesCount == 0 { isComplete = false }
    }
    return isComplete
  }
}
