import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct StockHistoryReaderTests {
  @Test func `the levels are the sums of the movements, the oldest first`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(.drill)
    try database.book(Booking(.received, 6), ofItem: Item.drill.id)
    try database.book(Booking(.used, 3, note: "sold"), ofItem: Item.drill.id)
    try database.save(.hammer)
    let history = try database.history(ofItem: Item.drill.id, movementLimit: 2)
    #expect(history.levels.map(\.quantity) == [4, 10, 7])
    #expect(history.levels.map(\.date) == history.levels.map(\.date).sorted())
    #expect(history.movements.map(\.delta) == [-3, 6])
    #expect(history.movements.first?.note == "sold")
    #expect(history.movementCount == 3)
  }

  @Test func `an item without movements, and none at all, have no history`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(Item.drill.with { $0.quantity = 0 })
    let history = try database.history(ofItem: Item.drill.id, movementLimit: 5)
    #expect(history.levels.isEmpty && history.movements.isEmpty && history.movementCount == 0)
    #expect(try database.history(ofItem: .number(9), movementLimit: 5) == StockHistory())
  }

  @Test func `the dates are those when the item was added, and changed last`() throws {
    let database = try InventoryDatabase.temporary()
    let start = Date()
    try database.save(.drill)
    try sqlite(database.path, "UPDATE item SET createdAt = 1000, changedAt = 2000")
    let old = try database.history(ofItem: Item.drill.id, movementLimit: 5).dates
    let expected = ItemDates(
      added: Date(timeIntervalSince1970: 1),
      changed: Date(timeIntervalSince1970: 2)
    )
    #expect(old == expected)
    try database.save(
      ItemEdit(original: .drill, edited: Item.drill.with { $0.notes = "Battery is new" })
    )
    let dates = try #require(try database.history(ofItem: Item.drill.id, movementLimit: 5).dates)
    #expect(dates.added == expected.added)
    // The file has milliseconds.
    #expect(dates.changed >= start.addingTimeInterval(-0.001))
  }

  @Test func `of a long history, the least and the last levels of each part are left`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(Item.drill.with { $0.quantity = 100 })
    for round in 1...30 {
      // Once there is nothing at all.
      try database.book(
        Booking(.counted, round == 17 ? 0 : Quantity(100 + round)),
        ofItem: Item.drill.id
      )
    }
    let all = try database.history(ofItem: Item.drill.id, movementLimit: 1)
    #expect(all.levels.count == 31)
    let some = try database.history(ofItem: Item.drill.id, movementLimit: 1, levelLimit: 10)
    #expect(some.levels.count <= 10)
    #expect(some.levels.map(\.quantity).min() == 0)
    #expect(some.levels.last == all.levels.last)
    // Two may have the same date, in milliseconds, but not the same quantity.
    let places = try some.levels.map { try #require(all.levels.firstIndex(of: $0)) }
    #expect(places == places.sorted())
  }
}
