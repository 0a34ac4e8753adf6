import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

/// A window that is closed while something is written to the database.
@MainActor
@Suite struct UnsavedChangesWhileSavingTests {
  private let error = FileError(file: "inventory.sqlite", problem: "full")

  @Test func `a window that is closed while a form is being saved closes when it is saved`() async {
    let store = TestStore(initialState: .withUnsavedChanges) { InventoryFeature() }
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.items.save = { _ in
      for await _ in saving.stream { break }
      return Item.drill
    }
    await store.send(\.path[id: 0].item.destination.edit.saveButtonTapped) {
      $0.editForm?.isSaving = true
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped)
    // There is no question while the form is being saved.
    saving.continuation.yield()
    await store.receive(\.path[id: 0].item.destination.edit.saveResponse.success) {
      $0.editForm?.isSaving = false
    }
    await store.receive(\.path[id: 0].item.destination.edit.delegate.saved, Item.drill) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a window that is closed while a quantity is being booked closes afterwards`() async {
    let store = TestStore(initialState: .withBooking) { InventoryFeature() }
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.movements.book = { _, _ in
      for await _ in saving.stream { break }
      return Item.drill
    }
    await store.send(\.path[id: 0].item.destination.book.saveButtonTapped) {
      $0.bookingSheet?.isSaving = true
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped)
    saving.continuation.yield()
    await store.receive(\.path[id: 0].item.destination.book.delegate.booked, Item.drill) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a window that is closed while a quantity cannot be booked stays open`() async {
    let store = TestStore(initialState: .withBooking) { InventoryFeature() }
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.movements.book = { [error] _, _ in
      for await _ in saving.stream { break }
      throw error
    }
    await store.send(\.path[id: 0].item.destination.book.saveButtonTapped) {
      $0.bookingSheet?.isSaving = true
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped)
    saving.continuation.yield()
    await store.receive(\.path[id: 0].item.destination.book.bookFailed) {
      $0.bookingSheet?.isSaving = false
      $0.bookingSheet?.alert = .failure("The change could not be booked", self.error)
      $0.postponed = nil
    }
  }

  @Test func `a window that is closed while a form cannot be saved stays open`() async {
    let store = TestStore(initialState: .withUnsavedChanges) { InventoryFeature() }
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.items.save = { [error] _ in
      for await _ in saving.stream { break }
      throw error
    }
    await store.send(\.path[id: 0].item.destination.edit.saveButtonTapped) {
      $0.editForm?.isSaving = true
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped)
    saving.continuation.yield()
    await store.receive(\.path[id: 0].item.destination.edit.saveResponse.failure) {
      $0.editForm?.isSaving = false
      $0.editForm?.alert = .failure("The item could not be saved", self.error)
      $0.postponed = nil
    }
  }

  @Test func `a window that is closed while a description is being stored closes afterwards`()
    async
  {
    let photo = Photo(data: Data([1]), width: 1, height: 1)
    var page = ItemDetailFeature.State(item: .drill)
    page.photo.photo = photo
    page.photo.unsavedCaption = UnsavedCaption(text: "A saw", photo: photo, isStoring: true)
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.item(page)])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.photos.setCaption = { [error] _, _, _ in throw error }
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.photo.storingAwaited)
    // It stays open to tell what could not be stored.
    let alert = AlertState.captionFailure(error)
    await store.send(
      .path(.element(id: 0, action: .item(.photo(.captionResponse(.failure(error))))))
    ) {
      $0.postponed = nil
      $0.path[id: 0, case: \.item]?.photo.unsavedCaption?.isStoring = false
      var viewer = PhotoViewerFeature.State(photo: photo, caption: "A saw")
      viewer.alert = alert
      $0.path[id: 0, case: \.item]?.photo.destination = .viewer(viewer)
    }
    store.dependencies.photos.setCaption = { _, _, _ in }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.photo.storingAwaited) {
      $0.path[id: 0, case: \.item]?.photo.unsavedCaption?.isStoring = true
    }
    await store.receive(\.path[id: 0].item.photo.captionResponse.success) {
      $0.path[id: 0, case: \.item]?.photo.photo?.caption = "A saw"
      $0.path[id: 0, case: \.item]?.photo.unsavedCaption = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }
}
