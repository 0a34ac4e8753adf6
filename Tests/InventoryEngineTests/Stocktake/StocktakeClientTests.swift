import InventoryCore
import InventoryTestSupport
import Testing

/// The stocktake that is going on.
@Suite struct StocktakeClientTests {
  @Test(arguments: Engine.all)
  func `a count comes to an earlier one, or takes its place`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill, .lamp])
    let stocktake = inventory.clients.stocktake
    let first = try await stocktake.count(3, Item.drill.id, false)
    #expect((first.item, first.counted, first.expected) == (.drill, 3, 4))
    #expect(try await stocktake.counts() == [first])
    #expect(try await stocktake.count(2, Item.drill.id, true).counted == 5)
    #expect(try await stocktake.count(6, Item.drill.id, false).counted == 6)
    #expect(try await stocktake.count(1, Item.lamp.id, true).counted == 1)
    // The latest first, and of all who count.
    #expect(try await inventory.openAgain().stocktake.counts().map(\.counted) == [1, 6])
    #expect(try await stocktake.countedItems() == 2)
    await #expect(throws: InventoryError.itemGone) {
      try await stocktake.count(1, .number(99), false)
    }
    #expect(try await inventory.items() == [.drill, .lamp])
  }

  @Test(arguments: Engine.all)
  func `counts are removed one by one, or all`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill, .lamp])
    let stocktake = inventory.clients.stocktake
    for item in [Item.drill, .lamp] { _ = try await stocktake.count(1, item.id, false) }
    try await stocktake.removeCount(Item.lamp.id)
    try await stocktake.removeCount(Item.lamp.id)
    #expect(try await stocktake.counts().map(\.id) == [Item.drill.id])
    try await stocktake.discard()
    #expect(try await stocktake.counts() == [])
    #expect(try await stocktake.countedItems() == 0)
  }

  @Test(arguments: Engine.all)
  func `what is booked is of the moment of counting; later movements are kept`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill, .lamp])
    let clients = inventory.clients
    _ = try await clients.stocktake.count(3, Item.drill.id, false)
    _ = try await clients.stocktake.count(2, Item.lamp.id, false)
    _ = try await clients.movements.book(Booking(.received, 5), Item.drill.id)
    try await clients.stocktake.book(clients.stocktake.counts())
    #expect(try await clients.items.item(Item.drill.id)?.quantity == 8)
    #expect(try await clients.items.item(Item.lamp.id)?.quantity == 2)
    #expect(try await clients.stocktake.counts() == [])
    let history = try await clients.movements.history(Item.drill.id, 10)
    #expect(history.movements.map(\.delta).sorted() == [-1, 4, 5])
  }

  @Test(arguments: Engine.all)
  func `counts are booked only as they were reviewed`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill, .lamp])
    let stocktake = inventory.clients.stocktake
    _ = try await stocktake.count(3, Item.drill.id, false)
    let reviewed = try await stocktake.counts()
    _ = try await inventory.openAgain().stocktake.count(1, Item.lamp.id, false)
    await #expect(throws: StocktakeProblem.countsChanged) { try await stocktake.book(reviewed) }
    #expect(try await inventory.items() == [.drill, .lamp])
    #expect(try await stocktake.countedItems() == 2)
  }

  @Test(arguments: Engine.all)
  func `an item of which more was taken than counted is counted again`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    let clients = inventory.clients
    _ = try await clients.stocktake.count(1, Item.drill.id, false)
    _ = try await clients.movements.book(Booking(.used, 3), Item.drill.id)
    await #expect(throws: StocktakeProblem.countAgain(names: ["Drill"])) {
      try await clients.stocktake.book(clients.stocktake.counts())
    }
    #expect(try await clients.stocktake.countedItems() == 1)
  }
}
