import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct FullScreenPhotoFeatureTests {
  @Test func `the photo closes`() async {
    let photo = Photo(data: Data([1]), width: 1, height: 1)
    let store = TestStore(
      initialState: FullScreenPhotoFeature.State(photo: photo, caption: "A saw")
    ) {
      FullScreenPhotoFeature()
    }
    await store.send(\.closeButtonTapped).finish()
    #expect(store.isDismissed)
  }
}
