import InventoryCore
import PostgresClient

extension Connection {
  /// The photo of an item, also of one that was deleted lately.
  nonisolated func photo(ofItem id: Item.ID) async throws -> Photo? {
    try await rows("SELECT data, width, height, caption FROM photo WHERE item_id = \(id)").first
      .map { row in
        try Photo(
          data: row.decode(0),
          width: Int(row.decode(1, as: Int32.self)),
          height: Int(row.decode(2, as: Int32.self)),
          caption: row.decode(3)
        )
      }
  }

  /// Gives an item a photo in the place of the one it has, or none.
  nonisolated func setPhoto(_ photo: Photo?, ofItem id: Item.ID) async throws {
    guard let photo else {
      try await execute("DELETE FROM photo WHERE item_id = \(id)")
      return
    }
    try await execute(
      """
      INSERT INTO photo (item_id, data, width, height, caption)
      VALUES (\(id), \(photo.data), \(photo.width), \(photo.height), \(photo.caption))
      ON CONFLICT (item_id) DO UPDATE SET data = excluded.data, width = excluded.width,
        height = excluded.height, caption = excluded.caption, orphaned_at = NULL
      """
    )
  }

  /// Says something else about the photo of an item. The picture is neither read nor sent.
  ///
  /// - Parameter photo: The picture that it has to be, as far as its size tells; `nil` for any.
  /// - Throws: ``InventoryError/itemGone`` if there is no such item, or
  ///   ``InventoryError/photoGone`` if it has another photo or none.
  nonisolated func setPhotoCaption(
    _ caption: String,
    of photo: Photo? = nil,
    ofItem id: Item.ID
  ) async throws {
    guard try await item(id) != nil else { throw InventoryError.itemGone }
    let isThisPhoto: SQL =
      photo.map {
        "(octet_length(data), width, height) = (\($0.data.count), \($0.width), \($0.height))"
      } ?? "true"
    let changed = try await execute(
      """
      UPDATE photo SET caption = \(caption)
      WHERE item_id = \(id) AND orphaned_at IS NULL AND \(isThisPhoto)
      """
    )
    guard changed > 0 else { throw InventoryError.photoGone }
  }
}
