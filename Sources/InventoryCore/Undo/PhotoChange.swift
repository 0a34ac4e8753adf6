import Foundation
import GRDB

/// What has become of the photo of an item.
struct PhotoChange: Equatable, Sendable {
  let itemID: Item.ID
  /// What the item was called.
  let name: String
  /// The photo as it was; `nil` if there was none.
  let before: Photo?
  /// The photo as it is now; `nil` if there is none.
  let after: Photo?

  /// Takes the change back. What somebody has written about the picture meanwhile goes with it, and
  /// comes back with it.
  ///
  /// - Returns: the change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` if the item is gone, or somebody else has given it another picture.
  func revert(_ db: Database) throws -> PhotoChange {
    guard let item = try db.items(where: "item.id = ?", [itemID.uuidString]).first else {
      throw UndoProblem.itemGone(name: name)
    }
    let current = try db.photo(ofItem: itemID)
    guard current?.data == after?.data else {
      throw UndoProblem.photoChangedMeanwhile(name: item.name)
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
        throw InventoryDatabaseError.itemGone
      }
      let old = try db.photo(ofItem: id)
      try db.setPhoto(photo, ofItem: id)
      guard old?.data != photo?.data else { return nil }
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
}
