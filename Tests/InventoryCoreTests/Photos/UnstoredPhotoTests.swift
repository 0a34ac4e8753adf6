import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

/// A photo whose file is being read is not lost, whichever way its page is left.
@MainActor
@Suite struct UnstoredPhotoTests {
  private let photo = Photo(data: Data([1]), width: 1, height: 1)
  private let error = PhotoError.damaged
  private let stored = LockIsolated<[Photo?]>([])
  private let question = ConfirmationDialogState<ItemPhotoFeature.Destination.ConfirmationDialog>(
    titleVisibility: .visible
  ) {
    TextState("Stop reading the photo?")
  } actions: {
    ButtonState(role: .destructive, action: .stopConfirmed) { TextState("Stop") }
    ButtonState(role: .cancel) { TextState("Keep Reading") }
  } message: {
    TextState("It is not stored yet.")
  }

  /// The page of a drill, for which a file is read until an answer comes.
  private func makeStore(
    _ answer: AsyncThrowingStream<Photo, any Error>
  ) async -> TestStoreOf<InventoryFeature> {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.item(ItemDetailFeature.State(item: .drill))])
      )
    ) {
      InventoryFeature()
    } withDependencies: { [stored] in
      $0.uuid = .incrementing
      $0.photoReader.read = { _ in
        for try await photo in answer { return photo }
        throw CancellationError()
      }
      $0.photos.setPhoto = { photo, _ in stored.withValue { $0.append(photo) } }
      $0.links.target = { link in
        DeepLinkTarget(link: link, list: ItemPage([.hammer]), pages: [.item(.init(item: .hammer))])
      }
    }
    await store.send(\.path[id: 0].item.photo.fileChosen, URL(filePath: "/photos/drill.jpeg")) {
      $0.photo?.isReading = true
    }
    return store
  }

  private func receiveQuestion(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.path[id: 0].item.photo.storingAwaited) { [question] in
      $0.photo?.destination = .confirmationDialog(question)
    }
  }

  private func goBack(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.path.popFrom, 0)
    await store.receive(\.popPostponed) { $0.postponed = .pop(from: 0) }
    await receiveQuestion(store)
  }

  private func receivePhoto(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.path[id: 0].item.photo.storeResponse.success) { [photo] in
      $0.photo?.isReading = false
      $0.photo?.destination = nil
      $0.photo?.photo = photo
      $0.postponed = nil
    }
    #expect(stored.value == [photo])
  }

  @Test func `the page goes once the photo is stored`() async {
    let (answer, continuation) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    await goBack(store)
    continuation.yield(photo)
    await receivePhoto(store)
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test func `the page stays when the file is to be read on`() async {
    let (answer, continuation) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    await goBack(store)
    await store.send(\.path[id: 0].item.photo.destination.dismiss) { $0.photo?.destination = nil }
    await store.receive(\.path[id: 0].item.photo.stopDeclined) { $0.postponed = nil }
    continuation.yield(photo)
    await receivePhoto(store)
    await store.finish()
  }

  @Test func `the question takes the place of a form in which nothing is written`() async {
    let (answer, continuation) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    await store.send(\.path[id: 0].item.editButtonTapped) {
      $0.path[id: 0, case: \.item]?.destination = .edit(ItemFormFeature.State(item: .drill))
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.photo.storingAwaited) { [question] in
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.photo?.destination = .confirmationDialog(question)
    }
    continuation.yield(photo)
    await receivePhoto(store)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `the page goes without the photo when that is wanted`() async {
    let (answer, _) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    await goBack(store)
    await store.send(\.path[id: 0].item.photo.destination.confirmationDialog.stopConfirmed) {
      $0.photo?.isReading = false
      $0.photo?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    await store.finish()
    #expect(stored.value == [])
  }

  @Test func `the page stays to tell why the photo cannot be stored`() async {
    let (answer, continuation) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    await goBack(store)
    continuation.finish(throwing: error)
    await store.receive(\.path[id: 0].item.photo.storeResponse.failure) { [error] in
      $0.photo?.isReading = false
      $0.photo?.destination = .alert(.failure("The photo could not be changed", error))
      $0.postponed = nil
    }
  }

  @Test func `the window closes once the photo is stored`() async {
    let (answer, continuation) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    #expect(store.state.hasUnsavedChanges)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await receiveQuestion(store)
    continuation.yield(photo)
    await receivePhoto(store)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a link is followed once the photo is stored`() async {
    let (answer, continuation) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    let link = DeepLink(pages: [.item(sku: "T-200")])
    await store.send(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) { $0.postponed = .link(link) }
    await receiveQuestion(store)
    // The question is no place that a link leads to.
    #expect(store.state.link.text == "inventory://items/T-100")
    continuation.yield(photo)
    await receivePhoto(store)
    await store.receive(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) {
      $0.list.list.rows = PagedArray(ItemPage([.hammer]))
      $0.path = StackState()
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .hammer))
    }
  }

  @Test func `a window that shows the photo before waits without a question`() async {
    let (answer, continuation) = AsyncThrowingStream<Photo, any Error>.makeStream()
    let store = await makeStore(answer)
    let before = Photo(data: Data([2]), width: 1, height: 1)
    await store.send(.path(.element(id: 0, action: .item(.photo(.photoLoaded(before)))))) {
      $0.photo?.photo = before
    }
    await store.send(\.path[id: 0].item.photo.photoTapped) {
      $0.photo?.destination = .viewer(PhotoViewerFeature.State(photo: before))
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.photo.storingAwaited)
    continuation.yield(photo)
    await receivePhoto(store)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }
}

extension InventoryFeature.State {
  /// The photo on the first page.
  fileprivate var photo: ItemPhotoFeature.State? {
    get { path[id: 0]?.item?.photo }
    set {
      guard let newValue else { return }
      path[id: 0, case: \.item]?.photo = newValue
    }
  }
}
