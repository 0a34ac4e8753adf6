import ComposableArchitecture
import Foundation
import InventoryCore
import PagedArrays
import Testing

@MainActor
@Suite struct UnsavedChangesReducerTests {
  private let link = DeepLink(pages: [.item(sku: "T-200")])

  private var question: AlertState<ItemFormFeature.Action.Alert> {
    AlertState {
      TextState("Discard the changes?")
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep Editing") }
    } message: {
      TextState("What you have written is not saved.")
    }
  }

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

  private func ask(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped) { [question] in
      $0.path[id: 0, case: \.item]?.destination?.modify(\.edit) { $0.alert = question }
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
    await ask(store)
    store.exhaustivity = .off
    await store.send(\.path[id: 0].item.destination.edit.alert.discardConfirmed)
    store.exhaustivity = .on
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
    await ask(store)
    store.exhaustivity = .off
    await store.send(\.path[id: 0].item.destination.edit.alert.discardConfirmed)
    store.exhaustivity = .on
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
    await ask(store)
    store.exhaustivity = .off
    await store.send(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) { [link] in $0.postponed = .link(link) }
    await store.send(\.path[id: 0].item.destination.edit.alert.discardConfirmed)
    await store.receive(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) {
      $0.path = StackState()
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .hammer))
    }
  }

  @Test func `nothing goes on when the user keeps editing`() async {
    let store = storeWithUnsavedChanges()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await ask(store)
    await store.send(\.path[id: 0].item.destination.edit.alert.dismiss) {
      $0.path[id: 0, case: \.item]?.destination?.modify(\.edit) { $0.alert = nil }
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
    store.exhaustivity = .off
    await store.send(\.destination.add.binding.name, "Saw")
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.destination.add.cancelButtonTapped)
    // Closing the sheet asks once more and does not lose what was asked for.
    await store.send(\.destination.dismiss)
    await store.receive(\.destination.add.cancelButtonTapped)
    await store.send(\.destination.add.alert.discardConfirmed)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a quantity that is not booked yet keeps the window open, too`() async {
    let store = storeWithBooking()
    store.exhaustivity = .off
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped)
    await store.send(\.path[id: 0].item.destination.book.alert.dismiss) { $0.postponed = nil }
    // Escape and the sheet's close button ask, too.
    await store.send(\.path[id: 0].item.destination.dismiss)
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.send(\.path[id: 0].item.destination.book.alert.discardConfirmed)
    await store.receive(\.path[id: 0].item.destination.dismiss)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a dead link is told over a sheet with unsaved changes`() async {
    let store = storeWithBooking()
    store.exhaustivity = .off
    await store.send(\.linkOpened, "inventory://nowhere")
    #expect(store.state.path[id: 0]?.item?.destination?.book?.alert != nil)
    #expect(store.state.path[id: 0]?.item?.destination?.book?.amount == "3")
  }

  @Test func `a window that is closed while a form is being saved closes when it is saved`() async {
    let store = storeWithUnsavedChanges()
    store.exhaustivity = .off
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.save = { _ in
      for await _ in saving.stream { break }
      return Item.drill
    }
    await store.send(\.path[id: 0].item.destination.edit.saveButtonTapped)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped)
    saving.continuation.yield()
    await store.receive(\.closeButtonTapped) {
      $0.postponed = nil
      $0.isClosed = true
    }
  }

  @Test func `a window that is closed while a quantity is being booked closes afterwards`() async {
    let store = storeWithBooking()
    store.exhaustivity = .off
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.book = { _, _ in
      for await _ in saving.stream { break }
      return Item.drill
    }
    await store.send(\.path[id: 0].item.destination.book.saveButtonTapped)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped)
    saving.continuation.yield()
    await store.receive(\.closeButtonTapped) {
      $0.postponed = nil
      $0.isClosed = true
    }
  }

  @Test func `a window that is closed while a quantity cannot be booked stays open`() async {
    let store = storeWithBooking()
    store.exhaustivity = .off
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.book = { _, _ in
      for await _ in saving.stream { break }
      throw FileError(file: "inventory.sqlite", problem: "full")
    }
    await store.send(\.path[id: 0].item.destination.book.saveButtonTapped)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.book.cancelButtonTapped)
    saving.continuation.yield()
    await store.receive(\.path[id: 0].item.destination.book.bookFailed) { $0.postponed = nil }
    #expect(!store.state.isClosed)
  }

  @Test func `a window that is closed while a form cannot be saved stays open`() async {
    let store = storeWithUnsavedChanges()
    store.exhaustivity = .off
    let saving = AsyncStream<Void>.makeStream()
    store.dependencies.database.save = { _ in
      for await _ in saving.stream { break }
      throw FileError(file: "inventory.sqlite", problem: "full")
    }
    await store.send(\.path[id: 0].item.destination.edit.saveButtonTapped)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped)
    saving.continuation.yield()
    await store.receive(\.path[id: 0].item.destination.edit.saveResponse.failure) {
      $0.postponed = nil
    }
    #expect(!store.state.isClosed)
  }

  @Test func `a location that is not saved keeps the window open, however its form is closed`()
    async
  {
    var form = LocationFormFeature.State(
      editing: LocationContent(id: 3, name: "Shelf", itemCount: 2)
    )
    form.name = "Rack"
    var page = LocationFeature.State(name: "Shelf")
    page.destination = .form(form)
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.location(page)])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.database.location = { _ in LocationContent(id: 3, name: "Shelf", itemCount: 2) }
      $0.database.changes = { .finished }
    }
    store.exhaustivity = .off
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped)
    await store.send(\.path[id: 0].location.destination.form.alert.dismiss) { $0.postponed = nil }
    // Escape and the sheet's close button ask, too.
    await store.send(\.path[id: 0].location.destination.dismiss)
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped)
    // So does a link, also one that leads nowhere.
    await store.send(\.linkOpened, "inventory://nowhere")
    #expect(store.state.path[id: 0]?.location?.destination?.form?.name == "Rack")
    #expect(store.state.path[id: 0]?.location?.destination?.form?.alert != nil)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.send(\.path[id: 0].location.destination.form.alert.discardConfirmed)
    await store.receive(\.path[id: 0].location.destination.dismiss)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
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
    store.exhaustivity = .off
    await store.send(\.path[id: 0].locations.form.binding.name, "Rack")
    await store.send(\.path[id: 0].locations.form.dismiss)
    await store.receive(\.path[id: 0].locations.form.cancelButtonTapped)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.send(\.path[id: 0].locations.form.alert.discardConfirmed)
    await store.receive(\.path[id: 0].locations.form.dismiss)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }
}
