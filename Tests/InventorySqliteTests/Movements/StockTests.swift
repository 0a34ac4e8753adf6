import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Quantities and their movements.
@Suite struct StockTests {
  let database: InventoryDatabase

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer, .lamp])
  }

  private func deltas(_ id: Item.ID) throws -> [Quantity] {
    try database.movements(ofItem: id).map(\.delta)
  }

  @Test func `a booking changes the quantity and is remembered`() throws {
    let id = Item.drill.id
    #expect(try database.book(Booking(.received, 6, note: "order 12"), ofItem: id).quantity == 10)
    #expect(try database.book(Booking(.used, 3), ofItem: id).quantity == 7)
    let movements = try database.movements(ofItem: id)
    #expect(movements.map(\.reason) == [.used, .received, .counted])
    #expect(movements.map(\.delta) == [-3, 6, 4])
    #expect(movements.map(\.note) == ["", "order 12", ""])
    #expect(try database.book(Booking(.counted, 5), ofItem: id).quantity == 5)
    // A count that finds what was expected is worth remembering, too.
    #expect(try database.book(Booking(.counted, 5), ofItem: id).quantity == 5)
    #expect(try deltas(id) == [0, -2, -3, 6, 4])
  }

  @Test func `nobody can take more than there is`() throws {
    #expect(throws: InventoryError.notEnough(available: 4)) {
      try database.book(Booking(.used, 5), ofItem: Item.drill.id)
    }
    #expect(throws: InventoryError.notEnough(available: 4)) {
      try database.book(Booking(.received, .max), ofItem: Item.drill.id)
    }
    #expect(throws: InventoryError.itemGone) {
      try database.book(Booking(.received, 1), ofItem: .number(99))
    }
    #expect(try deltas(Item.drill.id) == [4])
  }

  @Test func `a quantity that is written or imported was counted`() throws {
    let edit = ItemEdit(original: .drill, edited: Item.drill.with { $0.quantity = 1 })
    try database.save(edit)
    #expect(try deltas(Item.drill.id) == [-3, 4])
    try database.save(ItemEdit(original: .hammer, edited: Item.hammer.with { $0.name = "Mallet" }))
    #expect(try deltas(Item.hammer.id) == [11])
    try database.importItems([.drill])
    #expect(try deltas(Item.drill.id) == [3, -3, 4])
  }

  @Test func `the movements of a deleted item go with it`() throws {
    try database.delete(id: Item.drill.id)
    let left = "SELECT count(*) FROM movement WHERE itemKey NOT IN (SELECT key FROM item)"
    #expect(try sqlite(database.path, left) == "0\n")
  }

  @Test func `quantities are the sums of their movements, whatever happens`() throws {
    var random = SystemRandomNumberGenerator()
    var items: [Item] = [.drill, .hammer, .lamp]
    for _ in 0..<300 {
      let index = Int.random(in: items.indices, using: &random)
      let id = items[index].id
      switch Int.random(in: 0..<4, using: &random) {
      case 0: _ = try? database.book(Booking(.used, random.quantity()), ofItem: id)
      case 1: try database.importItems([items[index].with { $0.quantity = random.quantity() }])
      case 2: try database.save(items[index].with { $0.quantity = random.quantity() })
      default:
        try database.delete(id: id)
        items[index] = Item(id: UUID(), name: "New", sku: "N-\(UUID())", quantity: 3)
        try database.save(items[index])
      }
    }
    let different = """
      SELECT count(*) FROM item
      WHERE quantityMillionths
        <> (SELECT ifnull(sum(deltaMillionths), 0) FROM movement WHERE itemKey = key)
      """
    #expect(try sqlite(database.path, different) == "0\n")
    #expect(try sqlite(database.path, "SELECT count(*) FROM item") == "3\n")
    #expect(try sqlite(database.path, "PRAGMA foreign_key_check") == "")
  }

  @Test func `the search follows every change`() throws {
    func names(_ text: String) throws -> [String] {
      try database.items(ItemQuery(searchText: text)).map(\.name)
    }
    let drill = Item.drill.with {
      $0.name = "Bohrmaschine"
      $0.barcode = "4006381333931"
      $0.tags = ["élec", "power tools"]
      $0.location = "Workshop / Shelf 2"
    }
    try database.save(drill)
    #expect(try database.item(id: drill.id) == drill)
    #expect(try names("drill") == [])
    for text in ["bohr", "40063813", "ELEC", "tools pow", "shelf", "t-100", "18"] {
      #expect(try names(text) == ["Bohrmaschine"], "\(text)")
    }
    #expect(try names("workshop") == ["Bohrmaschine", "hammer"])
    try sqlite(database.path, "UPDATE location SET path = 'Cellar' WHERE name = 'Shelf 2'")
    #expect(try names("shelf") == [])
    #expect(try names("cellar") == ["Bohrmaschine"])
    try database.delete(id: drill.id)
    #expect(try names("bohr") == [])
    #expect(
      try sqlite(
        database.path,
        "INSERT INTO itemSearch (itemSearch) VALUES ('integrity-check')"
      ) == ""
    )
  }

  @Test func `an import keeps what files say nothing about`() throws {
    let drill = Item.drill.with {
      $0.barcode = "123"
      $0.reorderLevel = 2
      $0.tags = ["tool"]
    }
    try database.save(drill)
    try database.importItems([Item.drill.with { $0.name = "Borer" }])
    #expect(try database.item(id: drill.id) == drill.with { $0.name = "Borer" })
  }

  @Test func `locations around others come with their items, and stay`() throws {
    try database.save(Item.drill.with { $0.location = "A / B / C" })
    let paths = "SELECT group_concat(path, '; ') FROM (SELECT path FROM location ORDER BY path)"
    #expect(
      try sqlite(database.path, paths) == "A; A / B; A / B / C; Living room; Workshop\n"
    )
    try database.save(.drill)
    #expect(
      try sqlite(database.path, paths) == "A; A / B; A / B / C; Living room; Workshop\n"
    )
  }
}

extension SystemRandomNumberGenerator {
  /// A quantity below ten with up to six decimals.
  fileprivate mutating func quantity() -> Quantity {
    Quantity(millionths: .random(in: 0..<10_000_000, using: &self))
  }
}
