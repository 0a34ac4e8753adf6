import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct PhotoSavingReducerTests {
  private let photo = Photo(data: Data([1, 2, 3]), width: 30, height: 20, caption: "A drill")
  private let file = URL(filePath: "/photos/drill.jpeg")

  private func store(
    _ photo: Photo? = nil,
    stored: LockIsolated<[Photo?]> = LockIsolated([])
  ) -> TestStoreOf<ItemPhotoFeature> {
    var state = ItemPhotoFeature.State(itemID: Item.drill.id)
    state.photo = photo
    return TestStore(initialState: state) {
      ItemPhotoFeature()
    } withDependencies: {
      $0.photos.setPhoto = { photo, id in
        #expect(id == Item.drill.id)
        stored.withValue { $0.append(photo) }
      }
    }
  }

  @Test func `a photo is chosen, read and stored`() async {
    let stored = LockIsolated<[Photo?]>([])
    let store = store(stored: stored)
    store.dependencies.photoReader.read = { [photo, file] in
      #expect($0 == file)
      return photo
    }
    await store.send(\.chooseButtonTapped) { $0.isChoosing = true }
    await store.send(\.fileChosen, file) {
      $0.isChoosing = false
      $0.isReading = true
    }
    await store.receive(\.storeResponse.success) { [photo] in
      $0.isReading = false
      $0.photo = photo
    }
    #expect(stored.value == [photo])
  }

  @Test func `no file need be chosen`() async {
    let store = store()
    await store.send(\.chooseButtonTapped) { $0.isChoosing = true }
    await store.send(\.fileChooserCancelled) { $0.isChoosing = false }
  }

  @Test func `a file that cannot be used is told, and the photo stays`() async {
    let store = store(photo)
    store.dependencies.photoReader.read = { _ in throw PhotoError.tooManyPixels(limit: 50_000_000) }
    await store.send(\.fileChosen, file) { $0.isReading = true }
    await store.receive(\.storeResponse.failure) {
      $0.isReading = false
      $0.destination = .alert(
        InventoryTestSupport.alert(
          "The photo could not be changed",
          "The picture has more than 50 megapixels. Choose a smaller one."
        )
      )
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `a photo is removed after a confirmation`() async {
    let stored = LockIsolated<[Photo?]>([])
    let store = store(photo, stored: stored)
    await store.send(\.removeButtonTapped) {
      $0.destination = .confirmationDialog(.removeThisPhoto)
    }
    await store.send(\.destination.confirmationDialog.removeConfirmed) { $0.destination = nil }
    await store.receive(\.storeResponse.success) { $0.photo = nil }
    #expect(stored.value == [nil])
  }

  @Test func `the viewer closes when its photo is replaced here, and not by the same one`() async {
    let other = Photo(data: Data([9]), width: 1, height: 1)
    let photo = Photo(data: Data([1]), width: 1, height: 1, caption: "A drill")
    var state = ItemPhotoFeature.State(itemID: Item.drill.id)
    state.photo = photo
    state.destination = .viewer(PhotoViewerFeature.State(photo: photo))
    let store = TestStore(initialState: state) { ItemPhotoFeature() }
    // A file has no description.
    await store.send(.storeResponse(.success(Photo(data: Data([1]), width: 1, height: 1))))
    await store.send(.storeResponse(.success(other))) {
      $0.photo = other
      $0.destination = nil
    }
  }
}

extension ConfirmationDialogState where Action == ItemPhotoFeature.Destination.ConfirmationDialog {
  static let removeThisPhoto = ConfirmationDialogState(titleVisibility: .visible) {
    TextState("Remove the photo?")
  } actions: {
    ButtonState(role: .destructive, action: .removeConfirmed) { TextState("Remove") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  }
}
