import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

/// Quantities that are not whole, through all that is done to them.
@Suite(.timeLimit(.minutes(5)))
struct FractionTests {
  private static let flour = Item(
    id: .number(21),
    name: "Flour",
    sku: "F-1",
    quantity: decimal("0.5"),
    unit: "kg",
    reorderLevel: decimal("0.25")
  )
  private static let cable = Item(
    id: .number(22),
    name: "Cable",
    sku: "C-1",
    quantity: decimal("2.5"),
    unit: "m",
    reorderLevel: decimal("0.333333")
  )

  private static func decimal(_ text: String) -> Quantity { Quantity(text) ?? -1 }

  private func decimal(_ text: String) -> Quantity { Self.decimal(text) }

  @Test(arguments: Engine.all)
  func `ten tenths are one, and no more is taken than there is`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [Self.flour.with { $0.quantity = 1 }])
    let movements = inventory.clients.movements
    for _ in 0..<10 {
      _ = try await movements.book(Booking(.used, decimal("0.1")), Self.flour.id)
    }
    #expect(try await inventory.clients.items.item(Self.flour.id)?.quantity == 0)
    await #expect(throws: InventoryError.notEnough(available: 0)) {
      try await movements.book(Booking(.used, decimal("0.000001")), Self.flour.id)
    }
    _ = try await movements.book(Booking(.counted, decimal("0.333")), Self.flour.id)
    let history = try await movements.history(Self.flour.id, 20)
    #expect(history.levels.map(\.quantity.description).suffix(4) == ["0.2", "0.1", "0", "0.333"])
    #expect(history.movements.first?.delta == decimal("0.333"))
    #expect(try await movements.recent(.counted, 1).changes[0].movement.delta == decimal("0.333"))
  }

  @Test(arguments: Engine.all)
  func `what runs low by a fraction is found and told`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [Self.flour, Self.cable, .drill])
    let items = inventory.clients.items
    let low = ItemQuery(filter: ItemFilter(isLow: true))
    let start = try await items.lowStock(nil).latestEvent
    #expect(try await inventory.items(low) == [])
    let booking = Booking(.used, decimal("0.249999"))
    _ = try await inventory.clients.movements.book(booking, Self.flour.id)
    #expect(try await inventory.items(low) == [])
    _ = try await inventory.clients.movements.book(
      Booking(.used, decimal("0.000001")),
      Self.flour.id
    )
    #expect(try await inventory.items(low).map(\.quantity) == [decimal("0.25")])
    #expect(try await items.lowStockWhenTold(start).items.map(\.sku) == ["F-1"])
    let sorted = try await inventory.items(ItemQuery(sort: .quantity))
    #expect(sorted.map(\.sku) == ["F-1", "C-1", "T-100"])
  }

  @Test(arguments: Engine.all)
  func `fractions are counted, added up and booked in a stocktake`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [Self.flour])
    let stocktake = inventory.clients.stocktake
    _ = try await stocktake.count(decimal("0.333"), Self.flour.id, false)
    let count = try await stocktake.count(decimal("0.067"), Self.flour.id, true)
    #expect(count.counted == decimal("0.4") && count.expected == decimal("0.5"))
    #expect(count.difference == decimal("-0.1"))
    // Meanwhile some is used.
    _ = try await inventory.clients.movements.book(
      Booking(.used, decimal("0.25")),
      Self.flour.id
    )
    try await stocktake.book(try await stocktake.counts())
    #expect(try await inventory.clients.items.item(Self.flour.id)?.quantity == decimal("0.15"))
  }

  @Test(arguments: Engine.all)
  func `bookings and changes of fractions are taken back and made again`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [Self.flour, Self.cable])
    let clients = inventory.clients
    var changes = clients.undo.madeChanges().makeAsyncIterator()
    let before = try await inventory.items()

    func expectUndone() async throws {
      let after = try await inventory.items()
      #expect(after != before)
      let change = try await #require(changes.next())
      let undone = try await clients.undo.revert(change)
      #expect(try await inventory.items() == before)
      let redone = try await clients.undo.revert(undone)
      #expect(try await inventory.items() == after)
      _ = try await clients.undo.revert(redone)
      #expect(try await inventory.items() == before)
    }

    _ = try await clients.movements.book(Booking(.used, decimal("0.125")), Self.flour.id)
    try await expectUndone()
    try await inventory.change(Self.flour.id) {
      $0.quantity = decimal("0.75")
      $0.reorderLevel = decimal("0.6")
    }
    try await expectUndone()
    try await clients.items.delete(Self.flour.id)
    try await expectUndone()
    let all = SelectedItems(.allBut([]), of: ItemQuery())
    for change in [
      ManyItemsChange.book(Booking(.used, decimal("0.125"))),
      .book(Booking(.counted, decimal("0.000001"))), .setReorderLevel(decimal("0.1")), .delete,
    ] {
      for try await _ in clients.manyItems.change(all, change) {}
      try await expectUndone()
    }
    #expect(try await clients.manyItems.summary(all).leastQuantity == decimal("0.5"))
    await #expect(throws: ManyItemsProblem.notEnough(count: 1, names: ["Flour"])) {
      for try await _ in clients.manyItems.change(all, .book(Booking(.used, decimal("0.6")))) {}
    }
  }

  @Test(arguments: Engine.all, FileFormat.allCases)
  func `fractions are exported and imported again, also over what is there`(
    engine: Engine,
    format: FileFormat
  ) async throws {
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "items.\(format.rawValue)")
    let source = try await engine.open(with: [Self.flour, Self.cable])
    for try await _ in source.clients.transfer.exportItems(file, ExportOptions(format: format)) {}
    var preview = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
    #expect(preview.options.numberQuestions.isEmpty)

    let target = try await engine.open(with: [Self.flour.with { $0.quantity = decimal("0.125") }])
    preview.options.duplicates = .update
    for try await _ in target.clients.transfer.importItems(file, preview.options) {}
    #expect(try await target.items().map(\.quantity) == [decimal("2.5"), decimal("0.5")])
    #expect(
      try await target.items().map(\.reorderLevel) == [decimal("0.333333"), decimal("0.25")]
    )
    let history = try await target.clients.movements.history(Self.flour.id, 1)
    #expect(history.movements.first?.delta == decimal("0.375"))
  }

  @Test(arguments: Engine.all, Engine.all)
  func `a copy has the same fractions`(from: Engine, to: Engine) async throws {
    let source = try await from.open(with: [Self.flour, Self.cable])
    _ = try await source.clients.movements.book(
      Booking(.received, decimal("0.000001")),
      Self.cable.id
    )
    _ = try await source.clients.stocktake.count(decimal("1.5"), Self.cable.id, false)
    let target = try await to.open()
    _ = try await target.clients.copying.fill { pass in
      try await source.clients.copying.read(pass)
    }
    #expect(try await target.items() == source.items())
    let counts = try await target.clients.stocktake.counts()
    #expect(counts.map(\.counted) == [decimal("1.5")])
    #expect(counts.map(\.expected) == [decimal("2.500001")])
    let history = try await target.clients.movements.history(Self.cable.id, 9)
    #expect(history.movements.map(\.delta) == [decimal("0.000001"), decimal("2.5")])
  }
}
