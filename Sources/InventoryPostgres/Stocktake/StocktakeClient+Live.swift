import Foundation
import InventoryCore
import PostgresClient

extension StocktakeClient {
  static func live(_ session: PostgresSession) -> StocktakeClient {
    StocktakeClient(
      counts: { try await session.read { try await $0.stocktakeCounts() } },
      countedItems: {
        try await session.ask {
          try await $0.value("SELECT count(*) FROM stocktake_count") ?? 0
        }
      },
      count: { amount, id, isAddition in
        try await session.change { connection in
          try await connection.count(amount, ofItem: id, isAddition: isAddition)
        }
      },
      removeCount: { id in
        try await session.change { connection in
          ((), try await connection.removeCount(ofItem: id))
        }
      },
      discard: {
        try await session.change { connection in ((), try await connection.discardStocktake()) }
      },
      book: { reviewed in
        try await session.change { connection in
          ((), try await connection.bookStocktake(reviewed))
        }
      }
    )
  }
}

/// The stocktake that is going on. There is one of an inventory, whoever counts.
///
/// Whatever changes a count locks its item first, so that the quantity that it expects is the one
/// of the moment of counting.
extension Connection {
  /// Counts with their items, the latest first.
  ///
  /// - Parameter condition: Which ones, in SQL.
  fileprivate nonisolated func stocktakeCounts(
    where condition: SQL = "true"
  ) async throws -> [StocktakeCount] {
    let rows = try await rows(
      """
      SELECT item_id, counted_millionths, expected_millionths, counted_at FROM stocktake_count
      WHERE \(condition) ORDER BY counted_at DESC, item_id DESC
      """
    )
    .map { try StocktakeChange.Row($0) }
    let items = try await items(where: "item.id = ANY (\(rows.map(\.id)))")
    let itemsByID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    return rows.compactMap { row in
      itemsByID[row.id].map {
        StocktakeCount(item: $0, counted: row.counted, expected: row.expected, date: row.date)
      }
    }
  }

  private nonisolated func stocktakeCount(ofItem id: Item.ID) async throws -> StocktakeCount? {
    try await stocktakeCounts(where: "item_id = \(id)").first
  }

  fileprivate nonisolated func count(
    _ amount: Quantity,
    ofItem id: Item.ID,
    isAddition: Bool
  ) async throws -> (StocktakeCount, InventoryChange?) {
    guard try await lockedItem(id) != nil else { throw InventoryError.itemGone }
    let before = try await stocktakeCount(ofItem: id)
    // The row is a new one, because nobody may write who has counted: the server does.
    let former = isAddition ? before?.counted ?? 0 : 0
    try await execute("DELETE FROM stocktake_count WHERE item_id = \(id)")
    try await execute(
      """
      INSERT INTO stocktake_count (item_id, counted_millionths, expected_millionths)
      SELECT id, \(amount) + \(former), quantity_millionths FROM item WHERE id = \(id)
      """
    )
    guard let count = try await stocktakeCount(ofItem: id) else { throw InventoryError.itemGone }
    let change = StocktakeChange(
      added: [StocktakeChange.Row(count)],
      removed: before.map { [StocktakeChange.Row($0)] } ?? []
    )
    return (count, InventoryChange(.counted(name: count.item.name), [], counts: change))
  }

  /// Forgets the count of an item. One that is gone already is no error.
  fileprivate nonisolated func removeCount(ofItem id: Item.ID) async throws -> InventoryChange? {
    _ = try await lockedItem(id)
    guard let count = try await stocktakeCount(ofItem: id) else { return nil }
    try await execute("DELETE FROM stocktake_count WHERE item_id = \(id)")
    let change = StocktakeChange(removed: [StocktakeChange.Row(count)])
    return InventoryChange(.countRemoved(name: count.item.name), [], counts: change)
  }

  /// Forgets all counts.
  fileprivate nonisolated func discardStocktake() async throws -> InventoryChange? {
    try await lockCountedItems()
    let rows = try await rows(
      """
      DELETE FROM stocktake_count
      RETURNING item_id, counted_millionths, expected_millionths, counted_at
      """
    )
    .map { try StocktakeChange.Row($0) }
    guard !rows.isEmpty else { return nil }
    return InventoryChange(.countsDiscarded, [], counts: StocktakeChange(removed: rows))
  }

  /// Lets others wait with counting or changing the items that are counted, or with booking
  /// something of them, until the end of the transaction.
  private nonisolated func lockCountedItems() async throws {
    try await execute(
      """
      SELECT FROM item WHERE id IN (SELECT item_id FROM stocktake_count)
      ORDER BY id FOR NO KEY UPDATE
      """
    )
  }

  /// Books counts as movements of the moments of counting, and ends the stocktake.
  ///
  /// - Parameter reviewed: The counts that the user has seen.
  /// - Throws: ``StocktakeProblem`` if they are not what they were, or not possible any more.
  fileprivate nonisolated func bookStocktake(
    _ reviewed: [StocktakeCount]
  ) async throws -> InventoryChange? {
    try await lockCountedItems()
    let counts = try await stocktakeCounts()
    let rows = counts.map(StocktakeChange.Row.init)
    guard Set(rows) == Set(reviewed.map(StocktakeChange.Row.init)) else {
      throw StocktakeProblem.countsChanged
    }
    let impossible = counts.filter { $0.quantityAfterwards == nil }
    guard impossible.isEmpty else {
      throw StocktakeProblem.countAgain(names: impossible.map(\.item.name))
    }
    guard !counts.isEmpty else { return nil }
    // What others count for the first time from now on belongs to the next stocktake.
    let ids = counts.map(\.id)
    let movements = try await self.rows(
      """
      INSERT INTO movement (item_id, date, reason, delta_millionths)
      SELECT item_id, counted_at, 'counted', counted_millionths - expected_millionths
      FROM stocktake_count WHERE item_id = ANY (\(ids))
      RETURNING \(Self.movementFields), item_id
      """
    )
    .map { try (item: $0.decode(9, as: UUID.self), movement: Movement($0)) }
    try await execute("UPDATE item SET changed_at = now() WHERE id = ANY (\(ids))")
    try await execute("DELETE FROM stocktake_count WHERE item_id = ANY (\(ids))")
    let booked = Dictionary(movements.map { ($0.item, $0.movement) }) { first, _ in first }
    let changes = counts.compactMap { count -> ItemChange? in
      guard let movement = booked[count.id] else { return nil }
      var item = count.item
      item.quantity += count.difference
      return .changed(before: count.item, after: item, added: [movement], removed: [])
    }
    return InventoryChange(.stocktake, changes, counts: StocktakeChange(removed: rows))
  }
}
