import ComposableArchitecture
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct UnsavedChangesReducerTests {
  private let link = DeepLink(pages: [.item(sku: "T-200")])

  private func storeWithUnsavedChanges() -> TestStoreOf<InventoryFeature> {
    TestStore(initialState: .withUnsavedChanges) {
      InventoryFeature()
    } withDependencies: { [link] in
      $0.uuid = .incrementing
      $0.links.target = { _ in
        DeepLinkTarget(link: link, list: ItemPage([.hammer]), pages: [.item(.init(item: .hammer))])
      }
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

  @Test func `a link that has waited leads over the list of all locations, too`() async {
    let link = DeepLink(pages: [.locations, .location(name: "Workshop")])
    let store = storeWithUnsavedChanges()
    store.dependencies.links.target = {
      #expect($0 == link)
      return DeepLinkTarget(
        link: $0,
        list: ItemPage([.hammer]),
        pages: [.item(.init(item: .hammer))]
      )
    }
    await store.send(\.linkOpened, "inventory://locations//locations/Workshop")
    await store.receive(\.linkResponse.success) { $0.postponed = .link(link) }
    await receiveQuestion(store)
    await discard(store)
    await store.receive(\.path[id: 0].item.destination.dismiss) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.linkOpened, "inventory://locations//locations/Workshop")
    await store.receive(\.linkResponse.success) {
      $0.list.list.rows = PagedArray(ItemPage([.hammer]))
      $0.path = StackState()
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .hammer))
    }
  }

  @Test func `of two links the newer one is followed once the changes are discarded`() async {
    let store = storeWithUnsavedChanges()
    store.dependencies.links.target = {
      DeepLinkTarget(link: $0, list: ItemPage([.hammer]), pages: [.item(.init(item: .hammer))])
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
    let store = TestStore(initialState: .withBooking) { InventoryFeature() }
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
    let store = TestStore(initialState: .withBooking) { InventoryFeature() }
    let problem = try #require(throws: (any Error).self) { try DeepLink("inventory://nowhere") }
    await store.send(\.linkOpened, "inventory://nowhere") {
      $0.bookingSheet?.alert = .failure("The link cannot be opened", problem)
    }
  }

  @Test(arguments: [true, false])
  func `a sheet for the selected items of a page asks before the window closes`(
    isTag: Bool
  ) async {
    var list = ItemRowsFeature.State(page: ItemPage([.drill]))
    list.selection = .only([Item.drill.id])
    list.manyItems = ManyItemsFeature.State(.tag, SelectedItems(.only([Item.drill.id])))
    list.manyItems?.newTags = "x"
    var tag = TagFeature.State(name: "red")
    tag.list = list
    var location = LocationFeature.State(name: "Shelf")
    location.list = list
    let page = isTag ? InventoryFeature.Path.State.tag(tag) : .location(location)
    let store = TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]), path: StackState([page]))
    ) {
      InventoryFeature()
    }
    store.exhaustivity = .off
    await store.send(\.closeButtonTapped)
    #expect(store.state.postponed == .close)
    #expect(store.state.isPresenting)
    if isTag {
      await store.receive(\.path[id: 0].tag.list.manyItems.stopRequested)
      await store.send(\.path[id: 0].tag.list.manyItems.alert.discardConfirmed)
    } else {
      await store.receive(\.path[id: 0].location.list.manyItems.stopRequested)
      await store.send(\.path[id: 0].location.list.manyItems.alert.discardConfirmed)
    }
    await store.receive(\.closeButtonTapped)
    #expect(store.state.isClosed)
  }
}
