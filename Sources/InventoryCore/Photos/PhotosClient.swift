import ComposableArchitecture

/// What the features ask of the photos of items.
@DependencyClient
public struct PhotosClient: Sendable {
  /// The photo of an item; `nil` if it has none.
  public var photo: @Sendable (_ id: Item.ID) async throws -> Photo?
  /// Gives an item a photo in the place of the one it has, or none. Throws
  /// ``InventoryError/itemGone`` when there is no such item.
  public var setPhoto: @Sendable (_ photo: Photo?, _ id: Item.ID) async throws -> Void
  /// Says something else about the photo of an item. The photo is as it was when the user began to
  /// write. Throws ``InventoryError/itemGone`` or ``InventoryError/photoGone`` when
  /// the item or the photo is no longer there.
  public var setCaption:
    @Sendable (_ caption: String, _ photo: Photo, _ id: Item.ID) async throws -> Void
}

extension PhotosClient: TestDependencyKey {
  public static let testValue = PhotosClient()
}

extension DependencyValues {
  /// The photos of the inventory's items.
  public var photos: PhotosClient {
    get { self[PhotosClient.self] }
    set { self[PhotosClient.self] = newValue }
  }
}
