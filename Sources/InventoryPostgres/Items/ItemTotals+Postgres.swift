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
}
