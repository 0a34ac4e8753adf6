import InventoryCore
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
    let enough = try database.lowStock(since: start.latestMovement)
    #expect(enough == LowStock(latestMovement: start.latestMovement + 1))
    try database.book(Booking(.used, 1), ofItem: screws.id)
    let low = try database.lowStock(since: enough.latestMovement)
    #expect(low.items == [screws.with { $0.quantity = 5 }])
    // It is told once, until there is enough again.
    try database.book(Booking(.used, 1), ofItem: screws.id)
    let still = try database.lowStock(since: low.latestMovement)
    #expect(still.items == [])
    try database.book(Booking(.received, 9), ofItem: screws.id)
    try database.book(Booking(.used, 9), ofItem: screws.id)
    #expect(try database.lowStock(since: still.latestMovement).items == [])
    #expect(try database.lowStock(since: start.latestMovement).items.map(\.sku) == ["S"])
  }

  @Test func `an item without a reorder level never runs low`() throws {
    let start = try database.lowStock(since: nil)
    try database.book(Booking(.used, 4), ofItem: Item.drill.id)
    #expect(try database.lowStock(since: start.latestMovement).items == [])
  }

  @Test func `an import is not told item by item`() throws {
    let start = try database.lowStock(since: nil)
    try database.importItems(
      (0..<1_001).map { Item(id: .number(100 + $0), name: "I", sku: "I-\($0)", quantity: 9) }
    )
    try database.book(Booking(.used, 9), ofItem: screws.id)
    let low = try database.lowStock(since: start.latestMovement)
    #expect(low.items == [])
    #expect(low.latestMovement > start.latestMovement + 1_000)
  }
}
