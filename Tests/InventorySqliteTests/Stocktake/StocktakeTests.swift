import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct StocktakeTests {
  let database: InventoryDatabase

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer, .lamp])
  }

  private func quantities() throws -> [Quantity] {
    try [Item.drill, .hammer, .lamp].map { try #require(try database.item(id: $0.id)).quantity }
  }

  @Test func `a count is there after the program has been killed`() throws {
    let date = Date(milliseconds: 1_700_000_000_123)
    try database.count(3, ofItem: Item.drill.id, date: date)
    // Another connection sees what is in the file, and nothing else.
    let counts = try InventoryDatabase(path: database.path).stocktake()
    #expect(counts == [StocktakeCount(item: .drill, counted: 3, expected: 4, date: date)])
    #expect(try quantities() == [4, 11, 2])
  }

  @Test func `a second count comes to the first one, or takes its place`() throws {
    try database.count(3, ofItem: Item.drill.id)
    #expect(try database.count(2, ofItem: Item.drill.id, isAddition: true).counted == 5)
    #expect(try database.count(6, ofItem: Item.drill.id).counted == 6)
    #expect(try database.count(1, ofItem: Item.lamp.id, isAddition: true).counted == 1)
    #expect(try database.stocktake().map(\.counted).sorted() == [1, 6])
    #expect(try database.countedItems() == 2)
    try database.removeCount(ofItem: Item.lamp.id)
    #expect(try database.stocktake().map(\.id) == [Item.drill.id])
    try database.discardStocktake()
    #expect(try database.stocktake().isEmpty)
    #expect(try database.countedItems() == 0)
    #expect(throws: InventoryError.itemGone) {
      try database.count(1, ofItem: .number(99))
    }
  }

  @Test func `what is booked is of the moment of counting; later movements are kept`() throws {
    let date = Date(milliseconds: 1_700_000_000_000)
    try database.count(3, ofItem: Item.drill.id, date: date)
    try database.count(11, ofItem: Item.hammer.id, date: date)
    // Five drills come after they were counted.
    try database.book(Booking(.received, 5), ofItem: Item.drill.id)
    let counts = try database.stocktake()
    #expect(counts.first { $0.id == Item.drill.id }?.movedSince == 5)
    #expect(counts.first { $0.id == Item.drill.id }?.quantityAfterwards == 8)

    try database.bookStocktake(counts)
    #expect(try quantities() == [8, 11, 2])
    let movements = try database.movements(ofItem: Item.drill.id)
    #expect(movements.first { $0.date == date }?.delta == -1)
    #expect(movements.first { $0.date == date }?.reason == .counted)
    // A count that finds what was expected is remembered, too.
    #expect(try database.movements(ofItem: Item.hammer.id).map(\.delta).sorted() == [0, 11])
    #expect(try database.stocktake().isEmpty)
  }

  @Test func `only what was reviewed is booked`() throws {
    try database.count(3, ofItem: Item.drill.id)
    let reviewed = try database.stocktake()
    try database.count(10, ofItem: Item.hammer.id)
    #expect(throws: StocktakeProblem.countsChanged) { try database.bookStocktake(reviewed) }
    #expect(try quantities() == [4, 11, 2])
    #expect(try database.stocktake().count == 2)
    // Another name or a movement since does not change what was reviewed.
    let all = try database.stocktake()
    try database.save(
      ItemEdit(original: .drill, edited: Item.drill.with { $0.name = "Cordless drill" })
    )
    try database.bookStocktake(all)
    #expect(try quantities() == [3, 10, 2])
  }

  @Test func `what cannot be is counted again, and nothing is booked before`() throws {
    try database.count(1, ofItem: Item.drill.id)
    try database.count(10, ofItem: Item.hammer.id)
    // Of one drill, three are taken.
    try database.book(Booking(.used, 3), ofItem: Item.drill.id)
    let counts = try database.stocktake()
    #expect(counts.first { $0.id == Item.drill.id }?.quantityAfterwards == nil)
    #expect(throws: StocktakeProblem.countAgain(names: ["Drill"])) {
      try database.bookStocktake(counts)
    }
    #expect(try quantities() == [1, 11, 2])
    try database.count(1, ofItem: Item.drill.id)
    try database.bookStocktake(try database.stocktake())
    #expect(try quantities() == [1, 10, 2])
  }

  @Test func `the count of a deleted item goes with it`() throws {
    try database.count(1, ofItem: Item.drill.id)
    try database.delete(id: Item.drill.id)
    #expect(try database.stocktake().isEmpty)
  }

  @Test func `a booked stocktake is taken back as a whole, and its counts are there again`()
    async throws
  {
    let inventory = InventoryClients.live(database)
    let changes = inventory.undo.madeChanges()
    try database.count(3, ofItem: Item.drill.id)
    try database.count(12, ofItem: Item.hammer.id)
    let counts = try database.stocktake()
    try await inventory.stocktake.book(counts)
    #expect(try quantities() == [3, 12, 2])

    var iterator = changes.makeAsyncIterator()
    let change = try #require(await iterator.next())
    #expect(change.kind == .stocktake)
    let redo = try await inventory.undo.revert(change)
    #expect(try quantities() == [4, 11, 2])
    #expect(try database.stocktake() == counts)
    #expect(try database.movements(ofItem: Item.drill.id).map(\.delta) == [4])

    _ = try await inventory.undo.revert(redo)
    #expect(try quantities() == [3, 12, 2])
    #expect(try database.stocktake().isEmpty)
  }

  @Test func `an item is found by its barcode, its SKU, or words`() throws {
    let coded = Item.drill.with { $0.barcode = "4006381333931" }
    try database.save(ItemEdit(original: .drill, edited: coded))
    #expect(try database.matches(" 4006381333931 ").exact == [coded])
    #expect(try database.matches("T-200").exact == [.hammer])
    #expect(try database.matches("t-200").exact == [.hammer])
    #expect(try database.matches("") == ItemMatches())
    // The beginning of a barcode is not a barcode.
    #expect(try database.matches("4006381") == ItemMatches(similar: [coded]))
    #expect(try database.matches("lam") == ItemMatches(similar: [.lamp]))
    #expect(try database.matches("999") == ItemMatches())

    let same = Item.hammer.with { $0.barcode = coded.barcode }
    try database.save(ItemEdit(original: .hammer, edited: same))
    #expect(try database.matches(coded.barcode).exact == [coded, same])
  }
}
