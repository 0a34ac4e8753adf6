import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

/// What is done to many items at once, and taken back.
@Suite(.timeLimit(.minutes(5)))
struct ManyItemsClientTests {
  /// A window, and somebody else on the same inventory.
  private struct Desk: Sendable {
    let window: OpenInventory
    let others: InventoryClients
    let changes: AsyncStream<InventoryChange>

    init(_ engine: Engine, _ items: [Item] = [.drill, .hammer, .lamp]) async throws {
      window = try await engine.open(with: items)
      others = try await window.openAgain()
      changes = window.clients.undo.madeChanges()
    }

    var clients: InventoryClients { window.clients }

    /// Does something to items in the window.
    @discardableResult
    func change(
      _ selection: PagedSelection<Item.ID>,
      of query: ItemQuery = ItemQuery(),
      _ change: ManyItemsChange
    ) async throws -> ManyItemsOutcome {
      var outcome: ManyItemsOutcome?
      let items = SelectedItems(selection, of: query)
      for try await event in clients.manyItems.change(items, change) {
        if case .finished(let value) = event { outcome = value }
      }
      return try #require(outcome)
    }

    /// The change that was made last.
    func lastChange() async throws -> InventoryChange {
      var iterator = changes.makeAsyncIterator()
      return try await #require(iterator.next())
    }

    /// What of the inventory can be seen, without the moments of changes.
    func content() async throws -> [String] {
      var content = try await clients.locations.all().map { "\($0.name): \($0.itemCount)" }
      for item in try await window.items() {
        let history = try await clients.movements.history(item.id, 100)
        let movements = history.movements.map { "\($0.reason) \($0.delta) \($0.note)" }
        content.append("\(item) \(movements.sorted())")
        let photo = try await clients.photos.photo(item.id)
        content.append("\(photo?.data.count ?? 0) \(photo?.caption ?? "")")
      }
      content += try await clients.items.tags().map { "\($0.name): \($0.itemCount)" }
      let counts = try await clients.stocktake.counts()
      return content + counts.map { "\($0.id) \($0.counted) of \($0.expected)" }.sorted()
    }

    func item(_ id: Item.ID) async throws -> Item { try await #require(clients.items.item(id)) }
  }

  private static let photo = Photo(data: Data([1, 2, 3]), width: 2, height: 2)

  private static let changes: [ManyItemsChange] = [
    .book(Booking(.received, 3, note: "delivery")), .book(Booking(.used, 2)),
    .book(Booking(.counted, 4)), .changeTags(adding: ["Old", "größer"], removing: ["NEW"]),
    .delete, .move(to: "Attic / Box"), .move(to: "Workshop"), .move(to: ""),
    .setPrice(Money(thousandths: 5), currency: "CHF"), .setReorderLevel(7),
    .setUnit("m"),
  ]

  @Test(arguments: Engine.all, changes)
  func `what is done to all items is one change, taken back and done again`(
    engine: Engine,
    change: ManyItemsChange
  ) async throws {
    let desk = try await Desk(engine, [.drill.with { $0.tags = ["new", "Red"] }, .hammer, .lamp])
    try await desk.others.photos.setPhoto(Self.photo, Item.drill.id)
    _ = try await desk.others.stocktake.count(3, Item.drill.id, false)
    let before = try await desk.content()
    let outcome = try await desk.change(.all, change)
    #expect(outcome.missing == 0)
    let made = try await desk.lastChange()
    #expect(made.kind == .many(change.kind, count: outcome.changed))
    let after = try await desk.content()
    #expect(after != before)
    let redo = try await desk.clients.undo.revert(made)
    #expect(try await desk.content() == before)
    let undo = try await desk.clients.undo.revert(redo)
    #expect(try await desk.content() == after)
    _ = try await desk.clients.undo.revert(undo)
    #expect(try await desk.content() == before)
    #expect(try await desk.window.items(ItemQuery(searchText: "18 V")).map(\.sku) == ["T-100"])
  }

  @Test(arguments: Engine.all)
  func `only the selected items are changed, and those that need it`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    let some = PagedSelection.only([Item.drill.id, Item.lamp.id])
    #expect(try await desk.change(some, .move(to: "Workshop")).changed == 1)
    #expect(try await desk.item(Item.lamp.id).location == "Workshop")
    #expect(try await desk.change(some, .move(to: "Workshop")).changed == 0)
    #expect(try await desk.change(.allBut([Item.lamp.id]), .setUnit("pcs")).changed == 2)
    #expect(try await desk.window.items().map(\.unit) == ["pcs", "pcs", ""])
  }

  @Test(arguments: Engine.all)
  func `all that a search and filters find are meant`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    let low = Item(
      id: .number(9),
      name: "Drill bit",
      sku: "B",
      quantity: 1,
      reorderLevel: 5,
      location: "Workshop / Drawer",
      tags: ["Steel"]
    )
    try await desk.window.add(low)
    let queries: [(ItemQuery, [String])] = [
      (ItemQuery(searchText: "dril"), ["Drill", "Drill bit"]),
      (ItemQuery(filter: ItemFilter(location: "Workshop")), ["Drill", "Drill bit", "hammer"]),
      (ItemQuery(location: "Workshop"), ["Drill", "hammer"]),
      (ItemQuery(filter: ItemFilter(isLow: true)), ["Drill bit"]),
      (ItemQuery(searchText: "dril", filter: ItemFilter(tag: "steel")), ["Drill bit"]),
      (ItemQuery(searchText: "?"), []),
    ]
    for (number, (query, names)) in queries.enumerated() {
      let summary = try await desk.clients.manyItems.summary(SelectedItems(.all, of: query))
      #expect(summary.count == names.count, "\(query)")
      try await desk.change(.all, of: query, .setUnit("u\(number)"))
      let changed = try await desk.window.items().filter { $0.unit == "u\(number)" }
      #expect(changed.map(\.name) == names, "\(query)")
    }
  }

  @Test(arguments: Engine.all)
  func `the effect is known beforehand`(engine: Engine) async throws {
    let desk = try await Desk(engine, [.drill.with { $0.tags = ["Größe", "A"] }, .hammer, .lamp])
    try await desk.others.photos.setPhoto(Self.photo, Item.drill.id)
    _ = try await desk.others.stocktake.count(3, Item.lamp.id, false)
    try await desk.window.change(Item.hammer.id) { $0.tags = ["größe"] }
    let manyItems = desk.clients.manyItems
    #expect(
      try await manyItems.summary(SelectedItems(.all))
        == ManyItemsSummary(
          count: 3,
          counted: 1,
          withPhoto: 1,
          leastQuantity: 2,
          tags: [
            Tag(name: "A", itemCount: 1), Tag(name: "Größe", itemCount: 2),
          ]
        )
    )
    let named = SelectedItems(.only([Item.hammer.id, .number(77)]))
    let summary = try await manyItems.summary(named)
    #expect((summary.count, summary.missing, summary.leastQuantity) == (1, 1, 11))
    #expect(
      try await manyItems.missing([Item.drill.id, Item.lamp.id], ItemQuery(searchText: "dri"))
        == [Item.lamp.id]
    )
  }

  @Test(arguments: Engine.all)
  func `what is gone meanwhile is counted, and the others are changed`(
    engine: Engine
  ) async throws {
    let desk = try await Desk(engine)
    try await desk.others.items.delete(Item.drill.id)
    let some = PagedSelection.only([Item.drill.id, Item.lamp.id])
    #expect(
      try await desk.change(some, .move(to: "Attic")) == ManyItemsOutcome(changed: 1, missing: 1)
    )
  }

  @Test(arguments: Engine.all)
  func `more than there is of one item is taken from none`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    let before = try await desk.content()
    await #expect(throws: ManyItemsProblem.notEnough(count: 2, names: ["Drill", "Lamp"])) {
      try await desk.change(.all, .book(Booking(.used, 5)))
    }
    await #expect(throws: ManyItemsProblem.tooMany(name: "Drill")) {
      try await desk.change(.only([Item.drill.id]), .book(Booking(.received, .max)))
    }
    await #expect(throws: LocationError.tooLong) {
      try await desk.change(.all, .move(to: String(repeating: "x", count: 900)))
    }
    await #expect(throws: ManyItemsProblem.tooManyTags(name: "Drill")) {
      let tags = (0...200).map { "t\($0)" }
      try await desk.change(.only([Item.drill.id]), .changeTags(adding: tags, removing: []))
    }
    #expect(try await desk.content() == before)
  }

  @Test(arguments: Engine.all)
  func `what others have done stands in the way, and nothing changes`(
    engine: Engine
  ) async throws {
    let obstacles:
      [(
        ManyItemsChange, UndoProblem, @Sendable (OpenInventory) async throws -> Void
      )] = [
        (
          .setUnit("m"), .changedMeanwhile(name: "Lamp", fields: [.unit]),
          { try await $0.change(Item.lamp.id) { $0.unit = "cm" } }
        ),
        (
          .setUnit("m"), .itemGone(name: "Lamp"),
          { try await $0.clients.items.delete(Item.lamp.id) }
        ),
        (
          .book(Booking(.received, 3)), .notEnough(name: "Lamp", available: 1),
          { _ = try await $0.clients.movements.book(Booking(.used, 4), Item.lamp.id) }
        ),
        (
          .delete, .skuTaken(name: "Lamp", sku: Item.lamp.sku),
          { try await $0.add(Item(id: .number(8), name: "Other", sku: Item.lamp.sku)) }
        ),
        (.delete, .itemIsBack(name: "Lamp"), { try await $0.add(.lamp) }),
      ]
    for (change, problem, theirs) in obstacles {
      let desk = try await Desk(engine)
      try await desk.change(.all, change)
      let made = try await desk.lastChange()
      try await theirs(desk.window)
      let content = try await desk.content()
      await #expect(throws: problem) { try await desk.clients.undo.revert(made) }
      #expect(try await desk.content() == content)
    }
  }

  @Test(arguments: Engine.all)
  func `a move is taken back of the items that were moved, not of others that came later`(
    engine: Engine
  ) async throws {
    let desk = try await Desk(engine)
    let mine = try #require(try await desk.window.items().last)
    try await desk.change(.only([mine.id]), .move(to: "Van"))
    let move = try await desk.lastChange()
    try await desk.change(.only([mine.id]), .delete)
    let deletion = try await desk.lastChange()
    // What the deleted item leaves is given to another one.
    let theirs = Item(id: .number(77), name: "Theirs", sku: "THEIRS", location: "Van")
    try await desk.window.add(theirs)
    _ = try await desk.clients.undo.revert(deletion)
    _ = try await desk.clients.undo.revert(move)
    #expect(try await desk.clients.items.item(theirs.id)?.location == "Van")
    #expect(try await desk.clients.items.item(mine.id)?.location == mine.location)
  }

  @Test(arguments: Engine.all)
  func `deleted items come back beside new ones, and into locations that are gone`(
    engine: Engine
  ) async throws {
    let desk = try await Desk(engine)
    try await desk.change(.all, .delete)
    let made = try await desk.lastChange()
    let location = try await desk.window.locationID("Workshop")
    try await desk.others.locations.delete(location)
    let new = Item(id: .number(9), name: "Saw", sku: "S", quantity: 2)
    try await desk.window.add(new)
    _ = try await desk.others.movements.book(Booking(.used, 1), new.id)
    let redo = try await desk.clients.undo.revert(made)
    #expect(
      try await desk.window.items()
        == [.drill, .hammer, .lamp, new.with { $0.quantity = 1 }]
    )
    #expect(try await desk.clients.movements.history(Item.drill.id, 9).movements.count == 1)
    // What others have changed since is not deleted again.
    try await desk.window.change(Item.drill.id) { $0.notes = "Theirs" }
    await #expect(throws: UndoProblem.changedMeanwhile(name: "Drill", fields: [.notes])) {
      try await desk.clients.undo.revert(redo)
    }
    #expect(try await desk.window.items().count == 4)
  }

  @Test(arguments: Engine.all)
  func `changes of others between two steps stay`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    try await desk.change(.all, .setPrice(Money(thousandths: 1_000), currency: ""))
    let made = try await desk.lastChange()
    try await desk.window.change(Item.drill.id) { $0.notes = "Theirs" }
    let redo = try await desk.clients.undo.revert(made)
    #expect(try await desk.item(Item.drill.id) == .drill.with { $0.notes = "Theirs" })
    _ = try await desk.clients.undo.revert(redo)
    #expect(try await desk.item(Item.lamp.id).price == Money(thousandths: 1_000))
  }

  @Test(arguments: Engine.all)
  func `many thousands are changed at once, which is stopped without a trace`(
    engine: Engine
  ) async throws {
    let desk = try await Desk(engine, [])
    let lines = (0..<20_000).map { "Bolt \($0),B-\($0),\($0 % 10)\n" }.joined()
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "items.csv")
    try Data("name,sku,quantity\n\(lines)".utf8).write(to: file)
    let options = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
      .options
    for try await _ in desk.others.transfer.importItems(file, options) {}

    let manyItems = desk.clients.manyItems
    let all = SelectedItems(.all)
    let stopped = Task {
      for try await _ in manyItems.change(all, .setUnit("never")) {}
    }
    stopped.cancel()
    _ = await stopped.result
    #expect(try await desk.change(.all, .setUnit("box")).changed == 20_000)
    #expect(try await desk.lastChange().kind == .many(.changed, count: 20_000))
    #expect(try await desk.change(.all, .delete).changed == 20_000)
    #expect(try await desk.window.items().isEmpty)
    _ = try await desk.clients.undo.revert(desk.lastChange())
    let page = try await desk.clients.items.completePage(ItemQuery(searchText: "bolt 7"), 0..<1)
    #expect(page.rows.map(\.unit) == ["box"])

    let export = directory.url.appending(path: "some.csv")
    let some = SelectedItems(.all, of: ItemQuery(searchText: "B-1999"))
    var count: Int?
    for try await event in manyItems.export(some, export, ExportOptions()) {
      if case .finished(let written) = event { count = written }
    }
    #expect(count == 11)
    let text = try String(contentsOf: export, encoding: .utf8)
    #expect(text.split(whereSeparator: \.isNewline).count == 12)
  }
}
