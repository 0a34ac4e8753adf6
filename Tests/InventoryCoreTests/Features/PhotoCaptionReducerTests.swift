import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct PhotoCaptionReducerTests {
  private let photo = Photo(data: Data([1, 2, 3]), width: 30, height: 20, caption: "A drill")

  private func unsaved(_ caption: String) -> UnsavedCaption {
    UnsavedCaption(text: caption, photo: photo)
  }

  private func viewerStore() async -> TestStoreOf<ItemPhotoFeature> {
    var state = ItemPhotoFeature.State(itemID: Item.drill.id)
    state.photo = photo
    let store = TestStore(initialState: state) { ItemPhotoFeature() }
    await store.send(\.photoTapped) { [photo] in
      $0.destination = .viewer(PhotoViewerFeature.State(photo: photo))
    }
    return store
  }

  @Test func `a caption is stored as it is written, one text after the other`() async {
    let stored = LockIsolated<[String]>([])
    let (turns, turn) = AsyncStream<Void>.makeStream()
    let store = await viewerStore()
    store.dependencies.database.setPhotoCaption = { [photo] caption, former, id in
      #expect(id == Item.drill.id)
      // Undoing goes back to what was there when the viewer opened.
      #expect(former == photo)
      for await _ in turns { break }
      stored.withValue { $0.append(caption) }
    }
    // What is written while a text is stored waits, and only the last of it is stored then.
    for caption in ["A", "A s", "A saw"] {
      await store.send(\.destination.viewer.binding.caption, caption) {
        $0.destination?.modify(\.viewer) { $0.caption = caption }
      }
      await store.receive(\.destination.viewer.delegate.captionChanged) {
        $0.unsavedCaption = self.unsaved(caption)
      }
    }
    turn.yield()
    await store.receive(\.captionResponse.success) { $0.photo?.caption = "A" }
    // The database tells of the first text when the last one is written already.
    await store.send(\.photoLoaded, store.state.photo)
    #expect(store.state.destination?.viewer?.caption == "A saw")
    turn.yield()
    await store.receive(\.captionResponse.success) {
      $0.photo?.caption = "A saw"
      $0.unsavedCaption = nil
    }
    #expect(stored.value == ["A", "A saw"])
    // A space at the end is no part of it.
    await store.send(\.destination.viewer.binding.caption, "A saw ") {
      $0.destination?.modify(\.viewer) { $0.caption = "A saw " }
    }
    await store.receive(\.destination.viewer.delegate.captionChanged)
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `a caption that cannot be stored is told`() async {
    let store = await viewerStore()
    store.dependencies.database.setPhotoCaption = { _, _, _ in
      throw InventoryDatabaseError.itemGone
    }
    await store.send(\.destination.viewer.binding.caption, "A saw") {
      $0.destination?.modify(\.viewer) { $0.caption = "A saw" }
    }
    await store.receive(\.destination.viewer.delegate.captionChanged) {
      $0.unsavedCaption = self.unsaved("A saw")
    }
    await store.receive(\.captionResponse.failure) {
      $0.unsavedCaption = nil
      $0.destination = .alert(
        InventoryCoreTests.alert(
          "The photo could not be changed",
          "the item is no longer in the inventory"
        )
      )
    }
  }
}
