import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

/// Changes that are taken back, as a window does it, while others go on working.
@Suite(.timeLimit(.minutes(5)))
struct UndoClientTests {
  /// A window, and somebody else on the same inventory.
  private struct Desk: Sendable {
    let window: OpenInventory
    let others: InventoryClients
    let changes: AsyncStream<InventoryChange>

    init(_ engine: Engine) async throws {
      window = try await engine.open(with: [.drill, .hammer, .lamp])
      others = try await window.openAgain()
      changes = window.clients.undo.madeChanges()
    }

    var clients: InventoryClients { window.clients }

    /// Does something in the window, and returns the change that takes it back.
    func change(_ body: (InventoryClients) async throws -> Void) async throws -> InventoryChange {
      try await body(clients)
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
      let counts = try await clients.stocktake.counts()
      return content + counts.map { "\($0.id) \($0.counted) of \($0.expected)" }.sorted()
    }
  }

  /// Something that is done in a window, and how it is told.
  struct Deed: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let kind: InventoryChange.Kind
    let perform: @Sendable (InventoryClients) async throws -> Void

    init(
      _ description: String,
      _ kind: InventoryChange.Kind,
      perform: @escaping @Sendable (InventoryClients) async throws -> Void
    ) {
      testDescription = description
      self.kind = kind
      self.perform = perform
    }

    static let photo = Photo(data: Data([1, 2, 3]), width: 2, height: 2)

    static func save(_ item: Item, from original: Item?)
      -> @Sendable (InventoryClients)
      async throws -> Void
    {
      { _ = try await $0.items.save(ItemEdit(original: original, edited: item)) }
    }

    static func locationEdit(
      _ path: String,
      name: String,
      isMerging: Bool = false
    ) -> @Sendable (InventoryClients) async throws -> Void {
      { clients in
        let location = try await #require(clients.locations.content(.name(path)))
        let edit = LocationEdit(id: location.id, original: location.path, name: name)
        try await clients.locations.edit(edit, isMerging)
      }
    }

    static let all = [
      Deed(
        "an item is added",
        .added(name: "Saw"),
        perform: save(
          Item(id: .number(9), name: "Saw", sku: "S", quantity: 2, location: "Attic"),
          from: nil
        )
      ),
      Deed(
        "an item is edited",
        .edited(name: "Cordless drill", formerly: "Drill"),
        perform: save(
          .drill.with {
            $0.name = "Cordless drill"
            $0.quantity = 9
            $0.location = "Shed"
            $0.tags = ["new"]
          },
          from: .drill
        )
      ),
      Deed("an item is deleted", .deleted(name: "Drill")) {
        try await $0.items.delete(Item.drill.id)
      },
      Deed("a quantity is booked", .booked(name: "Drill")) {
        _ = try await $0.movements.book(Booking(.used, 3, note: "lent"), Item.drill.id)
      },
      Deed("a location is added", .added(name: "Attic / Box")) {
        try await $0.locations.add(LocationPath("Attic / Box"))
      },
      Deed(
        "a location is renamed",
        .edited(name: "Atelier", formerly: "Workshop"),
        perform: locationEdit("Workshop", name: "Atelier")
      ),
      Deed(
        "two locations are merged",
        .merged(name: "Workshop", into: "Living room"),
        perform: locationEdit("Workshop", name: "Living room", isMerging: true)
      ),
      Deed("a location is deleted", .deleted(name: "Workshop")) { clients in
        let location = try await #require(clients.locations.content(.name("Workshop")))
        try await clients.locations.delete(location.id)
      },
      Deed("a photo is added", .photoAdded(name: "Drill")) {
        try await $0.photos.setPhoto(photo, Item.drill.id)
      },
      Deed("an item is counted", .counted(name: "Drill")) {
        _ = try await $0.stocktake.count(3, Item.drill.id, false)
      },
    ]
  }

  @Test(arguments: Engine.all, Deed.all)
  func `what was done is taken back, and done again`(engine: Engine, deed: Deed) async throws {
    let desk = try await Desk(engine)
    let before = try await desk.content()
    let change = try await desk.change(deed.perform)
    #expect(change.kind == deed.kind)
    let after = try await desk.content()
    #expect(after != before)
    let redo = try await desk.clients.undo.revert(change)
    #expect(try await desk.content() == before)
    #expect(redo.kind == deed.kind)
    let undo = try await desk.clients.undo.revert(redo)
    #expect(try await desk.content() == after)
    _ = try await desk.clients.undo.revert(undo)
    #expect(try await desk.content() == before)
  }

  @Test(arguments: Engine.all)
  func `a deleted item comes back with all that belonged to it`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    try await desk.others.photos.setPhoto(Deed.photo, Item.drill.id)
    _ = try await desk.others.stocktake.count(3, Item.drill.id, false)
    _ = try await desk.others.movements.book(Booking(.used, 1, note: "lent"), Item.drill.id)
    let before = try await desk.content()
    let change = try await desk.change { try await $0.items.delete(Item.drill.id) }
    #expect(change.restoredItem == nil)
    let redo = try await desk.clients.undo.revert(change)
    #expect(redo.restoredItem?.id == Item.drill.id)
    #expect(try await desk.content() == before)
    #expect(try await desk.window.items(ItemQuery(searchText: "18 V")).map(\.sku) == ["T-100"])
  }

  @Test(arguments: Engine.all)
  func `photos are replaced, described and removed, and each is taken back`(
    engine: Engine
  ) async throws {
    let desk = try await Desk(engine)
    try await desk.others.photos.setPhoto(Deed.photo, Item.drill.id)
    let other = Photo(data: Data([4]), width: 1, height: 1)
    let described = try await desk.change {
      try await $0.photos.setCaption("A saw", Deed.photo, Item.drill.id)
    }
    #expect(described.kind == .photoDescribed(name: "Drill"))
    let replaced = try await desk.change { try await $0.photos.setPhoto(other, Item.drill.id) }
    #expect(replaced.kind == .photoReplaced(name: "Drill"))
    let removed = try await desk.change { try await $0.photos.setPhoto(nil, Item.drill.id) }
    #expect(removed.kind == .photoRemoved(name: "Drill"))
    for change in [removed, replaced, described] {
      _ = try await desk.clients.undo.revert(change)
    }
    #expect(try await desk.clients.photos.photo(Item.drill.id) == Deed.photo)
  }

  @Test(arguments: Engine.all)
  func `a stocktake that was booked or thrown away goes on`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    let stocktake = desk.others.stocktake
    for item in [Item.drill, .lamp] { _ = try await stocktake.count(1, item.id, false) }
    let before = try await desk.content()
    let booked = try await desk.change {
      try await $0.stocktake.book($0.stocktake.counts())
    }
    #expect(booked.kind == .stocktake)
    _ = try await desk.clients.undo.revert(booked)
    #expect(try await desk.content() == before)
    let discarded = try await desk.change { try await $0.stocktake.discard() }
    #expect(discarded.kind == .countsDiscarded)
    _ = try await desk.clients.undo.revert(discarded)
    #expect(try await desk.content() == before)
    let removed = try await desk.change { try await $0.stocktake.removeCount(Item.lamp.id) }
    #expect(removed.kind == .countRemoved(name: "Lamp"))
    _ = try await desk.clients.undo.revert(removed)
    #expect(try await desk.content() == before)
  }

  @Test(arguments: Engine.all)
  func `an import is taken back`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    let before = try await desk.content()
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "items.csv")
    try Data("sku,name,quantity\nT-100,Big drill,9\nN,New,3\n".utf8).write(to: file)
    var options = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
      .options
    options.duplicates = .update
    let change = try await desk.change { [options] clients in
      for try await _ in clients.transfer.importItems(file, options) {}
    }
    guard case .imported(let summary) = change.kind else {
      Issue.record("\(change.kind)")
      return
    }
    #expect((summary.added, summary.updated) == (1, 1))
    _ = try await desk.clients.undo.revert(change)
    #expect(try await desk.content() == before)
  }

  /// Imports new items, and changes one.
  private func importMany(_ desk: Desk, _ rows: Int) async throws -> InventoryChange {
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "items.csv")
    let lines = (0..<rows).map { "N-\($0),Thing \($0),\($0 % 9),Attic / Box \($0 % 5),a;b\n" }
    let text = "sku,name,quantity,location,tags\nT-100,Drill,9,Attic,\n" + lines.joined()
    try Data(text.utf8).write(to: file)
    let options = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
      .options
    return try await desk.change { clients in
      for try await _ in clients.transfer.importItems(file, options) {}
    }
  }

  @Test(arguments: Engine.all)
  func `an import of many items is taken back and made again, all at once`(
    engine: Engine
  ) async throws {
    let desk = try await Desk(engine)
    let before = try await desk.content()
    let change = try await importMany(desk, 5_200)
    // The first ones, and how many there are.
    func page(_ search: String = "") async throws -> ItemPage {
      try await desk.clients.items.completePage(ItemQuery(searchText: search), 0..<200)
    }
    let after = try await page()
    #expect(after.count == 5_203)
    let redo = try await desk.clients.undo.revert(change)
    #expect(try await desk.content() == before)
    #expect(try await desk.window.items(ItemQuery(searchText: "thing")).isEmpty)
    let undo = try await desk.clients.undo.revert(redo)
    #expect(try await page() == after)
    #expect(try await page("attic").count == 5_201)
    _ = try await desk.clients.undo.revert(undo)
    #expect(try await desk.content() == before)
  }

  @Test(arguments: Engine.all)
  func `an import is not taken back over what others have done to its items`(
    engine: Engine
  ) async throws {
    let desk = try await Desk(engine)
    let change = try await importMany(desk, 3)
    let item = try #require(try await desk.clients.items.itemWithSku("N-1"))
    // The quantity is as before, but somebody has used the item.
    _ = try await desk.others.movements.book(Booking(.used, 1), item.id)
    _ = try await desk.others.movements.book(Booking(.received, 1), item.id)
    await #expect(
      throws: UndoProblem.changedMeanwhile(name: "Thing 1", fields: [.quantity])
    ) { try await desk.clients.undo.revert(change) }
    let renamed = item.with { $0.name = "Mine" }
    _ = try await desk.others.items.save(ItemEdit(original: item, edited: renamed))
    await #expect(throws: UndoProblem.self) { try await desk.clients.undo.revert(change) }
    try await desk.others.items.delete(item.id)
    await #expect(throws: UndoProblem.itemGone(name: "Thing 1")) {
      try await desk.clients.undo.revert(change)
    }
    #expect(try await desk.window.items().count == 5)
  }

  @Test(arguments: Engine.all)
  func `a change that nobody waits for is not taken back`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    let change = try await importMany(desk, 1_000)
    let content = try await desk.content()
    let undo = Task { try await desk.clients.undo.revert(change) }
    undo.cancel()
    await #expect(throws: (any Error).self) { try await undo.value }
    #expect(try await desk.content() == content)
    _ = try await desk.clients.undo.revert(change)
    #expect(try await desk.window.items().count == 3)
  }

  @Test(arguments: Engine.all)
  func `what others have done to other fields stays`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    let change = try await desk.change { clients in
      let edited = Item.drill.with {
        $0.name = "Mine"
        $0.quantity = 9
      }
      _ = try await clients.items.save(ItemEdit(original: .drill, edited: edited))
    }
    let theirs = try await #require(desk.others.items.item(Item.drill.id))
    let edited = theirs.with { $0.notes = "Theirs" }
    _ = try await desk.others.items.save(ItemEdit(original: theirs, edited: edited))
    _ = try await desk.others.movements.book(Booking(.received, 1), Item.drill.id)
    _ = try await desk.clients.undo.revert(change)
    let item = try await desk.clients.items.item(Item.drill.id)
    #expect(
      item
        == .drill.with {
          $0.notes = "Theirs"
          $0.quantity = 5
        }
    )
  }

  /// What others do that stands in the way of taking something back.
  struct Obstacle: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let mine: @Sendable (InventoryClients) async throws -> Void
    let theirs: @Sendable (InventoryClients) async throws -> Void
    let problem: UndoProblem

    init(
      _ description: String,
      _ problem: UndoProblem,
      mine: @escaping @Sendable (InventoryClients) async throws -> Void,
      theirs: @escaping @Sendable (InventoryClients) async throws -> Void
    ) {
      testDescription = description
      self.problem = problem
      self.mine = mine
      self.theirs = theirs
    }

    private static let renamed = Item.drill.with { $0.name = "Mine" }
    private static let torch = Item(id: .number(8), name: "Torch", sku: Item.drill.sku)
    private static let saw = Item(id: .number(9), name: "Saw", sku: "S", quantity: 2)
    private static let deletion: @Sendable (InventoryClients) async throws -> Void = {
      try await $0.items.delete(Item.drill.id)
    }

    static let all = [
      Obstacle(
        "the same field was changed",
        .changedMeanwhile(name: "Theirs", fields: [.name]),
        mine: Deed.save(renamed, from: .drill),
        theirs: Deed.save(renamed.with { $0.name = "Theirs" }, from: renamed)
      ),
      Obstacle(
        "the item was deleted",
        .itemGone(name: "Mine"),
        mine: Deed.save(renamed, from: .drill),
        theirs: deletion
      ),
      Obstacle(
        "the item is there again",
        .itemIsBack(name: "Drill"),
        mine: deletion,
        theirs: Deed.save(.drill, from: nil)
      ),
      Obstacle(
        "another item has the SKU",
        .skuTaken(name: "Drill", sku: "T-100"),
        mine: deletion,
        theirs: Deed.save(torch, from: nil)
      ),
      Obstacle(
        "more was taken than there would be",
        .notEnough(name: "Drill", available: 3),
        mine: { _ = try await $0.movements.book(Booking(.received, 6), Item.drill.id) },
        theirs: { _ = try await $0.movements.book(Booking(.used, 7), Item.drill.id) }
      ),
      Obstacle(
        "an added item was booked",
        .changedMeanwhile(name: "Saw", fields: [.quantity]),
        mine: Deed.save(saw, from: nil),
        theirs: { _ = try await $0.movements.book(Booking(.received, 1), saw.id) }
      ),
      Obstacle(
        "an added item got a photo",
        .photoChangedMeanwhile(name: "Saw"),
        mine: Deed.save(saw, from: nil),
        theirs: { try await $0.photos.setPhoto(Deed.photo, saw.id) }
      ),
      Obstacle(
        "another photo was chosen",
        .photoChangedMeanwhile(name: "Drill"),
        mine: { try await $0.photos.setPhoto(Deed.photo, Item.drill.id) },
        theirs: {
          try await $0.photos.setPhoto(
            Photo(data: Data([9]), width: 1, height: 1),
            Item.drill.id
          )
        }
      ),
      Obstacle(
        "the item was counted again",
        .countChangedMeanwhile(name: "Drill"),
        mine: { _ = try await $0.stocktake.count(3, Item.drill.id, false) },
        theirs: { _ = try await $0.stocktake.count(4, Item.drill.id, false) }
      ),
      Obstacle(
        "the location was renamed",
        .locationChangedMeanwhile(name: "Mine"),
        mine: Deed.locationEdit("Workshop", name: "Mine"),
        theirs: Deed.locationEdit("Mine", name: "Theirs")
      ),
      Obstacle(
        "another location has the path",
        .locationExists(name: "Workshop"),
        mine: Deed.locationEdit("Workshop", name: "Mine"),
        theirs: { try await $0.locations.add(LocationPath("Workshop")) }
      ),
      Obstacle(
        "something was put into the location",
        .locationInUse(name: "Attic"),
        mine: { try await $0.locations.add(LocationPath("Attic")) },
        theirs: Deed.save(saw.with { $0.location = "Attic" }, from: nil)
      ),
    ]
  }

  @Test(arguments: Engine.all, Obstacle.all)
  func `what others stand in the way of is not taken back, and nothing changes`(
    engine: Engine,
    obstacle: Obstacle
  ) async throws {
    let desk = try await Desk(engine)
    let change = try await desk.change(obstacle.mine)
    try await obstacle.theirs(desk.others)
    let content = try await desk.content()
    await #expect(throws: obstacle.problem) { try await desk.clients.undo.revert(change) }
    #expect(try await desk.content() == content)
  }

  @Test(arguments: Engine.all)
  func `a window is told only what was done in it`(engine: Engine) async throws {
    let desk = try await Desk(engine)
    try await desk.others.items.delete(Item.hammer.id)
    // What changes nothing is no change either.
    _ = try await desk.clients.items.save(ItemEdit(original: .lamp, edited: .lamp))
    let change = try await desk.change { try await $0.items.delete(Item.lamp.id) }
    #expect(change.kind == .deleted(name: "Lamp"))
  }
}
