import Foundation
import InventoryCore
import InventoryTestSupport
import TestSupport
import Testing

/// Single items: read, saved, deleted.
@Suite struct ItemsClientTests {
  private let whole = Item(
    id: .number(7),
    name: "Möbel “Ω” 木",
    sku: "M'1;--",
    barcode: "4006381333931",
    quantity: 12,
    unit: "boxes",
    reorderLevel: 3,
    price: Money(millionths: 12_345_678),
    currency: "CHF",
    location: "House / Attic",
    tags: ["Old", "größer"],
    notes: "Two\nlines, %_\\\""
  )

  @Test(arguments: Engine.all)
  func `an item is saved with all of its fields`(engine: Engine) async throws {
    let inventory = try await engine.open()
    let items = inventory.clients.items
    #expect(try await items.save(ItemEdit(original: nil, edited: whole)) == whole)
    #expect(try await items.item(whole.id) == whole)
    #expect(try await items.itemWithSku(whole.sku) == whole)
    #expect(try await inventory.items() == [whole])
    #expect(try await items.item(.number(8)) == nil)
    #expect(try await items.itemWithSku("m'1;--") == nil)
  }

  @Test(arguments: Engine.all)
  func `what was saved is there for another program`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [whole])
    #expect(try await inventory.openAgain().items.item(whole.id) == whole)
  }

  @Test(arguments: Engine.all)
  func `an item that is deleted is gone, and may be deleted again`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill, .lamp])
    try await inventory.clients.items.delete(Item.drill.id)
    try await inventory.clients.items.delete(Item.drill.id)
    #expect(try await inventory.clients.items.item(Item.drill.id) == nil)
    #expect(try await inventory.items() == [.lamp])
  }

  @Test(arguments: Engine.all)
  func `no two items have the same SKU`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill, .lamp])
    await #expect(throws: InventoryError.duplicateSku("T-100")) {
      try await inventory.change(Item.lamp.id) { $0.sku = "T-100" }
    }
    #expect(try await inventory.clients.items.item(Item.lamp.id) == .lamp)
    // Capitals count.
    try await inventory.change(Item.lamp.id) { $0.sku = "t-100" }
  }

  @Test(arguments: Engine.all)
  func `changes of different fields are both kept`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    try await inventory.change(Item.drill.id) { $0.notes = "Theirs" }
    let mine = ItemEdit(original: .drill, edited: Item.drill.with { $0.name = "Mine" })
    let saved = try await inventory.clients.items.save(mine)
    #expect((saved.name, saved.notes) == ("Mine", "Theirs"))
    #expect(try await inventory.clients.items.item(Item.drill.id) == saved)
  }

  @Test(arguments: Engine.all)
  func `changes of the same field are a conflict, which says what the others have saved`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    let theirs = try await inventory.change(Item.drill.id) { $0.name = "Theirs" }
    let mine = Item.drill.with {
      $0.name = "Mine"
      $0.notes = "Mine"
    }
    await #expect(throws: ItemConflict(item: theirs, fields: [.name])) {
      try await inventory.clients.items.save(ItemEdit(original: .drill, edited: mine))
    }
    #expect(try await inventory.clients.items.item(Item.drill.id) == theirs)
  }

  @Test(arguments: Engine.all)
  func `an item that was deleted while it was edited is saved whole`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    try await inventory.clients.items.delete(Item.drill.id)
    let edited = Item.drill.with { $0.name = "Mine" }
    let saved = try await inventory.clients.items.save(ItemEdit(original: .drill, edited: edited))
    #expect(saved == edited)
  }

  @Test(arguments: Engine.all)
  func `of two who save at the same time, one has the conflict`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let other = try await inventory.openAgain()
    let results = await withTaskGroup(of: Bool.self) { group in
      for (number, clients) in [inventory.clients, other].enumerated() {
        group.addTask {
          let edited = Item.drill.with { $0.name = "Writer \(number)" }
          let edit = ItemEdit(original: .drill, edited: edited)
          return (try? await clients.items.save(edit)) != nil
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter(\.self).count == 1)
  }

  @Test(arguments: Engine.all)
  func `a location that is too long is refused`(engine: Engine) async throws {
    let inventory = try await engine.open()
    let path = Array(repeating: "x", count: 1_000).joined(separator: LocationPath.separator)
    await #expect(throws: LocationError.tooLong) {
      try await inventory.add(Item.drill.with { $0.location = path })
    }
    #expect(try await inventory.items() == [])
  }

  @Test(arguments: Engine.all)
  func `a SKU with other capitals is found if it is clear which item is meant`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill, .hammer])
    let items = inventory.clients.items
    #expect(try await items.itemWithSkuInAnyCase("t-100") == .drill)
    try await inventory.change(Item.hammer.id) { $0.sku = "t-100" }
    #expect(try await items.itemWithSkuInAnyCase("t-100")?.id == Item.hammer.id)
    #expect(try await items.itemWithSkuInAnyCase("T-100") == .drill)
    try await inventory.change(Item.drill.id) { $0.sku = "aB" }
    try await inventory.change(Item.hammer.id) { $0.sku = "Ab" }
    #expect(try await items.itemWithSkuInAnyCase("ab") == nil)
    #expect(try await items.itemWithSkuInAnyCase("gone") == nil)
  }

  @Test(arguments: Engine.all)
  func `words of any writing are found by their beginnings`(engine: Engine) async throws {
    let names = [
      "ガラス", "か\u{3099}らす", "ｶﾞﾗｽ", "ラーメン", "日本語", "〇〇組", "〆切", "三々五々",
      "किताब", "क्षत्रिय", "हिन्दी की किताब", "தமிழ்", "বাংলা", "ಕನ್ನಡ", "മലയാളം", "తెలుగు",
      "ગુજરાતી", "ਪੰਜਾਬੀ",
      "ที่นั่ง", "မြန်မာ", "ភាសាខ្មែរ", "བོད་སྐད", "한국어", "שָׁלוֹם", "מ״מ", "مَرْحَبًا",
      "گربه‌ها", "❶", "①番", "½ Zoll", "Ⅳ",
      "x²",
      "Ǆ", "ﬁne", "e\u{301}tui", "ʻokina", "a\u{20DD}b",
    ]
    let inventory = try await engine.open(
      with: names.enumerated().map { number, name in
        Item(id: .number(number), name: name, sku: "\(number)")
      }
    )
    for (number, name) in names.enumerated() {
      for length in 1...name.count {
        let text = String(name.prefix(length))
        let found = try await inventory.items(ItemQuery(searchText: text)).map(\.sku)
        #expect(found.contains("\(number)"), "\(text) of \(name)")
      }
    }
  }

  @Test(arguments: Engine.all)
  func `what is scanned is a barcode, or else a SKU, or else a search`(engine: Engine) async throws
  {
    let coded = Item.drill.with { $0.barcode = "T-200" }
    let inventory = try await engine.open(with: [coded, .hammer, .lamp])
    let items = inventory.clients.items
    #expect(try await items.matches(" T-200 ") == ItemMatches(exact: [coded]))
    #expect(try await items.matches("H-1/a b") == ItemMatches(exact: [.lamp]))
    #expect(try await items.matches("h-1/A B") == ItemMatches(exact: [.lamp]))
    #expect(try await items.matches("lam") == ItemMatches(similar: [.lamp]))
    #expect(try await items.matches(" ") == ItemMatches())
    #expect(try await items.matches("nothing") == ItemMatches())
  }

  @Test(arguments: Engine.all)
  func `the next SKU has the number after the largest`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let pattern = try #require(SkuPattern("N-{0001}"))
    #expect(try await inventory.clients.items.nextSku(pattern) == "N-0001")
    try await inventory.add(Item(id: .number(8), name: "x", sku: "N-0041"))
    try await inventory.add(Item(id: .number(9), name: "x", sku: "N-0007"))
    try await inventory.add(Item(id: .number(10), name: "x", sku: "N-9000x"))
    #expect(try await inventory.clients.items.nextSku(pattern) == "N-0042")
  }

  @Test(arguments: Engine.all)
  func `items at the same place and with the same tags are related`(engine: Engine) async throws {
    let drill = Item.drill.with { $0.tags = ["Électrique", "tool"] }
    let lamp = Item.lamp.with { $0.tags = ["electrique", "TOOL"] }
    let hammer = Item.hammer.with { $0.tags = ["tool"] }
    let inventory = try await engine.open(with: [drill, lamp, hammer])
    let related = try await inventory.clients.items.relatedItems(drill.id)
    #expect(related == RelatedItems(atSamePlace: [hammer], withSameTag: [lamp]))
    #expect(try await inventory.clients.items.relatedItems(.number(9)) == RelatedItems())
  }

  @Test(arguments: Engine.all)
  func `tags differ neither by case nor by accents, and are counted`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [
      Item.drill.with { $0.tags = ["Möbel", "tool"] }, Item.lamp.with { $0.tags = ["MOBEL"] },
    ])
    let tags = try await inventory.clients.items.tags()
    #expect(tags.map { $0.name.lowercased() }.last == "tool")
    #expect(tags.map(\.itemCount) == [2, 1])
  }

  @Test(arguments: Engine.all)
  func `an item runs low once, until there is enough again`(engine: Engine) async throws {
    let screws = Item(id: .number(4), name: "Screws", sku: "S", quantity: 10, reorderLevel: 5)
    let inventory = try await engine.open(with: [screws, .drill])
    let (items, movements) = (inventory.clients.items, inventory.clients.movements)
    let start = try await items.lowStock(nil)
    #expect(start.items == [])
    _ = try await movements.book(Booking(.used, 4), screws.id)
    #expect(try await items.lowStock(start.latestEvent) == start)
    _ = try await movements.book(Booking(.used, 1), screws.id)
    let low = try await items.lowStockWhenTold(start.latestEvent)
    #expect(low.items.map(\.quantity) == [5])
    #expect(low.count == 1)
    _ = try await movements.book(Booking(.used, 1), screws.id)
    #expect(try await items.lowStock(low.latestEvent).items == [])
    // A level that is raised above the quantity counts, too.
    try await inventory.change(Item.drill.id) { $0.reorderLevel = 100 }
    #expect(try await items.lowStockWhenTold(low.latestEvent).items.map(\.id) == [Item.drill.id])
  }
}

extension ItemsClient {
  /// Returns which items have run low since an event, once some have. A server tells of them when
  /// nothing older goes on, not even in another database.
  func lowStockWhenTold(_ event: LowStock.Event) async throws -> LowStock {
    var low = LowStock(latestEvent: event)
    _ = try await eventually {
      low = try await lowStock(event)
      return !low.items.isEmpty
    }
    return low
  }
}
