import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Imports are taken back as a window does it.
@Suite struct ImportRecorderTests {
  let database: InventoryDatabase
  let inventory: InventoryClients
  private let changes: AsyncStream<InventoryChange>
  private let directory: TemporaryDirectory

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .lamp])
    inventory = .live(database)
    changes = inventory.undo.madeChanges()
    directory = try TemporaryDirectory()
  }

  /// Imports a text, and returns what the journal was told.
  private func importText(
    _ text: String,
    _ duplicates: DuplicatePolicy
  ) async throws -> InventoryChange? {
    let file = directory.url.appending(path: "items.csv")
    try Data(text.utf8).write(to: file)
    var options = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
      .options
    options.duplicates = duplicates
    for try await _ in inventory.transfer.importItems(file, options) {}
    // What is told next ends the wait if there is nothing.
    let last = Item(id: .number(99), name: "Last", sku: "last")
    _ = try await inventory.items.save(ItemEdit(original: nil, edited: last))
    try await inventory.items.delete(last.id)
    for await change in changes {
      if change.kind == .deleted(name: "Last") { return nil }
      if change.kind != .added(name: "Last") { return change }
    }
    return nil
  }

  @Test func `an import is taken back and made again`() async throws {
    let before = try database.items()
    let change = try #require(
      try await importText(
        "name,sku,quantity,location,tags\nImpact drill,T-100,7,Shed,Tools\nRope,R-1,5,Boat / Bow,\n",
        .update
      )
    )
    #expect(change.kind == .imported(ImportSummary(added: 1, updated: 1)))
    let after = try database.items()
    #expect(after.map(\.name) == ["Impact drill", "Lamp", "Rope"])

    let redo = try await inventory.undo.revert(change)
    #expect(try database.items() == before)
    #expect(try database.locations().map(\.name) == ["Living room", "Workshop"])
    #expect(try database.movements(ofItem: Item.drill.id).map(\.delta) == [4])

    let undo = try await inventory.undo.revert(redo)
    #expect(try database.items() == after)
    let deltas = try database.movements(ofItem: Item.drill.id).map(\.delta)
    // With the move to the shed.
    #expect(deltas.sorted() == [0, 3, 4])
    _ = try await inventory.undo.revert(undo)
    #expect(try database.items() == before)
  }

  @Test func `a location of an import that others use stays`() async throws {
    let change = try #require(
      try await importText("name,sku,location\nRope,R-1,Boat / Bow\nFlag,F-1,Mast\n", .skip)
    )
    try database.save(Item(id: .number(9), name: "Anchor", sku: "A-1", location: "Boat / Bow"))
    _ = try await inventory.undo.revert(change)
    #expect(try database.items().map(\.name) == ["Anchor", "Drill", "Lamp"])
    #expect(
      try database.locations().map(\.name) == ["Boat", "Boat / Bow", "Living room", "Workshop"]
    )
    #expect(try database.items(ItemQuery(searchText: "bow")).map(\.sku) == ["A-1"])
  }

  @Test func `an import that changes nothing is not told`() async throws {
    #expect(try await importText("name,sku\nOther,T-100\n", .skip) == nil)
  }

  @Test func `an import that changes too many items is not told`() async throws {
    func rows(_ name: String) -> String {
      "name,sku\n" + (0...ImportRecorder.limit).map { "\(name) \($0),\($0)\n" }.joined()
    }
    let change = try #require(try await importText(rows("Item"), .update))
    #expect(change.itemCount == ImportRecorder.limit + 1)
    #expect(try await importText(rows("Thing"), .update) == nil)
    #expect(try database.item(sku: "5000")?.name == "Thing 5000")
  }

  /// A large file is written without indexes. One of them is needed while former movements are
  /// remembered.
  @Test(arguments: [(100, 3_000), (5_200, 40)])
  func `a large file makes all indexes anew`(rows: Int, length: Int) async throws {
    let indexes =
      "SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') ORDER BY 1"
    let before = try sqlite(database.path, indexes)
    let notes = String(repeating: "x", count: length)
    let lines = (0..<rows).map { "Thing \($0),\($0 == 0 ? "T-100" : "N-\($0)"),3,\(notes)\n" }
    let change = try #require(
      try await importText("name,sku,quantity,notes\n" + lines.joined(), .update)
    )
    #expect(try sqlite(database.path, indexes) == before)
    #expect(try database.item(sku: "T-100")?.name == "Thing 0")
    _ = try await inventory.undo.revert(change)
    #expect(try database.items() == [.drill, .lamp])
  }
}
