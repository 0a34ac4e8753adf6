import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

/// How many items there are, and what they are worth.
@Suite struct ItemTotalsTests {
  private func item(
    _ number: Int,
    _ quantity: Quantity,
    _ price: Money,
    _ currency: String = "",
    tags: [String] = []
  ) -> Item {
    Item(
      id: .number(number),
      name: "Item \(number)",
      sku: "I-\(number)",
      quantity: quantity,
      price: price,
      currency: currency,
      location: number.isMultiple(of: 2) ? "Shelf" : "",
      tags: tags
    )
  }

  private func totals(
    _ inventory: OpenInventory,
    _ selection: PagedSelection<Item.ID> = .all,
    of query: ItemQuery = ItemQuery()
  ) async throws -> ItemTotals {
    try await inventory.clients.items.totals(SelectedItems(selection, of: query))
  }

  @Test(arguments: Engine.all)
  func `values are added exactly, and never across currencies`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [
      item(1, Quantity(millionths: 333_333), Money(millionths: 2_300)),
      item(2, Quantity(millionths: 1), Money(millionths: 1)),
      item(3, 3, Money(millionths: 19_990_000), "USD"),
      item(4, Quantity(millionths: 100_000), Money(millionths: 100_000), "CHF"),
      item(5, Quantity(millionths: 200_000), Money(millionths: 100_000), "CHF"),
    ])
    #expect(
      try await totals(inventory)
        == ItemTotals(
          count: 5,
          values: [
            StockValue(currency: "", amount: 766_665_901),
            StockValue(currency: "CHF", amount: 30_000_000_000),
            StockValue(currency: "USD", amount: 59_970_000_000_000),
          ]
        )
    )
  }

  @Test(arguments: Engine.all)
  func `items without a price, or of which there are none, are counted`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [
      item(1, 12, .zero), item(2, 0, Money(millionths: 5_000_000), "EUR"), item(3, 4, .zero, "USD"),
    ])
    #expect(try await totals(inventory) == ItemTotals(count: 3))
    #expect(try await totals(try await engine.open()) == ItemTotals())
  }

  @Test(arguments: Engine.all)
  func `values may be larger than 64 bits`(engine: Engine) async throws {
    let greatest = Money(millionths: .max)
    let inventory = try await engine.open(with: [item(1, Quantity(millionths: .max), greatest)])
    let one = Int128(Int64.max) * Int128(Int64.max)
    #expect(try await totals(inventory).values == [StockValue(currency: "", amount: one)])
    for number in 2...3 {
      try await inventory.add(item(number, Quantity(millionths: .max), greatest))
    }
    // More than even 128 bits have.
    #expect(try await totals(inventory).values == [StockValue(currency: "", amount: .max)])
  }

  @Test(arguments: Engine.all)
  func `only what is asked for is added`(engine: Engine) async throws {
    let price = Money(millionths: 1_000_000)
    let inventory = try await engine.open(with: [
      item(1, 1, price, tags: ["Old"]), item(2, 10, price, tags: ["old"]), item(3, 100, price),
      item(4, 1_000, price),
    ])
    func sum(
      _ selection: PagedSelection<Item.ID>,
      _ query: ItemQuery = ItemQuery()
    ) async throws -> [Int] {
      let totals = try await totals(inventory, selection, of: query)
      return [totals.count] + totals.values.map { Int($0.amount / 1_000_000_000_000) }
    }
    #expect(try await sum(.all) == [4, 1_111])
    #expect(try await sum(.all, ItemQuery(filter: ItemFilter(tag: "OLD"))) == [2, 11])
    #expect(try await sum(.all, ItemQuery(location: "Shelf")) == [2, 1_010])
    #expect(try await sum(.all, ItemQuery(filter: ItemFilter(location: "Shelf"))) == [2, 1_010])
    #expect(try await sum(.all, ItemQuery(searchText: "item 3")) == [1, 100])
    #expect(try await sum(.all, ItemQuery(searchText: "?")) == [0])
    #expect(try await sum(.allBut([.number(1)]), ItemQuery(sort: .price)) == [3, 1_110])
    #expect(try await sum(.only([.number(1), .number(3), .number(99)])) == [2, 101])
    #expect(try await sum(.only([])) == [0])
  }

  @Test(arguments: Engine.all)
  func `the dates of items are known, and a booking is a change`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [item(1, 5, .zero), item(2, 5, .zero)])
    let (items, ids) = (inventory.clients.items, Set([1, 2, 99].map(UUID.number)))
    let before = try await items.dates(ids)
    #expect(Set(before.keys) == [.number(1), .number(2)])
    let first = try #require(before[.number(1)])
    #expect(first.added == first.changed)
    #expect(abs(first.added.timeIntervalSinceNow) < 3_600)
    _ = try await inventory.clients.movements.book(Booking(.received, 1), .number(1))
    let after = try await items.dates(ids)
    #expect(try #require(after[.number(1)]).added == first.added)
    #expect(try #require(after[.number(1)]).changed >= first.changed)
    #expect(after[.number(2)] == before[.number(2)])
    #expect(try await items.dates([]) == [:])
  }

  @Test(arguments: Engine.all)
  func `nobody waits for totals that are not wanted any more`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await totals(inventory)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
