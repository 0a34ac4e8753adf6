import Foundation
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Changes of the tree of locations are taken back as a window does it.
@Suite struct LocationChangeTests {
  let database: InventoryDatabase
  let inventory: InventoryClients
  private let changes: AsyncStream<InventoryChange>

  init() throws {
    database = try .temporary()
    let paths = ["Site", "Site / Room", "Site / Room / Shelf", "Site / Hall", "Yard"]
    for (number, path) in paths.enumerated() {
      try database.save(
        Item(id: .number(number), name: "Item \(number)", sku: "\(number)", location: path)
      )
    }
    inventory = .live(database)
    changes = inventory.undo.madeChanges()
  }

  private func nextChange() async throws -> InventoryChange {
    var iterator = changes.makeAsyncIterator()
    return try #require(await iterator.next())
  }

  private func id(_ path: String) throws -> Int64 {
    try #require(try database.location(.name(path))).id
  }

  private func move(_ id: Int64, to path: LocationPath, isMerging: Bool) async throws {
    let location = try #require(try database.location(.id(id)))
    let edit = LocationEdit(
      id: id,
      original: location.path,
      name: path.names.last,
      parent: path.parent ?? LocationPath(names: [])
    )
    try await inventory.locations.edit(edit, isMerging)
  }

  /// The tree and where the items are.
  private func content() throws -> [String] {
    let locations = try database.locations().map { "\($0.name): \($0.itemCount)" }
    return locations
      + (try database.items(ItemQuery(sort: .sku)).map { "\($0.sku): \($0.location)" })
  }

  /// The paths are what the parents say, and the search finds by them.
  private func expectSoundness(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try database.expectSoundLocations(sourceLocation: sourceLocation)
    for item in try database.items() where !item.location.isEmpty {
      let found = try database.items(ItemQuery(searchText: item.location)).map(\.sku)
      #expect(found.contains(item.sku), "\(item.location)", sourceLocation: sourceLocation)
    }
  }

  @Test func `an added location goes again, with those around it that were made for it`()
    async throws
  {
    let before = try content()
    try await inventory.locations.add(LocationPath("Attic / Box / Bag"))
    let change = try await nextChange()
    #expect(change.kind == .added(name: "Attic / Box / Bag"))
    let after = try content()
    let redo = try await inventory.undo.revert(change)
    #expect(try content() == before)
    _ = try await inventory.undo.revert(redo)
    #expect(try content() == after)
    try expectSoundness()
  }

  @Test func `an added location that is in use stays`() async throws {
    try await inventory.locations.add(LocationPath("Attic"))
    let change = try await nextChange()
    try database.save(Item(id: .number(9), name: "Rope", sku: "9", location: "Attic"))
    let before = try content()
    await #expect(throws: UndoProblem.locationInUse(name: "Attic")) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try content() == before)
    try expectSoundness()
  }

  @Test func `a deleted location comes back with what was in it`() async throws {
    let before = try content()
    try await inventory.locations.delete(id("Site"))
    let change = try await nextChange()
    #expect(change.kind == .deleted(name: "Site"))
    // Meanwhile, somebody else puts one thing elsewhere, and takes the number of the location.
    let item = try #require(try database.item(id: .number(0)))
    try database.save(ItemEdit(original: item, edited: item.with { $0.location = "Cellar" }))
    let redo = try await inventory.undo.revert(change)
    #expect(
      try content()
        == before.filter { $0 != "0: Site" && $0 != "Site: 4" }.inserting(
          ["Cellar: 1", "Site: 3", "0: Cellar"],
          like: content()
        )
    )
    try expectSoundness()
    _ = try await inventory.undo.revert(redo)
    #expect(try database.location(.name("Site")) == nil)
    #expect(try database.location(.name("Room / Shelf")) != nil)
    try expectSoundness()
  }

  @Test func `a location that was moved and renamed goes back`() async throws {
    let before = try content()
    try await move(id("Site / Room"), to: LocationPath("Yard / Hut / Chamber"), isMerging: false)
    let change = try await nextChange()
    #expect(change.kind == .edited(name: "Yard / Hut / Chamber", formerly: "Site / Room"))
    let after = try content()
    let redo = try await inventory.undo.revert(change)
    #expect(try content() == before)
    try expectSoundness()
    _ = try await inventory.undo.revert(redo)
    #expect(try content() == after)
    try expectSoundness()
  }

  @Test func `merged locations are separated again`() async throws {
    try database.save(Item(id: .number(9), name: "Rope", sku: "9", location: "Yard / Room"))
    let before = try content()
    try await move(id("Site"), to: LocationPath("Yard"), isMerging: true)
    let change = try await nextChange()
    #expect(change.kind == .merged(name: "Site", into: "Yard"))
    #expect(try database.location(.name("Yard / Room"))?.itemCount == 3)
    let redo = try await inventory.undo.revert(change)
    #expect(try content() == before)
    try expectSoundness()
    _ = try await inventory.undo.revert(redo)
    #expect(try database.location(.name("Site")) == nil)
    try expectSoundness()
  }

  @Test func `what others have done to the same location is not overwritten`() async throws {
    let room = try id("Site / Room")
    try await move(room, to: LocationPath("Site / Parlour"), isMerging: false)
    let change = try await nextChange()
    try database.moveLocation(room, to: LocationPath("Site / Salon"))
    await #expect(throws: UndoProblem.locationChangedMeanwhile(name: "Parlour")) {
      _ = try await inventory.undo.revert(change)
    }
    try database.moveLocation(room, to: LocationPath("Site / Parlour"))
    try database.addLocation(LocationPath("Site / Room"))
    await #expect(throws: UndoProblem.locationExists(name: "Site / Room")) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try database.location(.name("Site / Parlour"))?.id == room)
    try expectSoundness()
  }

  @Test func `what others have changed of a location stays when something else is changed`()
    async throws
  {
    let room = try id("Site / Room")
    let original = LocationPath("Site / Room")
    let rename = LocationEdit(id: room, original: original, name: "Parlour")
    let move = LocationEdit(id: room, original: original, parent: LocationPath("Yard"))
    // The location around it has another name by now, and does not come back.
    try database.moveLocation(id("Site"), to: LocationPath("Garage"))
    try await inventory.locations.edit(rename, false)
    #expect(try database.location(.id(room))?.name == "Garage / Parlour")
    #expect(try database.location(.name("Site")) == nil)
    // Nor does its own name, where it is only moved.
    try database.moveLocation(room, to: LocationPath("Site / Salon"))
    try await inventory.locations.edit(move, false)
    let moved = try #require(try database.location(.id(room)))
    #expect(moved.name == "Yard / Salon")
    await #expect(throws: LocationError.changed(moved)) {
      try await inventory.locations.edit(rename, false)
    }
    await #expect(throws: LocationError.changed(moved)) {
      try await inventory.locations.edit(move, false)
    }
    #expect(try database.location(.id(room)) == moved)
    try expectSoundness()
  }

  @Test func `a location does not go back into one that is in it by now`() async throws {
    let shelf = try id("Site / Room / Shelf")
    try await move(shelf, to: LocationPath("Shelf"), isMerging: false)
    let change = try await nextChange()
    try database.moveLocation(id("Site"), to: LocationPath("Shelf / Site"))
    let before = try content()
    await #expect(throws: UndoProblem.locationChangedMeanwhile(name: "Shelf")) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try content() == before)
    try expectSoundness()
  }

  @Test(arguments: 1...8)
  func `any changes are taken back one by one, and made again`(seed: UInt64) async throws {
    var random = FuzzRandom(seed: seed)
    var states = [try content()]
    var undos: [InventoryChange] = []
    while undos.count < 25 {
      let paths = try database.locations().map(\.name)
      // Few names, so that paths meet.
      let names = (0...Int.random(in: 0...2, using: &random)).map { _ in
        ["A", "B", "Site"].randomElement(using: &random) ?? "A"
      }
      let path = LocationPath(names: names)
      do {
        let some = paths.randomElement(using: &random)
        switch (Int.random(in: 0..<4, using: &random), some) {
        case (0, let some?): try await inventory.locations.delete(id(some))
        case (1, let some?), (2, let some?): try await move(id(some), to: path, isMerging: true)
        default: try await inventory.locations.add(path)
        }
      } catch is LocationError {
        continue
      }
      guard try content() != states.last else { continue }
      undos.append(try await nextChange())
      states.append(try content())
    }
    var redos: [InventoryChange] = []
    for (change, state) in zip(undos.reversed(), states.dropLast().reversed()) {
      redos.append(try await inventory.undo.revert(change))
      #expect(try content() == state, "\(change.kind)")
    }
    try expectSoundness()
    for (change, state) in zip(redos.reversed(), states.dropFirst()) {
      _ = try await inventory.undo.revert(change)
      #expect(try content() == state, "\(change.kind)")
    }
    try expectSoundness()
  }
}

extension [String] {
  /// The strings and more of them, in the order of others.
  fileprivate func inserting(_ more: [String], like others: [String]) -> [String] {
    let all = self + more
    return others.filter(all.contains) + all.filter { !others.contains($0) }
  }
}
