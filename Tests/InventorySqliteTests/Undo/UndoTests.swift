import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Changes are taken back as a window does it: through a client that tells what was done.
@Suite struct UndoTests {
  let database: InventoryDatabase
  let inventory: InventoryClients
  private let changes: AsyncStream<InventoryChange>

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer, .lamp])
    inventory = .live(database)
    changes = inventory.undo.madeChanges()
  }

  private func nextChange() async throws -> InventoryChange {
    var iterator = changes.makeAsyncIterator()
    return try #require(await iterator.next())
  }

  /// All that the database knows, without the dates of changes and the numbers of rows.
  private func content() throws -> [String] {
    let items = """
      SELECT item.id, sku, barcode, item.name, quantityMillionths, unit, reorderLevelMillionths,
        priceMillionths, path, tags, notes, createdAt, nameOrder FROM item LEFT JOIN location ON location.id = locationID
      """
    let movements = """
      SELECT item.id, date, reason, deltaMillionths, note FROM movement JOIN item ON key = itemKey
      """
    let tags = "SELECT item.id, tagKey FROM itemTag JOIN item ON key = itemKey"
    return try [items, movements, tags].map {
      try sqlite(database.path, "\($0) ORDER BY 1, 2")
    }
  }

  @Test func `a deleted item comes back with all that belonged to it`() async throws {
    let item = Item.drill.with {
      $0.tags = ["Tools", "18 V"]
      $0.barcode = "4006381333931"
      $0.reorderLevel = 2
      $0.unit = "boxes"
      $0.location = "Shed / Shelf 2"
    }
    try database.save(item)
    try database.book(Booking(.used, 1, note: "lent"), ofItem: item.id)
    try database.count(7, ofItem: item.id)
    let before = try content()
    let counts = try database.stocktake()

    try await inventory.items.delete(item.id)
    let change = try await nextChange()
    #expect(change.kind == .deleted(name: "Drill"))
    #expect(try database.item(id: item.id) == nil)
    let deletion = try await inventory.undo.revert(change)
    #expect(try content() == before)
    #expect(try database.stocktake() == counts)
    // The search finds it again.
    #expect(try database.items(ItemQuery(searchText: "18")).map(\.id) == [item.id])

    // Again, from the other side.
    let restored = try await inventory.undo.revert(deletion)
    #expect(try database.item(id: item.id) == nil)
    _ = try await inventory.undo.revert(restored)
    #expect(try content() == before)
  }

  @Test func `a deleted item comes back into its location, which has another name by now`()
    async throws
  {
    let livingRoom = try #require(try database.location(.name("Living room"))).id
    try await inventory.items.delete(Item.lamp.id)
    let change = try await nextChange()
    try database.moveLocation(livingRoom, to: LocationPath("House / Parlour"))
    _ = try await inventory.undo.revert(change)
    #expect(
      try database.item(id: Item.lamp.id) == .lamp.with { $0.location = "House / Parlour" }
    )
    #expect(try database.location(.name("Living room")) == nil)
  }

  @Test func `a deleted item comes back into a location of the same name if its own is gone`()
    async throws
  {
    let livingRoom = try #require(try database.location(.name("Living room"))).id
    try await inventory.items.delete(Item.lamp.id)
    let change = try await nextChange()
    try database.deleteLocation(livingRoom)
    try database.addLocation(LocationPath("Living room"))
    _ = try await inventory.undo.revert(change)
    #expect(try database.item(id: Item.lamp.id) == .lamp)
    #expect(try database.locations().map(\.name) == ["Living room", "Workshop"])
  }

  @Test func `an item comes back when its numbers have been given away`() async throws {
    try await inventory.items.delete(Item.lamp.id)
    let change = try await nextChange()
    // The last key and the last number of a movement are used again.
    let other = Item(id: .number(9), name: "Rope", sku: "R-1", quantity: 5)
    try database.save(other)
    _ = try await inventory.undo.revert(change)
    #expect(try database.item(id: Item.lamp.id) == .lamp)
    #expect(try database.movements(ofItem: Item.lamp.id).map(\.delta) == [2])
    #expect(try database.item(id: other.id) == other)
    #expect(try database.movements(ofItem: other.id).map(\.delta) == [5])
    #expect(try sqlite(database.path, "PRAGMA foreign_key_check") == "")
  }

  @Test func `an item does not come back in the place of another one`() async throws {
    try await inventory.items.delete(Item.lamp.id)
    let change = try await nextChange()
    try database.save(Item(id: .number(9), name: "Torch", sku: Item.lamp.sku))
    await #expect(throws: UndoProblem.skuTaken(name: "Lamp", sku: Item.lamp.sku)) {
      _ = try await inventory.undo.revert(change)
    }
    try database.delete(id: .number(9))
    try database.save(.lamp)
    await #expect(throws: UndoProblem.itemIsBack(name: "Lamp")) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try database.items().count == 3)
  }

  @Test func `an edit is taken back field by field`() async throws {
    let edited = Item.drill.with {
      $0.name = "Cordless drill"
      $0.quantity = 9
      $0.location = "Shed"
    }
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: edited))
    let change = try await nextChange()
    #expect(change.kind == .edited(name: "Cordless drill", formerly: "Drill"))
    #expect(change.kind.doneText == "“Cordless drill” changed")
    #expect(change.kind.undoneText == "“Drill” changed back")
    // Somebody else changes another field, and takes two.
    try database.save(ItemEdit(original: edited, edited: edited.with { $0.notes = "24 V" }))
    try database.book(Booking(.used, 2), ofItem: edited.id)

    let redo = try await inventory.undo.revert(change)
    let after = Item.drill.with {
      $0.notes = "24 V"
      $0.quantity = 2
    }
    #expect(try database.item(id: Item.drill.id) == after)
    // The movement of the edit is gone, that of the other one is not.
    #expect(try database.movements(ofItem: Item.drill.id).map(\.delta).sorted() == [-2, 4])

    _ = try await inventory.undo.revert(redo)
    #expect(
      try database.item(id: Item.drill.id)
        == edited.with {
          $0.notes = "24 V"
          $0.quantity = 7
        }
    )
    // With the move to another place.
    #expect(try database.movements(ofItem: Item.drill.id).map(\.delta).sorted() == [-2, 0, 4, 5])
  }

  @Test func `what somebody else has written meanwhile is not overwritten`() async throws {
    let edited = Item.drill.with {
      $0.name = "Cordless drill"
      $0.price = Money(thousandths: 10)
    }
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: edited))
    let change = try await nextChange()
    let other = edited.with { $0.name = "Hammer drill" }
    try database.save(ItemEdit(original: edited, edited: other))
    await #expect(
      throws: UndoProblem.changedMeanwhile(name: "Hammer drill", fields: [.name])
    ) {
      _ = try await inventory.undo.revert(change)
    }
    // Nothing was taken back, not even the price.
    #expect(try database.item(id: edited.id) == other)

    try database.delete(id: edited.id)
    await #expect(throws: UndoProblem.itemGone(name: "Cordless drill")) {
      _ = try await inventory.undo.revert(change)
    }
  }

  @Test func `a booking is taken back while there is enough`() async throws {
    _ = try await inventory.movements.book(Booking(.received, 6, note: "order 12"), Item.drill.id)
    let change = try await nextChange()
    #expect(change.kind == .booked(name: "Drill"))
    let movements = try database.movements(ofItem: Item.drill.id)
    let redo = try await inventory.undo.revert(change)
    #expect(try database.item(id: Item.drill.id) == .drill)
    #expect(try database.movements(ofItem: Item.drill.id).map(\.delta) == [4])
    let again = try await inventory.undo.revert(redo)
    #expect(try database.movements(ofItem: Item.drill.id) == movements)

    try database.book(Booking(.used, 7), ofItem: Item.drill.id)
    await #expect(throws: UndoProblem.notEnough(name: "Drill", available: 3)) {
      _ = try await inventory.undo.revert(again)
    }
    #expect(try database.item(id: Item.drill.id)?.quantity == 3)
  }

  @Test func `an added item goes unless somebody has touched it`() async throws {
    let saw = Item(id: .number(9), name: "Saw", sku: "T-300", quantity: 2)
    _ = try await inventory.items.save(ItemEdit(original: nil, edited: saw))
    let change = try await nextChange()
    #expect(change.kind == .added(name: "Saw"))
    let redo = try await inventory.undo.revert(change)
    #expect(try database.item(id: saw.id) == nil)
    let again = try await inventory.undo.revert(redo)
    #expect(try database.item(id: saw.id) == saw)

    try database.book(Booking(.received, 1), ofItem: saw.id)
    await #expect(throws: UndoProblem.changedMeanwhile(name: "Saw", fields: [.quantity])) {
      _ = try await inventory.undo.revert(again)
    }
    #expect(try database.item(id: saw.id)?.quantity == 3)
  }

  @Test func `an added item goes although its movements have got other numbers`() async throws {
    let saw = Item(id: .number(9), name: "Saw", sku: "T-300", quantity: 2)
    _ = try await inventory.items.save(ItemEdit(original: nil, edited: saw))
    let addition = try await nextChange()
    try await inventory.items.delete(saw.id)
    let deletion = try await nextChange()
    // The number of the movement is given away.
    try database.book(Booking(.received, 1), ofItem: Item.drill.id)
    _ = try await inventory.undo.revert(deletion)
    _ = try await inventory.undo.revert(addition)
    #expect(try database.item(id: saw.id) == nil)
  }

  @Test func `an item does not go back to a location that was renamed meanwhile`() async throws {
    let moved = Item.drill.with { $0.location = "Attic" }
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: moved))
    let change = try await nextChange()
    let former = try #require(try database.location(.name(Item.drill.location)))
    try database.moveLocation(former.id, to: LocationPath("Basement"))
    let locations = try database.locations()
    await #expect(throws: UndoProblem.locationChangedMeanwhile(name: Item.drill.location)) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try database.locations() == locations)
    #expect(try database.item(id: Item.drill.id)?.location == "Attic")
  }

  @Test func `an added item stays that somebody has put elsewhere and back`() async throws {
    let saw = Item(id: .number(9), name: "Saw", sku: "T-300", location: "Shed")
    _ = try await inventory.items.save(ItemEdit(original: nil, edited: saw))
    let change = try await nextChange()
    try database.save(saw.with { $0.location = "Attic" })
    try database.save(saw)
    await #expect(throws: UndoProblem.changedMeanwhile(name: "Saw", fields: [.location])) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try database.item(id: saw.id) == saw)
  }

  private func locations() throws -> [String] {
    try database.locations().map(\.name)
  }

  @Test func `a location that was made for an item goes with what was saved`() async throws {
    let before = try locations()
    let edited = Item.drill.with { $0.location = "Typo / Box" }
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: edited))
    let edit = try await nextChange()
    let redo = try await inventory.undo.revert(edit)
    #expect(try locations() == before)
    let undo = try await inventory.undo.revert(redo)
    #expect(try database.item(id: edited.id) == edited)
    #expect(try locations() == before.dropLast() + ["Typo", "Typo / Box", "Workshop"])
    _ = try await inventory.undo.revert(undo)
    #expect(try locations() == before)

    let saw = Item(id: .number(9), name: "Saw", sku: "T-300", location: "Workshop / Typo")
    _ = try await inventory.items.save(ItemEdit(original: nil, edited: saw))
    let addition = try await nextChange()
    let addAgain = try await inventory.undo.revert(addition)
    #expect(try locations() == before)
    _ = try await inventory.undo.revert(addAgain)
    #expect(try database.item(id: saw.id) == saw)
    try database.expectSoundLocations()
  }

  @Test func `a location that was made for an item stays when others use it`() async throws {
    let edited = Item.drill.with { $0.location = "Attic / Box" }
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: edited))
    let change = try await nextChange()
    try database.save(.lamp.with { $0.location = "Attic" })
    let redo = try await inventory.undo.revert(change)
    #expect(try database.item(id: Item.drill.id) == .drill)
    #expect(try locations() == ["Attic", "Living room", "Workshop"])
    _ = try await inventory.undo.revert(redo)
    #expect(try database.item(id: Item.drill.id) == edited)
    try database.expectSoundLocations()
  }

  @Test func `what others have made of a new location does not stand in the way`() async throws {
    let edited = Item.drill.with {
      $0.name = "Cordless drill"
      $0.location = "Attic / Box"
    }
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: edited))
    let change = try await nextChange()
    // Somebody else puts the drill back, and makes something else of one location.
    let back = edited.with { $0.location = Item.drill.location }
    try database.save(ItemEdit(original: edited, edited: back))
    let attic = try #require(try database.location(.name("Attic"))).id
    try database.moveLocation(attic, to: LocationPath("Loft"))
    let redo = try await inventory.undo.revert(change)
    #expect(try database.item(id: Item.drill.id) == .drill)
    #expect(try locations() == ["Living room", "Loft", "Workshop"])
    try database.deleteLocation(attic)
    // The item takes its location along, although the one around it is gone.
    _ = try await inventory.undo.revert(redo)
    #expect(try database.item(id: Item.drill.id)?.name == "Cordless drill")
    try database.expectSoundLocations()
  }

  @Test func `an item goes into a location again that others have made meanwhile`() async throws {
    let edited = Item.drill.with { $0.location = "Attic / Box" }
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: edited))
    let redo = try await inventory.undo.revert(try await nextChange())
    try database.save(.lamp.with { $0.location = "Attic / Box" })
    let undo = try await inventory.undo.revert(redo)
    #expect(try database.item(id: Item.drill.id) == edited)
    #expect(try locations() == ["Attic", "Attic / Box", "Living room", "Workshop"])
    _ = try await inventory.undo.revert(undo)
    #expect(try locations() == ["Attic", "Attic / Box", "Living room", "Workshop"])
    try database.expectSoundLocations()
  }

  @Test func `what changes nothing, or is done by others, is not told`() async throws {
    _ = try await inventory.items.save(ItemEdit(original: .drill, edited: .drill))
    try database.delete(id: Item.hammer.id)
    try await inventory.items.delete(Item.lamp.id)
    #expect(try await nextChange().kind == .deleted(name: "Lamp"))
  }
}
