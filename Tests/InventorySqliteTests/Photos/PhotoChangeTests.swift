import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Changes of photos are taken back as a window does it: through a client that tells what was done.
@Suite struct PhotoChangeTests {
  let database: InventoryDatabase
  let inventory: InventoryClients
  private let changes: AsyncStream<InventoryChange>
  private let id = Item.drill.id
  private let photo = Photo(data: Data([1, 2, 3]), width: 30, height: 20, caption: "A drill")
  private let other = Photo(data: Data([4, 5]), width: 10, height: 20)

  init() throws {
    database = try .temporary()
    try database.importItems([.drill])
    inventory = .live(database)
    changes = inventory.undo.madeChanges()
  }

  private func nextChange() async throws -> InventoryChange {
    var iterator = changes.makeAsyncIterator()
    return try #require(await iterator.next())
  }

  @Test func `a photo that was added, replaced or removed is what it was before`() async throws {
    var stored: Photo?
    for (next, kind) in [
      (photo, .photoAdded(name: "Drill")), (other, .photoReplaced(name: "Drill")),
      (nil, .photoRemoved(name: "Drill")),
    ] as [(Photo?, InventoryChange.Kind)] {
      try await inventory.photos.setPhoto(next, id)
      let change = try await nextChange()
      #expect(change.kind == kind)
      let undone = try await inventory.undo.revert(change)
      #expect(try database.photo(ofItem: id) == stored)
      let redone = try await inventory.undo.revert(undone)
      #expect(try database.photo(ofItem: id) == next)
      // And so on.
      _ = try await inventory.undo.revert(inventory.undo.revert(redone))
      #expect(try database.photo(ofItem: id) == next)
      stored = next
    }
  }

  @Test func `a description that is written letter by letter is what it was before`() async throws {
    try database.setPhoto(photo, ofItem: id)
    for caption in ["A", "A saw"] {
      try await inventory.photos.setCaption(caption, photo, id)
      let change = try await nextChange()
      #expect(change.kind == .photoDescribed(name: "Drill"))
      // The picture is in memory once.
      #expect(change.photoSize == photo.data.count)
      var described = photo
      described.caption = caption
      #expect(try database.photo(ofItem: id) == described)
      let undone = try await inventory.undo.revert(change)
      #expect(try database.photo(ofItem: id) == photo)
      _ = try await inventory.undo.revert(undone)
      #expect(try database.photo(ofItem: id) == described)
    }
  }

  @Test func `the same picture keeps what is written about it`() async throws {
    try database.setPhoto(photo, ofItem: id)
    try await inventory.photos.setPhoto(Photo(data: photo.data, width: 30, height: 20), id)
    #expect(try database.photo(ofItem: id) == photo)
  }

  @Test func `what is written about a picture does not go to another one`() async throws {
    try database.setPhoto(other, ofItem: id)
    await #expect(throws: InventoryError.photoGone) {
      try await inventory.photos.setCaption("A saw", photo, id)
    }
    #expect(try database.photo(ofItem: id) == other)
    try database.setPhoto(nil, ofItem: id)
    await #expect(throws: InventoryError.photoGone) {
      try await inventory.photos.setCaption("A saw", photo, id)
    }
    try database.delete(id: id)
    await #expect(throws: InventoryError.itemGone) {
      try await inventory.photos.setCaption("A saw", photo, id)
    }
  }

  @Test func `a description by somebody else stays`() async throws {
    try database.setPhoto(photo, ofItem: id)
    try await inventory.photos.setCaption("A saw", photo, id)
    let change = try await nextChange()
    try database.setPhotoCaption("A hammer", ofItem: id)
    await #expect(throws: UndoProblem.photoChangedMeanwhile(name: "Drill")) {
      _ = try await inventory.undo.revert(change)
    }
    #expect(try database.photo(ofItem: id)?.caption == "A hammer")
  }

  @Test func `a description stays with its photo`() async throws {
    try await inventory.photos.setPhoto(photo, id)
    let change = try await nextChange()
    var described = photo
    described.caption = "A green drill"
    try database.setPhotoCaption(described.caption, ofItem: id)
    try await inventory.photos.setPhoto(other, id)
    let replacement = try await nextChange()
    #expect(replacement.kind == .photoReplaced(name: "Drill"))
    _ = try await inventory.undo.revert(replacement)
    #expect(try database.photo(ofItem: id) == described)
    let removal = try await inventory.undo.revert(change)
    #expect(try database.photo(ofItem: id) == nil)
    _ = try await inventory.undo.revert(removal)
    #expect(try database.photo(ofItem: id) == described)
  }

  @Test func `a photo that somebody else has changed stays`() async throws {
    try await inventory.photos.setPhoto(photo, id)
    let change = try await nextChange()
    for others in [other, nil] {
      try database.setPhoto(others, ofItem: id)
      await #expect(throws: UndoProblem.photoChangedMeanwhile(name: "Drill")) {
        _ = try await inventory.undo.revert(change)
      }
      #expect(try database.photo(ofItem: id) == others)
    }
    try database.delete(id: id)
    await #expect(throws: UndoProblem.itemGone(name: "Drill")) {
      _ = try await inventory.undo.revert(change)
    }
  }

  @Test func `an item that was added stays once it has a photo or is counted`() async throws {
    _ = try await inventory.items.save(ItemEdit(original: nil, edited: .lamp))
    let addition = try await nextChange()
    try database.count(3, ofItem: Item.lamp.id)
    await #expect(throws: UndoProblem.changedMeanwhile(name: "Lamp", fields: [.quantity])) {
      _ = try await inventory.undo.revert(addition)
    }
    try database.discardStocktake()
    try database.setPhoto(photo, ofItem: Item.lamp.id)
    await #expect(throws: UndoProblem.photoChangedMeanwhile(name: "Lamp")) {
      _ = try await inventory.undo.revert(addition)
    }
    #expect(try database.photo(ofItem: Item.lamp.id) == photo)
    // One that comes back with its photo goes with it again.
    try await inventory.items.delete(Item.lamp.id)
    let redo = try await inventory.undo.revert(try await nextChange())
    #expect(try database.photo(ofItem: Item.lamp.id) == photo)
    _ = try await inventory.undo.revert(redo)
    #expect(try database.item(id: Item.lamp.id) == nil)
  }

  @Test func `a deleted item comes back with its photo after days`() async throws {
    try database.setPhoto(photo, ofItem: id)
    try await inventory.items.delete(id)
    let change = try await nextChange()
    try database.removeOrphanedPhotos(now: Date().addingTimeInterval(1_000_000))
    #expect(try database.photo(ofItem: id) == nil)
    _ = try await inventory.undo.revert(change)
    #expect(try database.photo(ofItem: id) == photo)
    // It is no orphan that goes later.
    try database.removeOrphanedPhotos(now: Date().addingTimeInterval(1_000_000))
    #expect(try database.photo(ofItem: id) == photo)
  }
}
