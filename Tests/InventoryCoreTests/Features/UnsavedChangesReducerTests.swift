import ComposableArchitecture
import Foundation
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct UnsavedChangesReducerTests {
  private let link = DeepLink(pages: [.item(sku: "T-200")])
  private let error = FileError(file: "inventory.sqlite", problem: "full")

  /// An app with a page whose sheet has unsaved changes.
  private func storeWithUnsavedChanges() -> TestStoreOf<InventoryFeature> {
    var form = ItemFormFeature.State(item: .drill)
    form.name = "Saw"
    return TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.item(ItemDetailFeature.State(item: .drill, destination: .edit(form)))])
      )
    ) {
      InventoryFeature()
    } withDependencies: { [link] in
      $0.uuid = .incrementing
      $0.database.target = { _ in
        DeepLinkTarget(link: link, list: ItemPage([.hammer]), pages: [.item(.hammer)])
      }
    }
  }

  /// An app with a page over which a quantity is about to be booked.
  private func storeWithBooking() -> TestStoreOf<InventoryFeature> {
    var sheet = BookingFeature.State(item: .drill)
    sheet.amount = "3"
    let page = ItemDetailFeature.State(item: .drill, destination: .book(sheet))
    return TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.item(page)])
      )
    ) {
      InventoryFeature()
    }
  }

  private func receiveQuestion(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped) {
      $0.editForm?.alert = discardQuestion("Discard the changes?", discard: .discardConfirmed)
    }
  }

  private func receiveBookingQuestion(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped) {
      $0.bookingSheet?.alert = discardQuestion("Discard the change?", discard: .discardConfirmed)
    }
  }

  private func discard(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.path[id: 0].item.destination.edit.alert.discardConfirmed) {
      $0.editForm?.alert = nil
      $0.editForm?.discard()
    }
  }

  @Test func `the window closes where nothing would be lost`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([]),
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    }
    await store.send(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `the window closes once the changes are discarded`() async {
    let store = storeWithUnsavedChanges()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await receiveQuestion(store)
    await discard(store)
    await store.receive(\.path[id: 0].item.destination.dismiss) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `the link is followed once the changes are discarded`() async {
    let store = storeWithUnsavedChanges()
    await store.send(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) { [link] in $0.postponed = .link(link) }
    await receiveQuestion(store)
    await discard(store)
    await store.receive(\.path[id: 0].item.destination.dismiss) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) {
      $0.list.list.rows = PagedArray(ItemPage([.hammer]))
      $0.path = StackState()
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .hammer))
    }
  }

  @Test func `of two links the newer one is followed once the changes are discarded`() async {
    let store = storeWithUnsavedChanges()
    store.dependencies.database.target = {
      DeepLinkTarget(link: $0, list: ItemPage([.hammer]), pages: [.item(.hammer)])
    }
    await store.send(\.linkOpened, "inventory://locations")
    await store.receive(\.linkResponse.success) {
      $0.postponed = .link(DeepLink(pages: [.locations]))
    }
    await receiveQuestion(store)
    await store.send(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) { [link] in $0.postponed = .link(link) }
    // The question is asked already.
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped)
    await discard(store)
    await store.receive(\.path[id: 0].item.destination.dismiss) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) {
      $0.list.list.rows = PagedArray(ItemPage([.hammer]))
      $0.path = StackState()
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .hammer))
    }
  }

  @Test func `nothing goes on when the user keeps editing`() async {
    let store = storeWithUnsavedChanges()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await receiveQuestion(store)
    await store.send(\.path[id: 0].item.destination.edit.alert.dismiss) {
      $0.editForm?.alert = nil
      $0.postponed = nil
    }
    #expect(!store.state.isClosed)
  }

  @Test func `a new item that is discarded lets the window close, too`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([]),
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    }
    await store.send(\.destination.add.binding.name, "Saw") { $0.newItemForm?.name = "Saw" }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.destination.add.cancelButtonTapped) {
      $0.newItemForm?.alert = discardQuestion("Discard the new item?", discard: .discardConfirmed)
    }
    // Closing the sheet asks once more and does not lose what was asked for.
    await store.send(\.destination.dismiss)
    await store.receive(\.destination.add.cancelButtonTapped)
    await store.send(\.destination.add.alert.discardConfirmed) {
      $0.newItemForm?.alert = nil
      $0.newItemForm?.discard()
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a quantity that is not booked yet keeps the window open, too`() async {
    let store = storeWithBooking()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await receiveBookingQuestion(store)
    await store.send(\.path[id: 0].item.destination.book.alert.dismiss) {
      $0.bookingSheet?.alert = nil
      $0.postponed = nil
    }
    // Escape and the sheet's close button ask, too.
    await store.send(\.path[id: 0].item.destination.dismiss)
    await receiveBookingQuestion(store)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped)
    await store.send(\.path[id: 0].item.destination.book.alert.discardConfirmed) {
      $0.bookingSheet?.alert = nil
      $0.bookingSheet?.discard()
    }
    await store.receive(\.path[id: 0].item.destination.dismiss) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a dead link is told over a sheet with unsaved changes`() async throws {
    let store = storeWithBooking()
    let problem = try #require(throws: (any Error).self) { try DeepLink("inventory://nowhere") }
    await store.send(\.linkOpened, "inventory://nowhere") {
      $0.bookingSheet?.alert = .failure("The link cannot be opened", problem)
    }
  }

  @Test func `a window that is closed while a form is being saved closes when it is saved`() async {
    let store = storeWithUnsavedChanges()
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.save = { _ in
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
    let store = storeWithBooking()
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.book = { _, _ in
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
    let store = storeWithBooking()
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.book = { [error] _, _ in
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
    let store = storeWithUnsavedChanges()
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.save = { [error] _ in
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
      $0.database.setPhotoCaption = { [error] _, _, _ in throw error }
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.photo.captionAwaited)
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
    store.dependencies.database.setPhotoCaption = { _, _, _ in }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.photo.captionAwaited) {
      $0.path[id: 0, case: \.item]?.photo.unsavedCaption?.isStoring = true
    }
    await store.receive(\.path[id: 0].item.photo.captionResponse.success) {
      $0.path[id: 0, case: \.item]?.photo.photo?.caption = "A saw"
      $0.path[id: 0, case: \.item]?.photo.unsavedCaption = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a location that is not saved keeps the window open, however its form is closed`()
    async throws
  {
    let shelf = LocationContent(id: 3, name: "Shelf", itemCount: 2)
    var form = LocationFormFeature.State(editing: shelf)
    form.name = "Rack"
    var page = LocationFeature.State(name: "Shelf", content: shelf)
    page.destination = .form(form)
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.location(page)])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.database.location = { _ in shelf }
      $0.database.changes = { .finished }
    }
    let question = discardQuestion(
      "Discard the changes?",
      discard: LocationFormFeature.Action.Alert.discardConfirmed
    )
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped) {
      $0.locationForm?.alert = question
    }
    await store.send(\.path[id: 0].location.destination.form.alert.dismiss) {
      $0.locationForm?.alert = nil
      $0.postponed = nil
    }
    // Escape and the sheet's close button ask, too.
    await store.send(\.path[id: 0].location.destination.dismiss)
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped) {
      $0.locationForm?.alert = question
    }
    // A link that leads nowhere is told over the form.
    let problem = try #require(throws: (any Error).self) { try DeepLink("inventory://nowhere") }
    await store.send(\.linkOpened, "inventory://nowhere") {
      $0.locationForm?.alert = .failure("The link cannot be opened", problem)
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped) {
      $0.locationForm?.alert = question
    }
    await store.send(\.path[id: 0].location.destination.form.alert.discardConfirmed) {
      $0.locationForm?.alert = nil
      $0.locationForm?.discard()
    }
    await store.receive(\.path[id: 0].location.destination.dismiss) {
      $0.path[id: 0, case: \.location]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
    // The page reads its location again, which may have gone while the form was open.
    await store.receive(\.path[id: 0].location.contentResponse.success)
  }

  @Test func `a new location that is not saved keeps the window open, too`() async {
    var page = LocationsFeature.State(locations: [])
    page.form = LocationFormFeature.State()
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.locations(page)])
      )
    ) {
      InventoryFeature()
    }
    await store.send(\.path[id: 0].locations.form.binding.name, "Rack") {
      $0.newLocationForm?.name = "Rack"
    }
    await store.send(\.path[id: 0].locations.form.dismiss)
    await store.receive(\.path[id: 0].locations.form.cancelButtonTapped) {
      $0.newLocationForm?.alert = discardQuestion(
        "Discard the new location?",
        discard: .discardConfirmed
      )
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].locations.form.cancelButtonTapped)
    await store.send(\.path[id: 0].locations.form.alert.discardConfirmed) {
      $0.newLocationForm?.alert = nil
      $0.newLocationForm?.discard()
    }
    await store.receive(\.path[id: 0].locations.form.dismiss) {
      $0.path[id: 0, case: \.locations]?.form = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }
}

extension InventoryFeature.State {
  /// The form over the item's page.
  fileprivate var editForm: ItemFormFeature.State? {
    get { path[id: 0]?.item?.destination?.edit }
    set {
      guard let newValue else { return }
      path[id: 0, case: \.item]?.destination?.modify(\.edit) { $0 = newValue }
    }
  }

  /// The sheet over the item's page in which a quantity is booked.
  fileprivate var bookingSheet: BookingFeature.State? {
    get { path[id: 0]?.item?.destination?.book }
    set {
      guard let newValue else { return }
      path[id: 0, case: \.item]?.destination?.modify(\.book) { $0 = newValue }
    }
  }

  /// The form for a new item.
  fileprivate var newItemForm: ItemFormFeature.State? {
    get { destination?.add }
    set {
      guard let newValue else { return }
      destination?.modify(\.add) { $0 = newValue }
    }
  }

  /// The form over the location's page.
  fileprivate var locationForm: LocationFormFeature.State? {
    get { path[id: 0]?.location?.destination?.form }
    set {
      guard let newValue else { return }
      path[id: 0, case: \.location]?.destination?.modify(\.form) { $0 = newValue }
    }
  }

  /// The form over the page of all locations.
  fileprivate var newLocationForm: LocationFormFeature.State? {
    get { path[id: 0]?.locations?.form }
    set { path[id: 0, case: \.locations]?.form = newValue }
  }
}
