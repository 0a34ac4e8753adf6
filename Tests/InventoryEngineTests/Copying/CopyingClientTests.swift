import Foundation
import InventoryCore
import InventoryTestSupport
import Synchronization
import Testing

/// Two engines: what is copied from, and what into.
struct EnginePair: CustomTestStringConvertible, Sendable {
  let source: Engine
  let target: Engine

  var testDescription: String { "\(source.testDescription) to \(target.testDescription)" }

  static let all = Engine.all.flatMap { source in
    Engine.all.map { EnginePair(source: source, target: $0) }
  }
}

@Suite struct CopyingClientTests {
  private static let photo = Photo(
    data: Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
    width: 7,
    height: 9,
    caption: "From above"
  )

  private static let ladder = Item(id: UUID(), name: "Ladder", sku: "L-9", quantity: 5)

  /// An inventory with everything that there can be in one.
  private func makeSource(_ engine: Engine) async throws -> OpenInventory {
    let inventory = try await engine.open(with: [
      Item.drill.with {
        $0.location = "Workshop / Shelf 1"
        $0.tags = ["Tools", "Power"]
        $0.barcode = "4006381333931"
        $0.notes = "Two lines\nand a tab\t, a \\ and “quotes”"
        $0.reorderLevel = 2
        $0.unit = "pcs"
      },
      Item.hammer.with {
        $0.location = "Workshop"
        $0.price = Money(millionths: 1)
        $0.currency = "CHF"
      },
      Item.lamp.with { $0.name = "Éclairage 灯" },
    ])
    let clients = inventory.clients
    _ = try await clients.movements.book(
      Booking(.received, 7, note: "From the\tsupplier"),
      Item.drill.id
    )
    try await inventory.change(Item.drill.id) { $0.location = "Van" }
    try await clients.photos.setPhoto(Self.photo, Item.hammer.id)
    _ = try await clients.stocktake.count(3, Item.lamp.id, false)
    // A location that comes before the one that it is in.
    let shelf = try await inventory.locationID("Workshop / Shelf 1")
    try await clients.locations.edit(
      LocationEdit(
        id: shelf,
        original: LocationPath("Workshop / Shelf 1"),
        parent: LocationPath("Van")
      ),
      false
    )
    return inventory
  }

  @Test(arguments: EnginePair.all)
  func `everything is in the copy, with the numbers that it had`(engines: EnginePair) async throws {
    let source = try await makeSource(engines.source)
    let target = try await engines.target.open()
    let progress = Mutex<[TransferProgress]>([])
    let digest = try await source.clients.copying.copy(into: target.clients.copying) { copied in
      progress.withLock { $0.append(copied) }
    }
    #expect(digest.items == 3)
    #expect(digest.locations == 4)
    #expect(digest.photos == 1)
    #expect(digest.counts == 1)
    let told = progress.withLock { $0 }
    #expect(told.map(\.rows) == told.map(\.rows).sorted())
    #expect(told.last == TransferProgress(fraction: 1, rows: digest.records))

    #expect(try await target.items() == source.items())
    for item in try await source.items() {
      let history = try await source.clients.movements.history(item.id, 100).asInFile
      #expect(try await target.clients.movements.history(item.id, 100).asInFile == history)
    }
    #expect(try await target.clients.photos.photo(Item.hammer.id) == Self.photo)
    let counts = try await source.clients.stocktake.counts().map(\.asInFile)
    #expect(try await target.clients.stocktake.counts().map(\.asInFile) == counts)
    #expect(try await target.clients.sidebar.content() == source.clients.sidebar.content())
    #expect(
      try await target.locationID("Van / Shelf 1") == source.locationID("Van / Shelf 1")
    )
    // It is found, and goes on where the other one was.
    #expect(try await target.items(ItemQuery(searchText: "eclair")).count == 1)
    try await target.add(Self.ladder)
    _ = try await target.clients.movements.book(
      Booking(.received, 1),
      Self.ladder.id
    )
    #expect(
      try await target.clients.items.item(Self.ladder.id)?.quantity == Self.ladder.quantity + 1
    )
  }

  @Test(arguments: Engine.all)
  func `an inventory in which there is something is not filled`(engine: Engine) async throws {
    let source = try await engine.open(with: [.drill])
    let target = try await engine.open(with: [.hammer])
    await #expect(throws: CopyingProblem.notEmpty) {
      try await source.clients.copying.copy(into: target.clients.copying)
    }
    #expect(try await target.items() == [.hammer])
  }

  @Test(arguments: Engine.all)
  func `a copy that fails leaves nothing`(engine: Engine) async throws {
    struct Failure: Error {}
    let source = try await makeSource(engine)
    let target = try await engine.open()
    await #expect(throws: Failure.self) {
      try await target.clients.copying.fill { pass in
        try await source.clients.copying.read { records in
          if case .movements = records { throw Failure() }
          try await pass(records)
        }
      }
    }
    #expect(try await target.items().isEmpty)
    _ = try await source.clients.copying.copy(into: target.clients.copying)
    #expect(try await target.items() == source.items())
  }

  @Test(arguments: Engine.all)
  func `a copy that is not what was read is not kept`(engine: Engine) async throws {
    let source = try await makeSource(engine)
    let target = try await engine.open()
    await #expect(throws: CopyingProblem.different) {
      try await target.clients.copying.fill { pass in
        try await source.clients.copying.read { records in
          // A movement is lost on the way.
          if case .movements(let movements) = records {
            try await pass(.movements(Array(movements.dropLast())))
          } else {
            try await pass(records)
          }
        }
      }
    }
    #expect(try await target.items().isEmpty)
  }

  @Test(arguments: EnginePair.all)
  func `what changes while it is copied is not in the copy`(engines: EnginePair) async throws {
    let source = try await makeSource(engines.source)
    let before = try await source.items()
    let target = try await engines.target.open()
    let isChanged = Mutex(false)
    _ = try await target.clients.copying.fill { pass in
      try await source.clients.copying.read { records in
        if !isChanged.withLock({ isChanged in
          defer { isChanged = true }
          return isChanged
        }) {
          try await source.add(Self.ladder)
          try await source.clients.items.delete(Item.hammer.id)
        }
        try await pass(records)
      }
    }
    #expect(try await target.items() == before)
  }

  @Test(arguments: Engine.all)
  func `movements may come in parts whose sums are negative`(engine: Engine) async throws {
    // The first of three movements was taken back.
    let movements = ([(2, -5), (3, 5)] as [(Int, Quantity)]).map { number, delta in
      InventoryRecords.MovementRecord(
        item: Item.drill.id,
        movement: Movement(
          id: Int64(number),
          date: Date(timeIntervalSince1970: Double(number)),
          reason: delta < 0 ? .used : .received,
          delta: delta
        )
      )
    }
    let item = InventoryRecords.ItemRecord(
      item: Item.drill.with {
        $0.quantity = 0
        $0.location = ""
      },
      location: nil,
      created: 1_000,
      changed: 2_000
    )
    let target = try await engine.open()
    let digest = try await target.clients.copying.fill { pass in
      var digest = InventoryDigest()
      for records in [InventoryRecords.items([item])] + movements.map({ .movements([$0]) }) {
        digest.add(records)
        try await pass(records)
      }
      return digest
    }
    #expect(digest.movements == 2)
    #expect(try await target.items().map(\.quantity) == [0])
  }

  @Test(arguments: Engine.all)
  func `a copy of many items takes parts of a bounded size`(engine: Engine) async throws {
    let count = 2_500
    let source = try await engine.open(
      with: (0..<count).map { Item(id: UUID(), name: "Item \($0)", sku: "N-\($0)", quantity: 1) }
    )
    let target = try await engine.open()
    let largest = Mutex(0)
    let digest = try await target.clients.copying.fill { pass in
      try await source.clients.copying.read { records in
        if case .items(let items) = records { largest.withLock { $0 = max($0, items.count) } }
        try await pass(records)
      }
    }
    #expect(digest.items == count)
    #expect(largest.withLock { $0 } <= InventoryRecords.limit)
  }
}

// A file does not keep who has changed something, nor parts of a millisecond.

extension Date {
  fileprivate var asInFile: Date { Date(milliseconds: milliseconds) }
}

extension StockHistory {
  fileprivate var asInFile: StockHistory {
    var history = self
    for index in history.levels.indices {
      history.levels[index].date = history.levels[index].date.asInFile
    }
    for index in history.movements.indices {
      history.movements[index].date = history.movements[index].date.asInFile
      history.movements[index].author = nil
    }
    history.dates = history.dates.map { dates in
      ItemDates(added: dates.added.asInFile, changed: dates.changed.asInFile)
    }
    return history
  }
}

extension StocktakeCount {
  fileprivate var asInFile: StocktakeCount {
    var count = self
    count.date = count.date.asInFile
    return count
  }
}
