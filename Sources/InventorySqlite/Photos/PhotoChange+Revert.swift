import Foundation
import GRDB
import InventoryCore

extension PhotoChange {
  /// Takes the change back. What somebody has written about the picture meanwhile goes with the
  /// picture, and comes back with it.
  ///
  /// - Returns: the change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` if the item is gone, or somebody else has given it another picture,
  ///   or has described the picture that is to have its former description.
  func revert(_ db: Database) throws -> PhotoChange {
    guard let item = try db.items(where: "item.id = ?", [itemID.uuidString]).first else {
      throw UndoProblem.itemGone(name: name)
    }
    let current = try db.photo(ofItem: itemID)
    guard current?.data == after?.data else {
      throw UndoProblem.photoChangedMeanwhile(name: item.name)
    }
    if isDescription, let before {
      guard current?.caption == after?.caption else {
        throw UndoProblem.photoChangedMeanwhile(name: item.name)
      }
      try db.setPhotoCaption(before.caption, ofItem: itemID)
      // Not the picture that was just read, which would be in memory beside the same one.
      return PhotoChange(itemID: itemID, name: item.name, before: after, after: before)
    }
    try db.setPhoto(before, ofItem: itemID)
    return PhotoChange(itemID: itemID, name: item.name, before: current, after: before)
  }
}

extension InventoryDatabase {
  /// Gives an item a photo in the place of the one it has, or none, and tells a journal about it
  /// unless the picture is the same.
  func setPhoto(_ photo: Photo?, ofItem id: Item.ID, journal: ChangeJournal?) throws {
    let change: InventoryChange? = try write { db in
      guard let item = try db.items(where: "item.id = ?", [id.uuidString]).first else {
        throw InventoryError.itemGone
      }
      let old = try db.photo(ofItem: id)
      // What is written about it stays with it.
      guard old?.data != photo?.data else { return nil }
      try db.setPhoto(photo, ofItem: id)
      let kind: InventoryChange.Kind =
        switch (old, photo) {
        case (nil, _): .photoAdded(name: item.name)
        case (_, nil): .photoRemoved(name: item.name)
        case (_?, _?): .photoReplaced(name: item.name)
        }
      return InventoryChange(
        kind,
        [],
        photo: PhotoChange(itemID: id, name: item.name, before: old, after: photo)
      )
    }
    if let change, let journal, journal.isHeard { journal.add(change) }
  }

  /// Says something else about the photo of an item, and tells a journal about it. The picture is
  /// not read; only its size is compared.
  ///
  /// - Parameter photo: The photo as it was when the user began to write.
  /// - Throws: ``InventoryError/itemGone`` if there is no such item,
  ///   ``InventoryError/photoGone`` if it has another photo or none.
  func setPhotoCaption(
    _ caption: String,
    of photo: Photo,
    ofItem id: Item.ID,
    journal: ChangeJournal
  ) throws {
    let name = try write { db in
      try db.setPhotoCaption(caption, of: photo, ofItem: id)
      return try db.items(where: "item.id = ?", [id.uuidString]).first?.name
    }
    guard let name, journal.isHeard else { return }
    var described = photo
    described.caption = caption
    journal.add(
      InventoryChange(
        .photoDescribed(name: name),
        [],
        photo: PhotoChange(itemID: id, name: name, before: photo, after: described)
      )
    )
  }
}
