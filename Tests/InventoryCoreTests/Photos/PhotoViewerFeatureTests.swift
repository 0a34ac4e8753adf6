import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct PhotoViewerFeatureTests {
  private func store() -> TestStoreOf<PhotoViewerFeature> {
    let photo = Photo(data: Data([1]), width: 1, height: 1, caption: "A saw")
    return TestStore(initialState: PhotoViewerFeature.State(photo: photo)) { PhotoViewerFeature() }
  }

  @Test func `a caption is told as one types`() async {
    let store = store()
    #expect(store.state.caption == "A saw")
    await store.send(\.binding.caption, "A drill ") { $0.caption = "A drill " }
    await store.receive(\.delegate.captionChanged, "A drill")
  }

  @Test func `the photo fills the screen with what is written about it`() async {
    let store = store()
    await store.send(\.binding.caption, "A drill ") { $0.caption = "A drill " }
    await store.receive(\.delegate.captionChanged)
    await store.send(\.fullScreenButtonTapped) {
      $0.fullScreen = FullScreenPhotoFeature.State(photo: $0.photo, caption: "A drill")
    }
    await store.send(\.fullScreen.dismiss) { $0.fullScreen = nil }
    await store.send(\.fullScreenButtonTapped) {
      $0.fullScreen = FullScreenPhotoFeature.State(photo: $0.photo, caption: "A drill")
    }
    await store.send(\.fullScreen.closeButtonTapped)
    await store.receive(\.fullScreen.dismiss) { $0.fullScreen = nil }
  }

  @Test func `the viewer closes`() async {
    let store = store()
    await store.send(\.closeButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }
}
