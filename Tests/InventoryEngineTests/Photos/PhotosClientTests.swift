import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

/// The photos of items.
@Suite struct PhotosClientTests {
  private let photo = Photo(
    data: Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) }),
    width: 30,
    height: 20,
    caption: "Eine Säge"
  )

  @Test(arguments: Engine.all)
  func `an item gets a photo, another one, and none`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let photos = inventory.clients.photos
    #expect(try await photos.photo(Item.drill.id) == nil)
    try await photos.setPhoto(photo, Item.drill.id)
    #expect(try await photos.photo(Item.drill.id) == photo)
    #expect(try await inventory.openAgain().photos.photo(Item.drill.id) == photo)
    let other = Photo(data: Data([0, 1, 2]), width: 1, height: 1)
    try await photos.setPhoto(other, Item.drill.id)
    #expect(try await photos.photo(Item.drill.id) == other)
    try await photos.setPhoto(nil, Item.drill.id)
    #expect(try await photos.photo(Item.drill.id) == nil)
    await #expect(throws: InventoryError.itemGone) { try await photos.setPhoto(photo, .number(9)) }
  }

  @Test(arguments: Engine.all)
  func `a caption is about the photo that the user saw`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let photos = inventory.clients.photos
    await #expect(throws: InventoryError.photoGone) {
      try await photos.setCaption("A saw", photo, Item.drill.id)
    }
    try await photos.setPhoto(photo, Item.drill.id)
    try await photos.setCaption("A saw", photo, Item.drill.id)
    #expect(try await photos.photo(Item.drill.id)?.caption == "A saw")
    try await photos.setPhoto(Photo(data: Data([1]), width: 1, height: 1), Item.drill.id)
    await #expect(throws: InventoryError.photoGone) {
      try await photos.setCaption("Late", photo, Item.drill.id)
    }
    await #expect(throws: InventoryError.itemGone) {
      try await photos.setCaption("Late", photo, .number(9))
    }
  }
}
