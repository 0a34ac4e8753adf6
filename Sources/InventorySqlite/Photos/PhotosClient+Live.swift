import InventoryCore

extension PhotosClient {
  static func live(_ session: InventorySession) -> PhotosClient {
    PhotosClient(
      photo: { id in try await session.ask { try $0.photo(ofItem: id) } },
      setPhoto: { photo, id in
        try await session.change { try $0.setPhoto(photo, ofItem: id, journal: $1) }
      },
      setCaption: { caption, photo, id in
        try await session.change {
          try $0.setPhotoCaption(caption, of: photo, ofItem: id, journal: $1)
        }
      }
    )
  }
}
