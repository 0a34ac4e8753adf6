import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct LowStockTests {
  let database: InventoryDatabase
  private let screws = Item(id: .number(4), name: "Screws", sku: "S", quantity: 10, reorderLevel: 5)
  private let nails = Item(id: .number(5), name: "Nails", sku: "N", quantity: 10, reorderLevel: 5)

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, screws, nails])
  }

  @Test func `an item that had enough and has not now has run low`() throws {
    let start = try database.lowStock(since: nil)
    #expect(start.items == [])
    try database.book(Booking(.used, 4), ofItem: screws.id)
    #expect(try database.lowStock(since: start.latestEvent) == start)
    try database.book(Booking(.used, 1), ofItem: screws.id)
    let low = try database.lowStock(since: start.latestEvent)
    #expect(low.items == [screws.with { $0.quantity = 5 }])
    // It is told once, until there is enough again.
    try database.book(Booking(.used, 1), ofItem: screws.id)
    #expect(try database.lowStock(since: low.latestEvent) == LowStock(latestEvent: low.latestEvent))
    try database.book(Booking(.received, 9), ofItem: screws.id)
    #expect(try database.lowStock(since: start.latestEvent).items == [])
    try database.book(Booking(.used, 9), ofItem: screws.id)
    #expect(try database.lowStock(since: low.latestEvent).items.map(\.sku) == ["S"])
  }

  @Test func `an item whose reorder level is raised above its quantity has run low`() throws {
    let start = try database.lowStock(since: nil)
    for (level, isLow) in [(9, false), (10, true), (12, false), (nil, false), (11, true)]
      as [(Quantity?, Bool)]
    {
      let before = try database.lowStock(since: nil)
      try database.save(screws.with { $0.reorderLevel = level })
      let low = try database.lowStock(since: before.latestEvent)
      #expect(low.items.map(\.reorderLevel) == (isLow ? [level] : []))
    }
    #expect(try database.lowStock(since: start.latestEvent).count == 1)
  }

  @Test func `an item without a reorder level never runs low, nor does a new item`() throws {
    let start = try database.lowStock(since: nil)
    try database.book(Booking(.used, 4), ofItem: Item.drill.id)
    try database.save(Item(id: .number(6), name: "Bolts", sku: "B", quantity: 1, reorderLevel: 5))
    #expect(try database.lowStock(since: start.latestEvent) == start)
  }

  @Test func `an item that is gone is not told`() throws {
    let start = try database.lowStock(since: nil)
    try database.book(Booking(.used, 9), ofItem: screws.id)
    try database.delete(id: screws.id)
    #expect(try database.lowStock(since: start.latestEvent).items == [])
  }

  @Test func `an import may make many items run low, of which the first are told`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let items = (0..<1_200).map {
      Item(id: .number(100 + $0), name: "I", sku: "I-\($0)", quantity: 9, reorderLevel: 2)
    }
    for item in items { try database.save(item) }
    let start = try database.lowStock(since: nil)
    let rows = items.map { "\($0.sku),10" }.joined(separator: "\n")
    try Data("sku,reorder level\n\(rows)\n".utf8).write(to: file)
    _ = try database.importItems(fromFile: file.path(percentEncoded: false)) { preview in
      var options = preview.options
      options.duplicates = .update
      return options
    }
    let low = try database.lowStock(since: start.latestEvent)
    #expect(low.latestEvent == start.latestEvent + 1_200)
    // The database does not remember more.
    #expect(low.count == 1_000)
    #expect(low.items.count == 5)
    #expect(try database.lowStock(since: low.latestEvent).count == 0)
  }
}
