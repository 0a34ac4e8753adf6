import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

/// Bookings and the history that they make. The quantity is always the sum of the movements.
@Suite struct MovementsClientTests {
  @Test(
    arguments: Engine.all,
    [
      (Booking(.received, 6), 10, 6), (Booking(.used, 4, note: "lent"), 0, -4),
      (Booking(.counted, 9), 9, 5), (Booking(.counted, 4), 4, 0),
    ]
  )
  func `a booking changes the quantity and is in the history`(
    engine: Engine,
    booked: (booking: Booking, quantity: Quantity, delta: Quantity)
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    let movements = inventory.clients.movements
    let start = Date()
    let item = try await movements.book(booked.booking, Item.drill.id)
    #expect(item == .drill.with { $0.quantity = booked.quantity })
    #expect(try await inventory.clients.items.item(Item.drill.id) == item)
    let movement = try #require(
      try await movements.history(Item.drill.id, 10).movements.first
    )
    #expect((movement.reason, movement.delta) == (booked.booking.reason, booked.delta))
    #expect(movement.note == booked.booking.note)
    // Dates are exact to the millisecond.
    #expect(abs(movement.date.timeIntervalSince(start)) < 60)
  }

  @Test(arguments: Engine.all)
  func `no more is taken than there is`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let movements = inventory.clients.movements
    await #expect(throws: InventoryError.notEnough(available: 4)) {
      try await movements.book(Booking(.used, 5), Item.drill.id)
    }
    await #expect(throws: InventoryError.self) {
      try await movements.book(Booking(.received, .max), Item.drill.id)
    }
    await #expect(throws: InventoryError.itemGone) {
      try await movements.book(Booking(.used, 1), .number(99))
    }
    #expect(try await inventory.clients.items.item(Item.drill.id) == .drill)
    #expect(try await movements.history(Item.drill.id, 10).movementCount == 1)
  }

  @Test(arguments: Engine.all)
  func `bookings by several programs at once all count`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let other = try await inventory.openAgain()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for clients in [inventory.clients, other] {
        for _ in 0..<10 {
          group.addTask {
            _ = try await clients.movements.book(Booking(.received, 1), Item.drill.id)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await inventory.clients.items.item(Item.drill.id)?.quantity == 24)
    let history = try await other.movements.history(Item.drill.id, 100)
    #expect(history.movements.reduce(0) { $0 + $1.delta } == 24)
  }

  @Test(arguments: Engine.all)
  func `the levels are the sums of the movements, the oldest first`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill, .hammer])
    let movements = inventory.clients.movements
    _ = try await movements.book(Booking(.received, 6), Item.drill.id)
    _ = try await movements.book(Booking(.used, 3), Item.drill.id)
    let history = try await movements.history(Item.drill.id, 2)
    #expect(history.levels.map(\.quantity) == [4, 10, 7])
    #expect(history.movements.map(\.delta) == [-3, 6])
    #expect(history.movementCount == 3)
    let dates = try #require(history.dates)
    #expect(dates.added <= dates.changed)
    #expect(try await movements.history(.number(9), 5) == StockHistory())
  }

  @Test(arguments: Engine.all)
  func `an item that is put elsewhere has that in its history`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    try await inventory.change(Item.drill.id) { $0.location = "Shed" }
    let moved = try await inventory.clients.movements.history(Item.drill.id, 1).movements.first
    #expect(moved?.reason == .moved && moved?.delta == 0)
    #expect(moved?.origin == "Workshop" && moved?.destination == "Shed")
  }

  @Test(arguments: Engine.all)
  func `the latest movements of all items come first, for one reason or all`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill, .hammer])
    let movements = inventory.clients.movements
    _ = try await movements.book(Booking(.received, 6), Item.hammer.id)
    _ = try await movements.book(Booking(.used, 1, note: "lent"), Item.drill.id)
    let all = try await movements.recent(nil, 20)
    let bookings = all.changes.filter { $0.movement.reason != .moved }
    #expect(bookings.map(\.sku) == ["T-100", "T-200", "T-200", "T-100"])
    #expect(bookings.map(\.movement.delta) == [-1, 6, 11, 4])
    #expect(!all.hasMore)
    let some = try await movements.recent(nil, 2)
    #expect(some == RecentChanges(Array(all.changes.prefix(2)), hasMore: true))
    #expect(try await movements.recent(.used, 2) == RecentChanges([all.changes[0]]))
  }
}
