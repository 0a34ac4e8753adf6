import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

/// Lists of items: their order, their pages, and what they are limited to.
@Suite struct ItemPagesTests {
  /// Items whose orders all differ.
  private let things = [
    Item(
      id: .number(1),
      name: "Äpfel",
      sku: "C",
      quantity: 5,
      price: Money(thousandths: 100),
      location: "Cellar",
      tags: ["Food"]
    ),
    Item(
      id: .number(2),
      name: "apple pie",
      sku: "B",
      quantity: 9,
      price: Money(thousandths: 300),
      location: "Kitchen / Fridge",
      notes: "with crème fraîche"
    ),
    Item(
      id: .number(3),
      name: "Zebra crossing",
      sku: "A",
      barcode: "4006381333931",
      quantity: 1,
      reorderLevel: 2,
      price: Money(thousandths: 200),
      location: "Kitchen",
      tags: ["FOOD", "odd"]
    ),
  ]

  private func skus(_ inventory: OpenInventory, _ query: ItemQuery) async throws -> String {
    try await inventory.items(query).map(\.sku).joined()
  }

  @Test(
    arguments: Engine.all,
    [
      (ItemSort.name, "CBA"), (.sku, "ABC"), (.location, "CAB"), (.quantity, "ACB"),
      (.price, "CAB"),
    ]
  )
  func `a list is sorted`(engine: Engine, order: (sort: ItemSort, skus: String)) async throws {
    let inventory = try await engine.open(with: things)
    #expect(try await skus(inventory, ItemQuery(sort: order.sort)) == order.skus)
  }

  @Test(arguments: Engine.all, ItemSort.allCases)
  func `the pages of a list are parts of one order, in which every item is once`(
    engine: Engine,
    sort: ItemSort
  ) async throws {
    // Many that are the same in what they are sorted by.
    let items = (0..<60).map { (number: Int) -> Item in
      let quantity = Quantity(millionths: Int64(number % 2))
      return Item(
        id: .number(100 + number),
        name: "Thing \(number % 3)",
        sku: String(format: "%03d", number),
        quantity: quantity,
        location: number % 4 == 0 ? "" : "Shelf \(number % 4)"
      )
    }
    let inventory = try await engine.open(with: items.shuffled())
    let client = inventory.clients.items
    let query = ItemQuery(sort: sort)
    let all = try await inventory.items(query).map(\.id)
    #expect(Set(all) == Set(items.map(\.id)) && all.count == 60)
    for start in [0, 7, 29, 30, 53] {
      let page = try await client.completePage(query, start..<(start + 7))
      #expect((page.count, page.start, page.isComplete) == (60, start, true))
      #expect(page.rows.map(\.id) == Array(all[start..<(start + 7)]))
    }
    #expect(try await client.completePage(query, 58..<70).rows.map(\.id) == Array(all[58...]))
    #expect(try await client.completePage(query, 80..<90).rows == [])
    for (place, id) in all.enumerated().filter({ $0.offset % 13 == 0 }) {
      #expect(try await client.position(id, query) == place)
    }
  }

  @Test(arguments: Engine.all)
  func `rows that come at once are rows of the list`(engine: Engine) async throws {
    let inventory = try await engine.open(with: things)
    let page = try await inventory.clients.items.page(ItemQuery(searchText: "a"), 0..<2)
    let whole = try await inventory.items(ItemQuery(searchText: "a"))
    #expect(page.rows == Array(whole.prefix(2)))
    #expect(page.count == whole.count || !page.isComplete)
  }

  @Test(
    arguments: Engine.all,
    [
      ("", "CBA"), ("apfel", "C"), ("APPLE", "B"), ("a", "CBA"), ("zeb cro", "A"),
      ("cross zebra", "A"),
      ("ebra", ""), ("fraiche", "B"), ("fridge", "B"), ("kitchen", "BA"), ("food", "CA"),
      ("400638", "A"), ("\"", ""), ("zebra* OR", ""), ("' --", ""), ("100%", ""), ("%", ""),
      (" ", "CBA"),
    ]
  )
  func `a search finds the beginnings of words, whatever their case and accents`(
    engine: Engine,
    search: (text: String, skus: String)
  ) async throws {
    let inventory = try await engine.open(with: things)
    #expect(try await skus(inventory, ItemQuery(searchText: search.text)) == search.skus)
  }

  @Test(
    arguments: Engine.all,
    [
      (ItemFilter(isLow: true), "A"), (ItemFilter(location: "Kitchen"), "BA"),
      (ItemFilter(location: "Kitchen / Fridge"), "B"), (ItemFilter(location: "Kit"), ""),
      (ItemFilter(tag: "föod"), "CA"), (ItemFilter(isLow: true, tag: "food"), "A"),
      (ItemFilter(tag: "fo"), ""),
    ]
  )
  func `a filter limits a list`(
    engine: Engine,
    filter: (value: ItemFilter, skus: String)
  ) async throws {
    let inventory = try await engine.open(with: things)
    #expect(try await skus(inventory, ItemQuery(filter: filter.value)) == filter.skus)
  }

  @Test(arguments: Engine.all)
  func `a place, a search and a filter limit a list together`(engine: Engine) async throws {
    let inventory = try await engine.open(with: things)
    // Only what is in the place itself.
    #expect(try await skus(inventory, ItemQuery(location: "Kitchen")) == "A")
    let query = ItemQuery(searchText: "a", filter: ItemFilter(location: "Kitchen"), sort: .price)
    #expect(try await skus(inventory, query) == "AB")
    #expect(try await inventory.clients.items.position(.number(2), query) == 1)
    #expect(try await inventory.clients.items.position(.number(1), query) == nil)
  }

  @Test(arguments: Engine.all)
  func `a list follows what is changed`(engine: Engine) async throws {
    let inventory = try await engine.open(with: things)
    try await inventory.change(.number(3)) {
      $0.name = "Aardvark"
      $0.location = "Cellar"
    }
    try await inventory.clients.items.delete(.number(2))
    #expect(try await skus(inventory, ItemQuery()) == "AC")
    #expect(try await skus(inventory, ItemQuery(searchText: "zebra")) == "")
    #expect(try await skus(inventory, ItemQuery(searchText: "aardvark cellar")) == "A")
    let id = try await inventory.locationID("Cellar")
    let edit = LocationEdit(id: id, original: LocationPath("Cellar"), name: "Vault")
    try await inventory.clients.locations.edit(edit, false)
    #expect(try await skus(inventory, ItemQuery(searchText: "vault")) == "AC")
    #expect(try await skus(inventory, ItemQuery(searchText: "cellar")) == "")
  }

  @Test(arguments: Engine.all)
  func `a page that nobody waits for ends, and the next one comes`(engine: Engine) async throws {
    let inventory = try await engine.open(with: things)
    let items = inventory.clients.items
    for _ in 0..<50 {
      let overtaken = Task { try await items.completePage(ItemQuery(searchText: "a"), .first) }
      overtaken.cancel()
      _ = await overtaken.result
    }
    #expect(try await items.page(ItemQuery(searchText: "zebra"), .first).rows.map(\.sku) == ["A"])
  }
}
