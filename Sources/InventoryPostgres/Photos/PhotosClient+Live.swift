import InventoryCore
import PostgresClient

extension PhotosClient {
  static func live(_ session: PostgresSession) -> PhotosClient {
    PhotosClient(
      photo: { id in try await session.ask { try await $0.photo(ofItem: id) } },
      setPhoto: { photo, id in
        try await session.change { connection in
          let change = try await connection.replacePhoto(with: photo, ofItem: id)
          return ((), session.journal.isHeard ? change : nil)
        }
      },
      setCaption: { caption, photo, id in
        try await session.change { connection in
          try await connection.setPhotoCaption(caption, of: photo, ofItem: id)
          let name: String? = try await connection.value(
            "SELECT name FROM item WHERE id = \(id)"
          )
          guard let name, session.journal.isHeard else { return ((), nil) }
          var described = photo
          described.caption = caption
          let change = PhotoChange(itemID: id, name: name, before: photo, after: described)
          return ((), InventoryChange(.photoDescribed(name: name), [], photo: change))
        }
      }
    )
  }
}

extension Connection {
  /// Gives an item a photo in the place of the one it has, or none.
  ///
  /// - Returns: What has changed; `nil` if the picture is the same.
  /// - Throws: ``InventoryError/itemGone`` if there is no such item.
  fileprivate nonisolated func replacePhoto(
    with photo: Photo?,
    ofItem id: Item.ID
  ) async throws -> InventoryChange? {
    guard let item = try await lockedItem(id) else { throw InventoryError.itemGone }
    let old = try await self.photo(ofItem: id)
    // What is written about it stays with it.
    guard old?.data != photo?.data else { return nil }
    try await setPhoto(photo, ofItem: id)
    let kind: InventoryChange.Kind =
      switch (old, photo) {
      case (nil, _): .photoAdded(name: item.name)
      case (_, nil): .photoRemoved(name: item.name)
      case (_?, _?): .photoReplaced(name: item.name)
      }
    let change = PhotoChange(itemID: id, name: item.name, before: old, after: photo)
    return InventoryChange(kind, [], photo: change)
  }
}
