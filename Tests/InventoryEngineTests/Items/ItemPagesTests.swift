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

  /// Items that are ordered by what they are worth, how many there should be, and their barcodes.
  private static let goods =
    ([
      ("A", 2, 3_000, "EUR", 5, "40"), ("B", 1, 7_000, "EUR", nil, "4"), ("C", 9, 0, "EUR", 0, ""),
      ("D", 1, 1, "USD", nil, "4a"), ("E", 1, 999_000, "CHF", 12, ""), ("F", 1, 1, "", 5, "10"),
      ("G", 3, 2_000, "EUR", 1, "B"),
    ] as [(String, Int, Int64, String, Int?, String)]).map {
      (sku, quantity, price, currency, level, code) in
      Item(
        id: .number(Int(sku.utf8.first ?? 0)),
        name: "Thing \(sku)",
        sku: sku,
        barcode: code,
        quantity: Quantity(quantity),
        reorderLevel: level.map { Quantity($0) },
        price: Money(thousandths: price),
        currency: currency
      )
    }

  @Test(
    arguments: Engine.all,
    [
      // By the code of the currency, and then by the value.
      (ItemSort.value, "FECAGBD"), (.reorderLevel, "CGAFEBD"), (.barcode, "FBADGCE"),
    ]
  )
  func `a list is sorted by what has no index`(
    engine: Engine,
    order: (sort: ItemSort, skus: String)
  ) async throws {
    let inventory = try await engine.open(with: Self.goods.shuffled())
    for text in ["", "thing"] {
      let query = ItemQuery(searchText: text, sort: order.sort)
      #expect(try await skus(inventory, query) == order.skus)
      let reversed = ItemQuery(searchText: text, sort: order.sort, isReversed: true)
      #expect(try await skus(inventory, reversed) == String(order.skus.reversed()))
      let first = try await inventory.clients.items.page(query, 0..<3)
      #expect(first.rows.map(\.sku).joined() == order.skus.prefix(3))
      for (place, sku) in order.skus.enumerated() {
        let item = try #require(try await inventory.clients.items.itemWithSku(String(sku)))
        #expect(try await inventory.clients.items.position(item.id, query) == place)
        let back = try await inventory.clients.items.position(item.id, reversed)
        #expect(back == order.skus.count - 1 - place)
      }
    }
    // The header of the table knows the same order.
    let comparator = ItemComparator(order.sort)
    let sorted = Self.goods.sorted { comparator.compare($0, $1) == .orderedAscending }
    #expect(sorted.map(\.sku).joined() == order.skus)
  }

  @Test(arguments: Engine.all)
  func `texts are in natural order`(engine: Engine) async throws {
    let names = [
      "2 inch", "10 inch", "Ærø 1", "box", "Box", "Box 2", "Box 02", "Box 10", "Boxes", "Lager",
      "Łódź", "Luft", "Zug ٢", "Zug 3", "Zug ١٠",
    ]
    let items = names.enumerated().map { (offset, name) -> Item in
      let shelf = "Shelf \(offset % 3 * 5)"
      return Item(
        id: .number(100 + offset),
        name: name,
        sku: "S-\(offset)",
        location: offset == 3 ? "" : offset > 7 ? "\(shelf) / Box \(offset)" : shelf,
        tags: ["T \(offset)"]
      )
    }
    let inventory = try await engine.open(with: items.shuffled())
    #expect(try await inventory.items().map(\.name) == names)
    #expect(try await inventory.items(ItemQuery(sort: .sku)).map(\.name) == names)
    // A search that finds some has the same order.
    #expect(
      try await inventory.items(ItemQuery(searchText: "box")).map(\.name)
        == ["box", "Box", "Box 2", "Box 02", "Box 10", "Boxes"] + names[9...]
    )
    let paths = [
      "Shelf 0", "Shelf 0 / Box 9", "Shelf 0 / Box 12", "Shelf 5", "Shelf 5 / Box 10",
      "Shelf 5 / Box 13", "Shelf 10", "Shelf 10 / Box 8", "Shelf 10 / Box 11", "Shelf 10 / Box 14",
    ]
    #expect(try await inventory.clients.locations.all().map(\.name) == paths)
    let own = [2, 1, 1, 3, 1, 1, 2, 1, 1, 1]
    let expected = zip(paths, own).flatMap { Array(repeating: $0, count: $1) } + [""]
    #expect(try await inventory.items(ItemQuery(sort: .location)).map(\.location) == expected)
    #expect(
      try await inventory.clients.items.tags().map(\.name) == names.indices.map { "T \($0)" }
    )
  }

  @Test(arguments: Engine.all)
  func `items are ordered by when they were added and changed, the latest first`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open()
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "items.csv")
    let lines = [
      "sku,name,created,changed", "A,Box 10,2020-01-01T10:00:00Z,2024-01-01T10:00:00Z",
      "B,Box 2,2020-01-01T10:00:00Z,2023-01-01T10:00:00Z",
      "C,Box 1,2019-01-01T10:00:00Z,2021-01-01T10:00:00Z",
      "D,Box 3,2021-01-01T10:00:00Z,2022-01-01T10:00:00Z",
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    let options = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
      .options
    for try await _ in inventory.clients.transfer.importItems(file, options) {}
    func list(_ sort: ItemSort, _ isReversed: Bool, _ text: String = "") async throws -> String {
      let query = ItemQuery(searchText: text, sort: sort, isReversed: isReversed)
      let items = try await inventory.items(query)
      for (place, item) in items.enumerated() {
        #expect(try await inventory.clients.items.position(item.id, query) == place)
      }
      return items.map(\.sku).joined()
    }
    for text in ["", "box"] {
      // Those of one moment are ordered by name.
      #expect(try await list(.dateAdded, false, text) == "DBAC")
      #expect(try await list(.dateAdded, true, text) == "CABD")
      #expect(try await list(.dateChanged, false, text) == "ABDC")
      #expect(try await list(.dateChanged, true, text) == "CDBA")
    }
    let added = Item(id: .number(9), name: "Zebra", sku: "E")
    try await inventory.add(added)
    #expect(try await list(.dateAdded, false) == "EDBAC")
    // A booking is a change.
    let item = try #require(try await inventory.clients.items.itemWithSku("C"))
    _ = try await inventory.clients.movements.book(Booking(.received, 1), item.id)
    #expect(try await list(.dateChanged, false) == "CEABD")
  }

  @Test(
    arguments: Engine.all,
    ItemSort.allCases.flatMap { [ItemOrdering($0), ItemOrdering($0, isReversed: true)] }
  )
  func `the pages of a list are parts of one order, in which every item is once`(
    engine: Engine,
    ordering: ItemOrdering
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
    let query = ItemQuery(sort: ordering.sort, isReversed: ordering.isReversed)
    let all = try await inventory.items(query).map(\.id)
    let other = ItemQuery(sort: ordering.sort, isReversed: !ordering.isReversed)
    #expect(try await inventory.items(other).map(\.id) == all.reversed())
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
