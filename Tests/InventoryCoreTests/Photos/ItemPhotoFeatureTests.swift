import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ItemPhotoFeatureTests {
  private let photo = Photo(data: Data([1, 2, 3]), width: 30, height: 20, caption: "A drill")

  private func store(_ photo: Photo? = nil) -> TestStoreOf<ItemPhotoFeature> {
    var state = ItemPhotoFeature.State(itemID: Item.drill.id)
    state.photo = photo
    return TestStore(initialState: state) { ItemPhotoFeature() }
  }

  @Test(arguments: [true, false], [ItemPhotoFeature.Request.removal, .viewer])
  func `what a link leads to is open once the photo is known`(
    isThere: Bool,
    request: ItemPhotoFeature.Request
  ) async {
    var state = ItemPhotoFeature.State(itemID: Item.drill.id)
    state.request = request
    let store = TestStore(initialState: state) { ItemPhotoFeature() }
    await store.send(\.photoLoaded, isThere ? photo : nil) { [photo] in
      $0.request = nil
      guard isThere else { return }
      $0.photo = photo
      $0.destination =
        switch request {
        case .removal: .confirmationDialog(.removeThisPhoto)
        case .fullScreen, .viewer: .viewer(PhotoViewerFeature.State(photo: photo))
        }
      guard request == .fullScreen else { return }
      $0.destination?.modify(\.viewer) {
        $0.fullScreen = FullScreenPhotoFeature.State(photo: photo, caption: photo.caption)
      }
    }
  }

  @Test func `without a photo there is none to remove`() async {
    await store().send(\.removeButtonTapped)
  }

  @Test func `the viewer closes when the photo it shows is gone or replaced`() async {
    for other in [nil, Photo(data: Data([4]), width: 1, height: 1)] {
      let store = store(photo)
      await store.send(\.photoTapped) { [photo] in
        $0.destination = .viewer(PhotoViewerFeature.State(photo: photo))
      }
      await store.send(\.photoLoaded, other) {
        $0.photo = other
        $0.destination = nil
      }
    }
  }

  @Test func `the viewer shows what somebody else writes, unless something is written here`() async
  {
    func photo(_ caption: String) -> Photo {
      Photo(data: Data([1]), width: 1, height: 1, caption: caption)
    }
    var state = ItemPhotoFeature.State(itemID: Item.drill.id)
    state.photo = photo("A drill")
    state.destination = .viewer(PhotoViewerFeature.State(photo: photo("A drill")))
    let store = TestStore(initialState: state) { ItemPhotoFeature() }
    await store.send(.photoLoaded(photo("A saw"))) {
      $0.photo = photo("A saw")
      $0.destination = .viewer(PhotoViewerFeature.State(photo: photo("A saw")))
    }
    // Also where the photo fills the screen.
    await store.send(\.destination.viewer.fullScreenButtonTapped) {
      $0.destination?.modify(\.viewer) { $0.fillScreen() }
    }
    await store.send(.photoLoaded(photo("A small saw"))) {
      $0.photo = photo("A small saw")
      $0.destination?.modify(\.viewer) {
        $0 = PhotoViewerFeature.State(photo: photo("A small saw"))
        $0.fullScreen = FullScreenPhotoFeature.State(
          photo: photo("A small saw"),
          caption: "A small saw"
        )
      }
    }
    await store.send(\.destination.viewer.fullScreen.dismiss) {
      $0.destination?.modify(\.viewer) { $0.fullScreen = nil }
    }
    await store.send(.photoLoaded(photo("A saw"))) {
      $0.photo = photo("A saw")
      $0.destination = .viewer(PhotoViewerFeature.State(photo: photo("A saw")))
    }
    let shown = photo("A saw")
    store.dependencies.photos.setCaption = { _, former, _ in
      #expect(former == shown)
      throw InventoryError.photoGone
    }
    await store.send(\.destination.viewer.binding.caption, "A saw, sharp") {
      $0.destination?.modify(\.viewer) { $0.caption = "A saw, sharp" }
    }
    await store.receive(\.destination.viewer.delegate.captionChanged) {
      $0.unsavedCaption = UnsavedCaption(
        text: "A saw, sharp",
        photo: photo("A saw"),
        isStoring: true
      )
    }
    await store.receive(\.captionResponse.failure) {
      $0.unsavedCaption = nil
      $0.destination = .alert(
        alert("The photo could not be changed", "the photo was removed or replaced meanwhile")
      )
    }
  }

  @Test func `without a photo there is nothing to look at`() async {
    await store().send(\.photoTapped)
  }

  @Test func `the photo follows the database`() async {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let photos = LockIsolated([photo, nil])
    let store = store()
    store.dependencies.connection.changes = { changes }
    store.dependencies.photos.photo = { _ in photos.withValue { $0.removeFirst() } }
    await store.send(\.task)
    continuation.yield()
    await store.receive(\.photoLoaded) { [photo] in $0.photo = photo }
    continuation.yield()
    await store.receive(\.photoLoaded) { $0.photo = nil }
    continuation.finish()
    await store.finish()
  }

  @Test func `a photo that cannot be read stays what it was`() async {
    let store = store(photo)
    let photos = LockIsolated<[Result<Photo?, InventoryError>]>([
      .failure(.itemGone), .success(nil),
    ])
    store.dependencies.photos.photo = { _ in
      try photos.withValue { try $0.removeFirst().get() }
    }
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    store.dependencies.connection.changes = { changes }
    await store.send(\.task)
    continuation.yield()
    continuation.yield()
    await store.receive(\.photoLoaded) { $0.photo = nil }
    continuation.finish()
    await store.finish()
  }
}
