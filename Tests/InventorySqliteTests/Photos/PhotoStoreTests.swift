import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct PhotoStoreTests {
  private let photo = Photo(data: Data([1, 2, 3]), width: 30, height: 20, caption: "A drill")

  @Test func `a photo is stored, replaced and removed`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(.drill)
    #expect(try database.photo(ofItem: Item.drill.id) == nil)
    try database.setPhoto(photo, ofItem: Item.drill.id)
    #expect(try database.photo(ofItem: Item.drill.id) == photo)
    let other = Photo(data: Data([4]), width: 1, height: 1)
    try database.setPhoto(other, ofItem: Item.drill.id)
    #expect(try database.photo(ofItem: Item.drill.id) == other)
    try database.setPhoto(nil, ofItem: Item.drill.id)
    #expect(try database.photo(ofItem: Item.drill.id) == nil)
  }

  @Test func `a caption changes without the picture`() throws {
    let database = try InventoryDatabase.temporary()
    #expect(throws: InventoryError.itemGone) {
      try database.setPhotoCaption("A saw", ofItem: Item.drill.id)
    }
    try database.save(.drill)
    #expect(throws: InventoryError.photoGone) {
      try database.setPhotoCaption("A saw", ofItem: Item.drill.id)
    }
    try database.setPhoto(photo, ofItem: Item.drill.id)
    try database.setPhotoCaption("A saw", ofItem: Item.drill.id)
    var described = photo
    described.caption = "A saw"
    #expect(try database.photo(ofItem: Item.drill.id) == described)
    try database.delete(id: Item.drill.id)
    #expect(throws: InventoryError.itemGone) {
      try database.setPhotoCaption("A drill", ofItem: Item.drill.id)
    }
  }

  @Test func `an item that is gone gets no photo`() throws {
    let database = try InventoryDatabase.temporary()
    #expect(throws: InventoryError.itemGone) {
      try database.setPhoto(photo, ofItem: Item.drill.id)
    }
  }

  @Test func `a photo is there again when the deletion of its item is undone`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(.drill)
    try database.setPhoto(photo, ofItem: Item.drill.id)
    try database.delete(id: Item.drill.id)
    try database.removeOrphanedPhotos()
    try database.save(.drill)
    #expect(try database.photo(ofItem: Item.drill.id) == photo)
    // It is no orphan any more.
    try database.removeOrphanedPhotos(now: Date().addingTimeInterval(1_000_000))
    #expect(try database.photo(ofItem: Item.drill.id) == photo)
  }

  @Test func `a photo goes a day after its item`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(.drill)
    try database.setPhoto(photo, ofItem: Item.drill.id)
    try database.delete(id: Item.drill.id)
    let day: TimeInterval = 24 * 60 * 60
    try database.removeOrphanedPhotos(now: Date().addingTimeInterval(day - 60))
    #expect(try database.photo(ofItem: Item.drill.id) == photo)
    try database.removeOrphanedPhotos(now: Date().addingTimeInterval(day + 60))
    #expect(try database.photo(ofItem: Item.drill.id) == nil)
  }
}
