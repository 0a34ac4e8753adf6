import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// What is undone and redone while a stocktake goes on. There are ten pieces of the item.
@Suite struct StocktakeChangeTests {
  private let database: InventoryDatabase
  private let inventory: InventoryClients
  private let changes: AsyncStream<InventoryChange>
  private let id = Item.drill.id

  init() throws {
    database = try .temporary()
    try database.save(Item.drill.with { $0.quantity = 10 })
    inventory = .live(database)
    changes = inventory.undo.madeChanges()
  }

  private func nextChange() async throws -> InventoryChange {
    var iterator = changes.makeAsyncIterator()
    return try #require(await iterator.next())
  }

  /// - Returns: The change that was made.
  @discardableResult
  private func count(_ amount: Quantity, isAddition: Bool = false) async throws -> InventoryChange {
    _ = try await inventory.stocktake.count(amount, id, isAddition)
    return try await nextChange()
  }

  private func counted() throws -> [Quantity] { try database.stocktake().map(\.counted) }

  private func book() async throws {
    try await inventory.stocktake.book(try await inventory.stocktake.counts())
  }

  private func quantity() throws -> Quantity? { try database.item(id: id)?.quantity }

  @Test func `a movement that is taken back was not there when the item was counted`() async throws
  {
    _ = try await inventory.movements.book(Booking(.received, 5), id)
    let mistake = try await nextChange()
    try await count(10)
    let redo = try await inventory.undo.revert(mistake)
    #expect(try await inventory.stocktake.counts().map(\.expected) == [10])
    // Nor was it missing when it is booked after all.
    let undo = try await inventory.undo.revert(redo)
    #expect(try await inventory.stocktake.counts().map(\.expected) == [15])
    _ = try await inventory.undo.revert(undo)
    try await book()
    #expect(try quantity() == 10)
  }

  @Test func `a count is taken back and made again`() async throws {
    let change = try await count(8)
    #expect(change.kind == .counted(name: "Drill"))
    let redo = try await inventory.undo.revert(change)
    #expect(try counted() == [])
    let undo = try await inventory.undo.revert(redo)
    #expect(try counted() == [8])
    _ = try await inventory.undo.revert(undo)
    #expect(try counted() == [])
  }

  @Test(arguments: [(true, 11), (false, 3)] as [(Bool, Quantity)])
  func `the count before is there again`(isAddition: Bool, sum: Quantity) async throws {
    try await count(8)
    let earlier = try database.stocktake()
    let change = try await count(3, isAddition: isAddition)
    #expect(try counted() == [sum])
    let redo = try await inventory.undo.revert(change)
    #expect(try database.stocktake() == earlier)
    _ = try await inventory.undo.revert(redo)
    #expect(try counted() == [sum])
  }

  @Test func `a count stays that somebody else has added to`() async throws {
    let change = try await count(8)
    try database.count(2, ofItem: id, isAddition: true)
    await #expect(throws: UndoProblem.countChangedMeanwhile(name: "Drill")) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try counted() == [10])
  }

  @Test func `a count that is booked by somebody else is not taken back`() async throws {
    let change = try await count(8)
    try database.bookStocktake(database.stocktake())
    await #expect(throws: UndoProblem.countChangedMeanwhile(name: "Drill")) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try quantity() == 8)
  }

  @Test func `a count is not made again where somebody else has counted`() async throws {
    let redo = try await inventory.undo.revert(try await count(8))
    try database.count(2, ofItem: id, isAddition: false)
    await #expect(throws: UndoProblem.countChangedMeanwhile(name: "Drill")) {
      _ = try await inventory.undo.revert(redo)
    }
    #expect(try counted() == [2])
  }

  @Test func `a redone count expects what it did after a movement was taken back`() async throws {
    _ = try await inventory.movements.book(Booking(.received, 5), id)
    let mistake = try await nextChange()
    let change = try await count(10)
    _ = try await inventory.undo.revert(mistake)
    let redo = try await inventory.undo.revert(change)
    _ = try await inventory.undo.revert(redo)
    #expect(try database.stocktake().map(\.expected) == [10])
  }

  @Test func `a movement after the count does not matter to it`() async throws {
    try await count(8)
    try sqlite(database.path, "UPDATE stocktakeCount SET countedAt = countedAt - 1000")
    _ = try await inventory.movements.book(Booking(.received, 5), id)
    _ = try await inventory.undo.revert(try await nextChange())
    #expect(try await inventory.stocktake.counts().map(\.expected) == [10])
  }

  @Test func `a stocktake is booked again although an item was counted anew`() async throws {
    try await count(8)
    try await book()
    let redo = try await inventory.undo.revert(try await nextChange())
    #expect(try quantity() == 10)
    try await count(8)
    _ = try await inventory.undo.revert(redo)
    #expect(try quantity() == 8)
    try await book()
    #expect(try quantity() == 8)
  }

  @Test func `a stocktake is not booked any more although an item was counted anew`() async throws {
    try await count(8)
    try await book()
    let booking = try await nextChange()
    try await count(8)
    _ = try await inventory.undo.revert(booking)
    #expect(try quantity() == 10)
    try await book()
    #expect(try quantity() == 8)
  }

  @Test func `counts that were removed or discarded come back`() async throws {
    try await count(8)
    let counts = try await inventory.stocktake.counts()
    try await inventory.stocktake.removeCount(id)
    let removal = try await nextChange()
    #expect(removal.kind == .countRemoved(name: "Drill"))
    _ = try await inventory.undo.revert(removal)
    #expect(try await inventory.stocktake.counts() == counts)

    try await inventory.stocktake.discard()
    let discarding = try await nextChange()
    #expect(discarding.kind == .countsDiscarded)
    let redo = try await inventory.undo.revert(discarding)
    #expect(try await inventory.stocktake.counts() == counts)
    _ = try await inventory.undo.revert(redo)
    #expect(try await inventory.stocktake.counts() == [])
  }
}
