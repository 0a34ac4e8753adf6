import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Pages of long lists.
@Suite struct ItemOrderTests {
  static let items = (0..<2_400).map { (number: Int) -> Item in
    let quantity = Quantity(millionths: Int64(number % 17) * 333_333)
    return Item(
      id: .number(number),
      name: "\(["Bolt", "nut", "Ürgh"][number % 3]) \(number * 7919 % 2_400)",
      sku: "S-\(number * 31 % 2_400)",
      barcode: number % 5 == 0 ? "" : "E\(number % 83)",
      quantity: quantity,
      reorderLevel: number % 3 == 0 ? 2 : nil,
      price: Money(thousandths: Int64(number % 101)),
      currency: ["", "USD", "EUR"][number % 7 % 3],
      location: ["", "Shelf", "Box", "Shelf / Left"][number % 4],
      tags: [["Café", "red"], ["red"], []][number % 7 % 3]
    )
  }

  /// A database that no test changes.
  static let shared = Result { try database() }

  static func database() throws -> InventoryDatabase {
    let database = try InventoryDatabase.temporary()
    try database.importItems(items)
    try sqlite(
      database.path,
      """
      UPDATE item SET createdAt = 1700000000000 - (substr(sku, 3) % 29 + 50) * 60000,
        changedAt = 1700000000000 - (substr(sku, 3) % 43) * 60000
      """
    )
    return database
  }

  /// The orders that are neither read from an index nor from one location after the other.
  static let sorted: [ItemSort] = [.value, .reorderLevel, .barcode]

  let items = Self.items
  let database: InventoryDatabase

  init() throws {
    database = try Self.shared.get()
  }

  /// The items in an order that takes nothing from SQLite.
  private func sorted(_ query: ItemQuery) -> [Item] {
    let keys = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.name.naturalKey) })
    func less(_ first: Item, _ second: Item) -> Bool {
      let names = (keys[first.id]!, keys[second.id]!)
      return switch query.sort {
      case .name: names.0 < names.1
      case .sku: first.sku.naturalKey < second.sku.naturalKey
      case .location:
        (first.location.isEmpty ? 1 : 0, first.location.naturalPathKey, names.0)
          < (second.location.isEmpty ? 1 : 0, second.location.naturalPathKey, names.1)
      case .quantity: (first.quantity, names.0) < (second.quantity, names.1)
      case .price: (first.price, names.0) < (second.price, names.1)
      case .value:
        (first.currency, first.value?.amount ?? 0, names.0)
          < (second.currency, second.value?.amount ?? 0, names.1)
      case .reorderLevel:
        (first.reorderLevel == nil ? 1 : 0, first.reorderLevel ?? 0, names.0)
          < (second.reorderLevel == nil ? 1 : 0, second.reorderLevel ?? 0, names.1)
      case .barcode:
        (first.barcode.isEmpty ? 1 : 0, first.barcode, names.0)
          < (second.barcode.isEmpty ? 1 : 0, second.barcode, names.1)
      case .dateAdded, .dateChanged:
        (Self.age(first, query.sort), names.0) < (Self.age(second, query.sort), names.1)
      }
    }
    let sorted = items.sorted(by: less)
    return query.isReversed ? sorted.reversed() : sorted
  }

  /// How many minutes ago an item was added or changed.
  private static func age(_ item: Item, _ sort: ItemSort) -> Int {
    let number = Int(item.sku.dropFirst(2)) ?? 0
    return sort == .dateAdded ? number % 29 + 50 : number % 43
  }

  @Test(arguments: ItemSort.allCases, [false, true])
  func `any page of any order is what a sorted array has there`(
    sort: ItemSort,
    isReversed: Bool
  ) throws {
    let query = ItemQuery(sort: sort, isReversed: isReversed)
    let expected = sorted(query)
    // On the way to one page, the way to others is learned.
    for start in [0, 1, 64, 1_200, 2_390, 700, 699, 1_250, 1_900, 2_336, 650, 2_390, 0] {
      let range = start..<start + 64
      let found = range.clamped(to: 0..<items.count)
      #expect(
        try database.page(query, range)
          == ItemPage(count: items.count, start: start, rows: Array(expected[found]))
      )
    }
    #expect(try database.page(query, 3_000..<3_010).rows == [])
  }

  @Test(arguments: ItemSort.allCases, [false, true])
  func `an item is found in any order, and in what a query finds`(
    sort: ItemSort,
    isReversed: Bool
  ) async throws {
    let queries: [(ItemQuery, (Item) -> Bool)] = [
      (ItemQuery(sort: sort, isReversed: isReversed), { _ in true }),
      (
        ItemQuery(searchText: "urgh", sort: sort, isReversed: isReversed),
        { $0.name.hasPrefix("Ü") }
      ),
      (ItemQuery(filter: ItemFilter(isLow: true), sort: sort, isReversed: isReversed), \.isLow),
    ]
    // Before and after the order of all is known.
    for (query, isFound) in queries + queries {
      let expected = sorted(query).filter(isFound)
      for item in items.prefix(6) + items.suffix(6) {
        #expect(
          try await database.position(ofItem: item.id, in: query)
            == expected.firstIndex { $0.id == item.id }
        )
      }
    }
    #expect(try await database.position(ofItem: .number(9_999), in: ItemQuery(sort: sort)) == nil)
  }

  @Test(arguments: ItemSort.allCases, [false, true])
  func `searches with few and with many matches have the same order`(
    sort: ItemSort,
    isReversed: Bool
  ) throws {
    for (text, matches) in [
      ("urgh", { (item: Item) in item.name.hasPrefix("Ü") }),
      (
        "urgh 12",
        { $0.name.hasPrefix("Ü") && ($0.name.hasPrefix("Ürgh 12") || $0.sku.hasPrefix("S-12")) }
      ),
      ("s", { _ in true }),
    ] as [(String, (Item) -> Bool)] {
      let query = ItemQuery(searchText: text, sort: sort, isReversed: isReversed)
      let expected = sorted(query).filter(matches)
      let page = try database.page(query, 10..<74)
      #expect(page.count == expected.count, "\(text)")
      #expect(page.rows == Array(expected.dropFirst(10).prefix(64)), "\(text)")
    }
  }

  @Test func `beginnings find the words with that beginning, however many there are`() throws {
    let database = try InventoryDatabase.temporary()
    let names =
      ["bolt", "Bolts", "bölting", "boltzmann"] + (0..<12).map { "plate\($0)" } + ["bol", "plat"]
    for (number, name) in names.enumerated() {
      try database.save(Item(id: .number(number), name: name, sku: "\(number)", notes: "bolt!"))
    }
    func count(_ text: String) throws -> Int {
      try database.page(ItemQuery(searchText: text), 0..<1).count
    }
    try #expect(count("bolt") == names.count)
    try #expect(count("BOLTS") == 1)
    try #expect(count("boltz bolt") == 1)
    try #expect(count("bolti") == 1)
    try #expect(count("boltx") == 0)
    try #expect(count("plate") == 12)
    try #expect(count("plate1") == 3)
    try #expect(count("plat bolt") == 13)
  }

  @Test func `a location has what is kept there`() throws {
    let query = ItemQuery(location: "Shelf")
    let expected = sorted(query).filter { $0.location == "Shelf" }
    let page = try database.page(query, 500..<520)
    #expect(page == ItemPage(count: 600, start: 500, rows: Array(expected[500..<520])))
  }

  static let filters: [(ItemFilter, @Sendable (Item) -> Bool)] = [
    (ItemFilter(isLow: true), \.isLow),
    (ItemFilter(location: "Shelf"), { $0.location.hasPrefix("Shelf") }),
    (ItemFilter(location: "Shelf / Left"), { $0.location == "Shelf / Left" }),
    (ItemFilter(location: "Nowhere"), { _ in false }),
    (ItemFilter(tag: "cafe"), { $0.tags.contains("Café") }),
    (ItemFilter(tag: "caf"), { _ in false }),
    (
      ItemFilter(isLow: true, location: "Shelf", tag: "RED"),
      { $0.isLow && $0.location.hasPrefix("Shelf") && $0.tags.contains("red") }
    ),
  ]

  @Test(arguments: ItemSort.allCases, [false, true])
  func `filters leave what meets them, searched and in order`(
    sort: ItemSort,
    isReversed: Bool
  ) throws {
    for (filter, isFound) in Self.filters {
      for text in ["", "urgh"] {
        let query = ItemQuery(
          searchText: text,
          filter: filter,
          sort: sort,
          isReversed: isReversed
        )
        let expected = sorted(query).filter {
          isFound($0) && (text.isEmpty || $0.name.first == "Ü")
        }
        let page = try database.page(query, 3..<67)
        #expect(page.count == expected.count, "\(query)")
        #expect(page.rows == Array(expected.dropFirst(3).prefix(64)), "\(query)")
      }
    }
  }

  @Test(arguments: ItemSort.allCases, [false, true])
  func `the first page is the same when it comes at once`(
    sort: ItemSort,
    isReversed: Bool
  ) throws {
    let database = try Self.database()
    var isIncomplete = false
    for filter in Self.filters.map(\.0) + [ItemFilter()] {
      for text in ["", "urgh", "s", "nut 1", "shelf left", "Bolt s", "cafe", "...", "moon"] {
        let query = ItemQuery(
          searchText: text,
          filter: filter,
          sort: sort,
          isReversed: isReversed
        )
        let quick = try database.page(query, 0..<20, isComplete: false)
        let whole = try database.page(query, 0..<20)
        #expect(whole.isComplete)
        #expect(quick.rows == whole.rows, "\(query)")
        #expect((quick.rows.count...whole.count).contains(quick.count), "\(query)")
        #expect(quick.count == whole.count || !quick.isComplete, "\(query)")
        isIncomplete = isIncomplete || !quick.isComplete
      }
    }
    // What has to be sorted is known as a whole.
    #expect(isIncomplete != Self.sorted.contains(sort))
  }

  /// Makes a database in which the 2,050 axes are before the 2,150 zips in every order.
  private static func axesBeforeZips(location: (Int) -> String) throws -> InventoryDatabase {
    let database = try InventoryDatabase.temporary()
    try database.importItems(
      (0..<4_200).map {
        Item(
          id: .number($0),
          name: $0 < 2_050 ? "axe \($0)" : "zip \($0)",
          sku: "\($0 + 10_000)",
          quantity: Quantity($0 / 10),
          price: Money(thousandths: Int64($0 / 20)),
          location: location($0)
        )
      }
    )
    return database
  }

  @Test(arguments: ItemSort.allCases)
  func `the first page comes at once where matches are far down`(sort: ItemSort) throws {
    let database = try Self.axesBeforeZips { _ in "" }
    let query = ItemQuery(searchText: "zip", sort: sort)
    let quick = try database.page(query, 0..<50, isComplete: false)
    // What has to be sorted is known as a whole.
    #expect(quick.isComplete == Self.sorted.contains(sort))
    #expect(quick.rows.first?.name == "zip 2050")
    let whole = try database.page(query, 0..<50)
    #expect(whole.count == 2_150)
    #expect(whole.rows.count == 50)
    #expect(whole.rows.starts(with: quick.rows))
    // The order of all items is known now, and with it the number of matches.
    let other = ItemQuery(searchText: "zip 2", sort: sort)
    let next = try database.page(other, 0..<50, isComplete: false)
    #expect(next.rows == Array(try database.page(other, 0..<50).rows.prefix(next.rows.count)))
    #expect(try database.page(query, 0..<50, isComplete: false) == whole)
  }

  @Test(arguments: [nil, "P"])
  func `the first page by location goes on from one location to the next`(place: String?) throws {
    let database = try Self.axesBeforeZips { number in
      number < 2_050 ? "P / A" : number < 2_080 ? "P / B" : "P / C"
    }
    let query = ItemQuery(
      searchText: "zip",
      filter: ItemFilter(location: place),
      sort: .location
    )
    let quick = try database.page(query, 0..<50, isComplete: false)
    #expect(!quick.isComplete)
    #expect(Set(quick.rows.map(\.location)) == ["P / B", "P / C"])
    let whole = try database.page(query, 0..<50)
    #expect(whole.count == 2_150)
    #expect(whole.rows.starts(with: quick.rows))
  }

  @Test(arguments: ["", "ß", "naïve", "हिन्दी", "x²", "½", "don't", "A.B", "😀", "Ångström’s", "l'eau"])
  func `words are compared as the index does`(text: String) throws {
    let database = try InventoryDatabase.temporary()
    let names = ["naive Straße", "हिन्दी भाषा", "x² + ½", "don't A.B", "ANGSTROM’S", "l’eau 😀 ß"]
    for (number, name) in names.enumerated() {
      try database.save(Item(id: .number(number), name: name, sku: "\(number)", notes: "b a"))
    }
    let found = try database.items(ItemQuery(searchText: text)).map(\.name)
    let words = SearchWords(text)
    let matched = try database.read { db in
      let isMatch = try words.makeMatcher(db)
      return try names.filter { try isMatch([$0, "b a"]) }
    }
    #expect(words.isEmpty || Set(found) == Set(matched))
  }

  @Test func `an order follows changes here and elsewhere`() throws {
    let database = try Self.database()
    let query = ItemQuery(sort: .quantity)
    let last = try database.page(query, 2_399..<2_400)
    #expect(last.rows.count == 1)
    try database.delete(id: last.rows[0].id)
    #expect(try database.page(query, 2_300..<2_400).count == 2_399)
    let id = try #require(try database.page(query, 1_200..<1_201).rows.first?.id)
    try sqlite(database.path, "UPDATE item SET quantityMillionths = 99000000 WHERE id = '\(id)'")
    #expect(try database.page(query, 2_398..<2_400).rows.map(\.id) == [id])
  }

  @Test func `a search that is cancelled throws`() async throws {
    let database = database
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await database.page(ItemQuery(searchText: "bolt"), .first)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.page(ItemQuery(searchText: "bolt"), .first).count == 800)
  }

  @Test(arguments: ItemSort.allCases.filter(\.hasIndex), [false, true])
  func `orders are read from an index`(sort: ItemSort, isReversed: Bool) throws {
    let terms = ItemOrdering(sort, isReversed: isReversed).terms
    let statement = "SELECT item.key FROM item ORDER BY \(terms)"
    let plan = try sqlite(database.path, "EXPLAIN QUERY PLAN \(statement)")
    #expect(plan.contains("INDEX itemOn"))
    #expect(!plan.contains("TEMP B-TREE"))
  }
}
