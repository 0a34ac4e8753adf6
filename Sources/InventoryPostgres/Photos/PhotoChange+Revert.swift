import InventoryCore
import PostgresClient

extension PhotoChange {
  /// Takes the change back. What somebody has written about the picture meanwhile goes with the
  /// picture, and comes back with it.
  ///
  /// - Returns: The change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` if the item is gone, or somebody else has given it another picture,
  ///   or has described the picture that is to have its former description.
  func revert(_ connection: Connection) async throws -> PhotoChange {
    guard let item = try await connection.lockedItem(itemID) else {
      throw UndoProblem.itemGone(name: name)
    }
    let current = try await connection.photo(ofItem: itemID)
    guard current?.data == after?.data else {
      throw UndoProblem.photoChangedMeanwhile(name: item.name)
    }
    if isDescription, let before {
      guard current?.caption == after?.caption else {
        throw UndoProblem.photoChangedMeanwhile(name: item.name)
      }
      try await connection.setPhotoCaption(before.caption, ofItem: itemID)
      // Not the picture that was just read, which would be in memory beside the same one.
      return PhotoChange(itemID: itemID, name: item.name, before: after, after: before)
    }
    try await connection.setPhoto(before, ofItem: itemID)
    return PhotoChange(itemID: itemID, name: item.name, before: current, after: before)
  }
}
