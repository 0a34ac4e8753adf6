import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// What has happened to an item, as it is at one moment; nothing if there is no such item.
  ///
  /// - Parameters:
  ///   - id: The identity of the item.
  ///   - movementLimit: How many of the latest movements to read.
  ///   - levelLimit: How many quantities to return at most, from 2.
  /// - Complexity: O(*n*) in the number of all movements of the item.
  public func history(
    ofItem id: Item.ID,
    movementLimit: Int,
    levelLimit: Int = 400
  ) throws -> StockHistory {
    try read { db in
      let item = try Row.fetchOne(
        db,
        sql: "SELECT key, createdAt, changedAt FROM item WHERE id = ?",
        arguments: [id.uuidString]
      )
      guard let item else { return StockHistory() }
      let key = item[0] as Int64
      let count = try Int.fetchOne(
        db,
        sql: "SELECT COUNT(*) FROM movement WHERE itemKey = ?",
        arguments: [key]
      )
      return StockHistory(
        levels: try db.levels(ofItem: key, limit: levelLimit),
        movements: try db.movements(
          where: "itemKey = ?",
          [key],
          isLatestFirst: true,
          limit: movementLimit,
          note: Movement.shownNote
        ),
        movementCount: count,
        dates: ItemDates(
          added: Date(milliseconds: item[1]),
          changed: Date(milliseconds: item[2])
        )
      )
    }
  }
}

extension Database {
  fileprivate func levels(ofItem key: Int64, limit: Int) throws -> [StockLevel] {
    // Where the item is does not change how many there are.
    let changes = "FROM movement WHERE itemKey = ? AND reason <> 'moved'"
    let count = try Int.fetchOne(self, sql: "SELECT COUNT(*) \(changes)", arguments: [key]) ?? 0
    // Two quantities of each part are kept.
    let partSize = count <= limit ? 1 : (2 * count + limit - 1) / limit
    let rows = try Row.fetchCursor(
      self,
      sql: "SELECT date, deltaMillionths \(changes) ORDER BY date, id",
      arguments: [key]
    )
    var levels: [StockLevel] = []
    var quantity = Quantity.zero
    var part: (size: Int, least: StockLevel, last: StockLevel)?
    func closePart() {
      guard let (_, least, last) = part else { return }
      if least != last { levels.append(least) }
      levels.append(last)
      part = nil
    }
    while let row = try rows.next() {
      quantity = quantity &+ row[1]
      let level = StockLevel(date: Date(milliseconds: row[0]), quantity: quantity)
      if let (size, least, _) = part {
        part = (size + 1, quantity < least.quantity ? level : least, level)
      } else {
        part = (1, level, level)
      }
      if part?.size == partSize { closePart() }
    }
    closePart()
    return levels
  }
}
