import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Each way in which an item gets into another place is in its history.
@Suite struct MoveTests {
  let database: InventoryDatabase
  let inventory: InventoryClients
  private let changes: AsyncStream<InventoryChange>

  init() throws {
    database = try .temporary()
    try database.save(Item.drill.with { $0.location = "Attic / Box" })
    inventory = .live(database)
    changes = inventory.undo.madeChanges()
  }

  private func nextChange() async throws -> InventoryChange {
    var iterator = changes.makeAsyncIterator()
    return try #require(await iterator.next())
  }

  /// From where to where the drill was moved, the latest first.
  private func moves() throws -> [String] {
    try database.movements(ofItem: Item.drill.id)
      .filter { $0.reason == .moved }
      .map { "\($0.origin ?? "-") > \($0.destination ?? "-")" }
  }

  private func put(in location: String) async throws {
    let item = try #require(try database.item(id: Item.drill.id))
    _ = try await inventory.items.save(
      ItemEdit(original: item, edited: item.with { $0.location = location })
    )
  }

  private func id(_ path: String) throws -> Int64 {
    try #require(try database.location(.name(path))).id
  }

  @Test func `an edit that changes the location is a move, and no change of the quantity`()
    async throws
  {
    try await put(in: "Cellar")
    try await put(in: "")
    try await put(in: "Shed")
    #expect(try moves() == ["- > Shed", "Cellar > -", "Attic / Box > Cellar"])
    let history = try database.history(ofItem: Item.drill.id, movementLimit: 9)
    #expect(history.levels.map(\.quantity) == [4])
    #expect(history.movements.map(\.delta) == [0, 0, 0, 4])
    #expect(try database.item(id: Item.drill.id)?.quantity == 4)
  }

  @Test func `an edit that leaves the location is no move`() async throws {
    let item = try #require(try database.item(id: Item.drill.id))
    try database.save(ItemEdit(original: item, edited: item.with { $0.notes = "sharp" }))
    #expect(try moves() == [])
  }

  @Test func `the history tells of a move until it is undone, and again when it is redone`()
    async throws
  {
    try await put(in: "Cellar")
    let redo = try await inventory.undo.revert(nextChange())
    #expect(try moves() == [])
    #expect(try database.item(id: Item.drill.id)?.location == "Attic / Box")
    let undo = try await inventory.undo.revert(redo)
    #expect(try moves() == ["Attic / Box > Cellar"])
    _ = try await inventory.undo.revert(undo)
    #expect(try moves() == [])
  }

  @Test func `an import that puts an item elsewhere moves it`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.path("items.csv")
    try Data("sku,name,location\nT-100,Drill,Shed\n".utf8).write(to: URL(filePath: file))
    try database.importItems(fromFile: file) { preview in
      var options = preview.options
      options.duplicates = .update
      return options
    }
    #expect(try moves() == ["Attic / Box > Shed"])
  }

  @Test func `what is in a deleted location is moved out, until that is undone`() async throws {
    try await inventory.locations.delete(id("Attic / Box"))
    #expect(try moves() == ["Attic / Box > Attic"])
    let redo = try await inventory.undo.revert(nextChange())
    #expect(try moves() == [])
    let undo = try await inventory.undo.revert(redo)
    #expect(try moves() == ["Attic / Box > Attic"])
    _ = try await inventory.undo.revert(undo)
    #expect(try moves() == [])
  }

  @Test func `what is in a merged location is moved, until that is undone`() async throws {
    try database.addLocation(LocationPath("Shed / Box"))
    let box = try #require(try database.location(.name("Attic / Box")))
    let edit = LocationEdit(
      id: box.id,
      original: box.path,
      parent: LocationPath("Shed")
    )
    try await inventory.locations.edit(edit, true)
    #expect(try moves() == ["Attic / Box > Shed / Box"])
    let redo = try await inventory.undo.revert(nextChange())
    #expect(try moves() == [])
    _ = try await inventory.undo.revert(redo)
    #expect(try moves() == ["Attic / Box > Shed / Box"])
  }

  @Test func `a move by somebody else stays when the deletion of the location is undone`()
    async throws
  {
    try await inventory.locations.delete(id("Attic / Box"))
    let change = try await nextChange()
    try database.save(Item.drill.with { $0.location = "Shed" })
    _ = try await inventory.undo.revert(change)
    #expect(try moves() == ["Attic > Shed", "Attic / Box > Attic"])
  }

  @Test func `a location that gets another name moves nothing`() async throws {
    try database.moveLocation(id("Attic"), to: LocationPath("Loft"))
    #expect(try moves() == [])
    try await put(in: "")
    #expect(try moves() == ["Loft / Box > -"])
  }

  @Test func `the moves of a deleted item come back with it`() async throws {
    try await put(in: "Cellar")
    _ = try await nextChange()
    try await inventory.items.delete(Item.drill.id)
    _ = try await inventory.undo.revert(nextChange())
    #expect(try moves() == ["Attic / Box > Cellar"])
  }

  @Test func `a move is undone after the deletion of its item was`() async throws {
    try await put(in: "Cellar")
    let move = try await nextChange()
    try await inventory.items.delete(Item.drill.id)
    let deletion = try await nextChange()
    // The last numbers of movements are given away, and the movements come back with others.
    try database.save(Item(id: .number(9), name: "Rope", sku: "R-1", quantity: 5))
    _ = try await inventory.undo.revert(deletion)
    #expect(try moves() == ["Attic / Box > Cellar"])
    _ = try await inventory.undo.revert(move)
    #expect(try moves() == [])
    #expect(try database.item(id: Item.drill.id)?.location == "Attic / Box")
  }

  @Test func `the number of a deleted location is not given to another one`() throws {
    try database.addLocation(LocationPath("Shed"))
    let shed = try id("Shed")
    try database.deleteLocation(shed)
    try database.addLocation(LocationPath("Pantry"))
    #expect(try id("Pantry") > shed)
    #expect(throws: LocationError.gone) {
      try database.moveLocation(shed, to: LocationPath("Larder"))
    }
    #expect(try database.location(.name("Pantry")) != nil)
  }
}
