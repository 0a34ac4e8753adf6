import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// The photo of an item.
  public func photo(ofItem id: Item.ID) throws -> Photo? {
    try read { try $0.photo(ofItem: id) }
  }

  /// Gives an item a photo in the place of the one it has, or none.
  ///
  /// - Throws: ``InventoryError/itemGone`` if there is no such item.
  public func setPhoto(_ photo: Photo?, ofItem id: Item.ID) throws {
    try setPhoto(photo, ofItem: id, journal: nil)
  }

  /// Says something else about the photo of an item. The picture is neither read nor compared.
  ///
  /// - Throws: ``InventoryError/itemGone`` if there is no such item,
  ///   ``InventoryError/photoGone`` if it has no photo.
  public func setPhotoCaption(_ caption: String, ofItem id: Item.ID) throws {
    try write { try $0.setPhotoCaption(caption, ofItem: id) }
  }

  /// Removes the photos of items that were deleted more than a day ago.
  public func removeOrphanedPhotos(now: Date = Date()) throws {
    let yesterday = now.addingTimeInterval(-24 * 60 * 60).milliseconds
    let hasOrphans = try read { db in
      try Bool.fetchOne(
        db,
        sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE orphanedAt < ?)",
        arguments: [yesterday]
      )
    }
    guard hasOrphans == true else { return }
    try write { db in
      try db.execute(sql: "DELETE FROM photo WHERE orphanedAt < ?", arguments: [yesterday])
    }
  }
}

extension Database {
  /// The photo of an item, also of one that was deleted lately.
  func photo(ofItem id: Item.ID) throws -> Photo? {
    try Row.fetchOne(
      self,
      sql: "SELECT data, width, height, caption FROM photo WHERE itemID = ?",
      arguments: [id.uuidString]
    )
    .map { Photo(data: $0[0], width: $0[1], height: $0[2], caption: $0[3]) }
  }

  /// Says something else about the photo of an item.
  ///
  /// - Parameter photo: The picture that it has to be, as far as its size tells; `nil` for any.
  /// - Throws: ``InventoryError/itemGone`` if there is no such item, or
  ///   ``InventoryError/photoGone`` if it does not have the photo.
  func setPhotoCaption(_ caption: String, of photo: Photo? = nil, ofItem id: Item.ID) throws {
    // SQLite knows the length of a value without reading it.
    try execute(
      sql: """
        UPDATE photo SET caption = :caption
        WHERE itemID = :id AND orphanedAt IS NULL
          AND (:length IS NULL OR (length(data), width, height) = (:length, :width, :height))
        """,
      arguments: [
        "caption": caption, "id": id.uuidString, "length": photo?.data.count,
        "width": photo?.width, "height": photo?.height,
      ]
    )
    guard changesCount == 0 else { return }
    let isThere = try !items(where: "item.id = ?", [id.uuidString]).isEmpty
    throw isThere ? InventoryError.photoGone : .itemGone
  }

  /// Gives an item a photo in the place of the one it has, or none.
  func setPhoto(_ photo: Photo?, ofItem id: Item.ID) throws {
    let id = id.uuidString
    try execute(sql: "DELETE FROM photo WHERE itemID = ?", arguments: [id])
    guard let photo else { return }
    try execute(
      sql: "INSERT INTO photo (itemID, data, width, height, caption) VALUES (?, ?, ?, ?, ?)",
      arguments: [id, photo.data, photo.width, photo.height, photo.caption]
    )
  }
}
