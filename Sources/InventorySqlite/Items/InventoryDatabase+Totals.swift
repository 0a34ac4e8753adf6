import Foundation
import GRDB
import GRDBSQLite
import InventoryCore

extension InventoryDatabase {
  /// How many of some items there are, and what they are worth.
  ///
  /// - Parameter checkCancellation: Called now and then; throws if nobody waits for it any more.
  /// - Complexity: O(items that meet the condition), some 0.3 µs for each.
  func totals(
    of items: SelectedItems,
    _ checkCancellation: () throws -> Void = {}
  ) throws -> ItemTotals {
    try read { db in
      let (condition, arguments) = try items.condition(db)
      return try db.totals(where: condition, arguments, checkCancellation)
    }
  }

  /// When some items were added and changed; without those that are gone.
  func dates(of ids: Set<Item.ID>) throws -> [Item.ID: ItemDates] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, createdAt, changedAt FROM item
          WHERE id IN (SELECT value FROM json_each(?))
          """,
        arguments: [ids.jsonList]
      )
      return try rows.reduce(into: [:]) { dates, row in
        guard let id = UUID(uuidString: try row.decode(String.self, atIndex: 0)) else { return }
        dates[id] = ItemDates(
          added: Date(milliseconds: try row.decode(Int64.self, atIndex: 1)),
          changed: Date(milliseconds: try row.decode(Int64.self, atIndex: 2))
        )
      }
    }
  }
}

extension Database {
  /// How many items meet a condition, and what they are worth.
  ///
  /// SQLite itself can add no more than 64 bits exactly.
  fileprivate func totals(
    where condition: String,
    _ arguments: StatementArguments,
    _ checkCancellation: () throws -> Void
  ) throws -> ItemTotals {
    let sql = """
      SELECT quantityMillionths, priceMillionths, currency FROM item WHERE \(condition)
      """
    let statement = try makeStatement(sql: sql)
    try statement.setArguments(arguments)
    let pointer = statement.sqliteStatement
    defer { sqlite3_reset(pointer) }
    var count = 0
    var values: [StockValue] = []
    while true {
      let code = sqlite3_step(pointer)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else { throw error(code, sql) }
        return ItemTotals(count: count, values: values.sorted { $0.currency < $1.currency })
      }
      if count.isMultiple(of: 4_096) { try checkCancellation() }
      count += 1
      let price = sqlite3_column_int64(pointer, 1)
      let amount = Int128(sqlite3_column_int64(pointer, 0)) * Int128(price)
      guard amount != 0 else { continue }
      // A damaged file may have nothing in the place of a text.
      let currency = sqlite3_column_text(pointer, 2).map { String(cString: $0) } ?? ""
      if let index = values.firstIndex(where: { $0.currency == currency }) {
        values[index].add(amount)
      } else {
        values.append(StockValue(currency: currency, amount: amount))
      }
    }
  }
}
