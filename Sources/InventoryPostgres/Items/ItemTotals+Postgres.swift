import InventoryCore
import PostgresClient

extension Connection {
  /// How many of some items there are, and what they are worth.
  nonisolated func totals(of items: SelectedItems) async throws -> ItemTotals {
    let rows = try await rows(
      """
      SELECT currency COLLATE "C", count(*),
        sum(quantity_millionths::numeric * price_millionths)::text
      FROM item WHERE \(items.condition) GROUP BY 1 ORDER BY 1
      """
    )
    var totals = ItemTotals()
    for row in rows {
      totals.count += try row.count(1)
      let sum: String = try row.decode(2)
      let amount = Int128(sum) ?? .max
      if amount != 0 {
        totals.values.append(StockValue(currency: try row.decode(0), amount: amount))
      }
    }
    return totals
  }

  /// When some items were added and changed; without those that are gone.
  nonisolated func dates(of ids: Set<Item.ID>) async throws -> [Item.ID: ItemDates] {
    let rows = try await rows(
      "SELECT id, created_at, changed_at FROM item WHERE id = ANY (\(Array(ids)))"
    )
    return try rows.reduce(into: [:]) { dates, row in
      dates[try row.decode(0)] = ItemDates(added: try row.decode(1), changed: try row.decode(2))
    }
  }
}
