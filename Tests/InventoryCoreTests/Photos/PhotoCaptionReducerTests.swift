import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct PhotoCaptionReducerTests {
  private let photo = Photo(data: Data([1, 2, 3]), width: 30, height: 20, caption: "A drill")

  /// What is written and being stored.
  private func unsaved(_ caption: String) -> UnsavedCaption {
    UnsavedCaption(text: caption, photo: photo, isStoring: true)
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
    store.dependencies.photos.setCaption = { [photo] caption, former, id in
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
    // What the database tells of it does not change what undoing goes back to.
    await store.send(\.photoLoaded, store.state.photo)
    #expect(store.state.destination?.viewer?.photo == photo)
    // A space at the end is no part of it.
    await store.send(\.destination.viewer.binding.caption, "A saw ") {
      $0.destination?.modify(\.viewer) { $0.caption = "A saw " }
    }
    await store.receive(\.destination.viewer.delegate.captionChanged)
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  /// A viewer in which a caption was written that could not be stored.
  private func storeWithFailure(
    _ failure: LockIsolated<(any Error)?>
  ) async -> TestStoreOf<ItemPhotoFeature> {
    let store = await viewerStore()
    store.dependencies.photos.setCaption = { _, _, _ in
      if let failure = failure.value { throw failure }
    }
    await store.send(\.destination.viewer.binding.caption, "A saw") {
      $0.destination?.modify(\.viewer) { $0.caption = "A saw" }
    }
    await store.receive(\.destination.viewer.delegate.captionChanged) {
      $0.unsavedCaption = self.unsaved("A saw")
    }
    return store
  }

  private var failureAlert: AlertState<PhotoViewerFeature.Action.Alert> {
    AlertState {
      TextState("The description could not be saved")
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep Editing") }
    } message: {
      TextState("\(EngineFailure.diskFull)")
    }
  }

  private func receiveFailure(_ store: TestStoreOf<ItemPhotoFeature>) async {
    await store.receive(\.captionResponse.failure) { [failureAlert] in
      $0.unsavedCaption?.isStoring = false
      $0.destination?.modify(\.viewer) { $0.alert = failureAlert }
    }
  }

  @Test func `a caption that cannot be stored stays, and is stored with the next letter`() async {
    let failure = LockIsolated<(any Error)?>(EngineFailure.diskFull)
    let store = await storeWithFailure(failure)
    await receiveFailure(store)
    await store.send(\.destination.viewer.alert.dismiss) {
      $0.destination?.modify(\.viewer) { $0.alert = nil }
    }
    failure.setValue(nil)
    await store.send(\.destination.viewer.binding.caption, "A saw!") {
      $0.destination?.modify(\.viewer) { $0.caption = "A saw!" }
    }
    await store.receive(\.destination.viewer.delegate.captionChanged) {
      $0.unsavedCaption = self.unsaved("A saw!")
    }
    await store.receive(\.captionResponse.success) {
      $0.photo?.caption = "A saw!"
      $0.unsavedCaption = nil
    }
  }

  @Test func `a caption that was not stored is stored when the viewer closes, or comes back`() async
  {
    let failure = LockIsolated<(any Error)?>(EngineFailure.diskFull)
    let store = await storeWithFailure(failure)
    await receiveFailure(store)
    await store.send(\.destination.dismiss) {
      $0.destination = nil
      $0.unsavedCaption?.isStoring = true
    }
    // The disk is still full: what was written is shown again.
    await store.receive(\.captionResponse.failure) { [photo, failureAlert] in
      var viewer = PhotoViewerFeature.State(photo: photo)
      viewer.caption = "A saw"
      viewer.alert = failureAlert
      $0.unsavedCaption?.isStoring = false
      $0.destination = .viewer(viewer)
    }
    failure.setValue(nil)
    await store.send(\.destination.dismiss) {
      $0.destination = nil
      $0.unsavedCaption?.isStoring = true
    }
    await store.receive(\.captionResponse.success) {
      $0.photo?.caption = "A saw"
      $0.unsavedCaption = nil
    }
  }

  @Test func `a caption that cannot be stored may be discarded`() async {
    let store = await storeWithFailure(LockIsolated(EngineFailure.diskFull))
    await receiveFailure(store)
    await store.send(\.destination.viewer.alert.discardConfirmed) {
      $0.unsavedCaption = nil
      $0.destination?.modify(\.viewer) {
        $0.alert = nil
        $0.caption = "A drill"
      }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `a caption that was not stored goes with its photo`() async {
    let store = await storeWithFailure(LockIsolated(EngineFailure.diskFull))
    await receiveFailure(store)
    let other = Photo(data: Data([4]), width: 3, height: 2)
    await store.send(\.photoLoaded, other) {
      $0.photo = other
      $0.unsavedCaption = nil
      $0.destination = nil
    }
  }

  @Test func `a caption of an item that has gone is told of`() async {
    let store = await storeWithFailure(LockIsolated(InventoryError.itemGone))
    await store.receive(\.captionResponse.failure) {
      $0.unsavedCaption = nil
      $0.destination = .alert(
        alert("The photo could not be changed", "the item is no longer in the inventory")
      )
    }
  }
}
