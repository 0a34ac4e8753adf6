import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct LeftCaptionReducerTests {
  private let photo = Photo(data: Data([1]), width: 1, height: 1, caption: "A drill")

  /// An app with the page of a drill about whose photo something is written that is not stored.
  private func store(
    destination: InventoryFeature.Destination.State? = nil,
    _ setPhotoCaption: @escaping @Sendable (String, Photo, Item.ID) async throws -> Void
  ) -> TestStoreOf<InventoryFeature> {
    var page = ItemDetailFeature.State(item: .drill)
    page.photo.photo = photo
    page.photo.unsavedCaption = UnsavedCaption(text: "A saw", photo: photo, isStoring: true)
    return TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.locations(LocationsFeature.State()), .item(page)]),
        destination: destination
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.photos.setCaption = setPhotoCaption
    }
  }

  @Test(arguments: [0, 1])
  func `what is written about a photo is stored although its page is left`(
    page: StackElementID
  ) async {
    let stored = LockIsolated<[String]>([])
    let store = store { [photo] caption, former, id in
      #expect(id == Item.drill.id)
      #expect(former == photo)
      stored.withValue { $0.append(caption) }
    }
    await store.send(\.path.popFrom, page) {
      $0.path[id: 1] = nil
      if page == 0 { $0.path[id: 0] = nil }
    }
    await store.finish()
    #expect(stored.value == ["A saw"])
  }

  @Test func `what can no longer be stored is told`() async {
    let store = store { _, _, _ in throw InventoryError.itemGone }
    await store.send(\.path.popFrom, 1) { $0.path[id: 1] = nil }
    await store.receive(\.leftCaptionFailed) {
      $0.destination = .alert(
        alert(
          "The description could not be saved",
          "“A saw”: the item is no longer in the inventory"
        )
      )
    }
  }

  @Test func `what can no longer be stored is told beside a form that is open`() async {
    let form = ItemFormFeature.State(newItem: .number(7))
    let store = store(destination: .add(form)) { _, _, _ in throw InventoryError.itemGone }
    store.dependencies.continuousClock = TestClock()
    await store.send(\.path.popFrom, 1) { $0.path[id: 1] = nil }
    await store.receive(\.leftCaptionFailed)
    await store.receive(\.undo.finished) {
      $0.undo.toast = ToastFeature.State(
        id: 1,
        text: "The description could not be saved. "
          + "“A saw”: the item is no longer in the inventory"
      )
    }
    await store.receive(\.undo.toast.shown)
    await store.send(\.undo.toast.dismiss) { $0.undo.toast = nil }
  }
}
