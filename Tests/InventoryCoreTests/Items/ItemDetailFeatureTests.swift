import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ItemDetailFeatureTests {
  struct Failure: Error {}

  @Test func `a change of the quantity is booked in a sheet`() async {
    let booked = Item.drill.with { $0.quantity = 3 }
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    }
    await store.send(\.bookButtonTapped) {
      $0.destination = .book(BookingFeature.State(item: .drill))
    }
    await store.send(\.destination.book.delegate.booked, booked) {
      $0.item = booked
      $0.destination = nil
    }
  }

  @Test func `an item is edited in a sheet`() async {
    let edited = Item.drill.with { $0.quantity = 3 }
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    } withDependencies: {
      $0.items.save = { $0.edited }
    }
    await store.send(\.editButtonTapped) {
      $0.destination = .edit(ItemFormFeature.State(item: .drill))
    }
    await store.send(\.destination.edit.binding.quantity, "3") {
      $0.destination?.modify(\.edit) { $0.quantity = "3" }
    }
    await store.send(\.destination.edit.saveButtonTapped) {
      $0.destination?.modify(\.edit) { $0.isSaving = true }
    }
    await store.receive(\.destination.edit.saveResponse.success) {
      $0.destination?.modify(\.edit) { $0.isSaving = false }
    }
    await store.receive(\.destination.edit.delegate.saved) {
      $0.item = edited
      $0.destination = nil
    }
  }

  @Test func `an edit sheet with changes is not closed unasked`() async {
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    }
    await store.send(\.editButtonTapped) {
      $0.destination = .edit(ItemFormFeature.State(item: .drill))
    }
    await store.send(\.destination.edit.binding.name, "D") {
      $0.destination?.modify(\.edit) { $0.name = "D" }
    }
    await store.send(\.destination.dismiss)
    await store.receive(\.destination.edit.cancelButtonTapped) {
      $0.destination?.modify(\.edit) {
        $0.alert = discardQuestion("Discard the changes?", discard: .discardConfirmed)
      }
    }
    await store.send(\.destination.edit.alert.discardConfirmed) {
      $0.destination?.modify(\.edit) {
        $0.alert = nil
        $0.discard()
      }
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `an edit sheet without changes is closed`() async {
    let store = TestStore(
      initialState: ItemDetailFeature.State(
        item: .drill,
        destination: .edit(ItemFormFeature.State(item: .drill))
      )
    ) {
      ItemDetailFeature()
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `the page follows the database until its item is gone`() async {
    let changed = Item.drill.with { $0.name = "Changed elsewhere" }
    let item = LockIsolated<Item?>(.drill)
    let (changes, change) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.items.item = { id in
        #expect(id == Item.drill.id)
        return item.value
      }
    }
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.itemResponse.success)

    item.setValue(changed)
    change.yield()
    await store.receive(\.itemResponse.success) { $0.item = changed }

    item.setValue(nil)
    change.yield()
    await store.receive(\.itemResponse.success)
    await store.receive(\.delegate.itemGone)
    await task.cancel()
  }

  @Test func `a booking reckons with what others have booked meanwhile`() async {
    let store = TestStore(
      initialState: ItemDetailFeature.State(
        item: .drill,
        destination: .book(BookingFeature.State(item: .drill))
      )
    ) {
      ItemDetailFeature()
    }
    await store.send(\.destination.book.binding.amount, "7") {
      $0.destination?.modify(\.book) { $0.amount = "7" }
    }
    #expect(store.state.destination?.book?.quantityAfterwards == 11)
    let changed = Item.drill.with { $0.quantity = 100 }
    await store.send(.itemResponse(.success(changed))) {
      $0.item = changed
      $0.destination?.modify(\.book) { $0.item = changed }
    }
    #expect(store.state.destination?.book?.quantityAfterwards == 107)
  }

  @Test func `an item that goes while it is edited stays until the sheet is closed`() async {
    let store = TestStore(
      initialState: ItemDetailFeature.State(
        item: .drill,
        destination: .edit(ItemFormFeature.State(item: .drill))
      )
    ) {
      ItemDetailFeature()
    }
    await store.send(.itemResponse(.success(nil))) { $0.isGone = true }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.receive(\.delegate.itemGone)
  }

  @Test func `what is written about a quantity stays when the item goes`() async {
    var sheet = BookingFeature.State(item: .drill)
    sheet.note = "for order 12"
    let store = TestStore(
      initialState: ItemDetailFeature.State(item: .drill, destination: .book(sheet))
    ) {
      ItemDetailFeature()
    }
    await store.send(.itemResponse(.success(nil))) { $0.isGone = true }
    await store.send(\.destination.book.binding.note, "") {
      $0.destination?.modify(\.book) { $0.note = "" }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.receive(\.delegate.itemGone)
  }

  @Test func `an item that went while it was edited is there again when it is saved`() async {
    let store = TestStore(
      initialState: ItemDetailFeature.State(
        item: .drill,
        destination: .edit(ItemFormFeature.State(item: .drill))
      )
    ) {
      ItemDetailFeature()
    }
    await store.send(.itemResponse(.success(nil))) { $0.isGone = true }
    await store.send(\.destination.edit.delegate.saved, .drill) {
      $0.isGone = false
      $0.destination = nil
    }
  }

  @Test func `all that an item has is read again when the user asks for its history`() async {
    let isPhotoRead = LockIsolated(false)
    let store = TestStore(
      initialState: ItemDetailFeature.State(item: .drill)
    ) {
      ItemDetailFeature()
    } withDependencies: {
      $0.date = .constant(.distantPast)
      $0.connection.changes = { .once }
      $0.connection.reopen = {}
      $0.items.relatedItems = { _ in RelatedItems(atSamePlace: [.hammer], withSameTag: []) }
      $0.movements.history = { _, _ in StockHistory(levels: [], movements: [], movementCount: 0) }
      $0.photos.photo = { _ in
        isPhotoRead.setValue(true)
        return nil
      }
    }
    store.exhaustivity = .off
    await store.send(\.history.retryButtonTapped)
    await store.finish()
    await store.skipReceivedActions()
    #expect(store.state.history.history != nil)
    #expect(isPhotoRead.value)
    #expect(store.state.related.related.atSamePlace == [.hammer])
  }

  @Test func `a tag is opened by the parent`() async {
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    }
    await store.send(\.tagTapped, "18 V")
    await store.receive(\.delegate.tagOpened)
  }

  @Test func `the location is opened by the parent, if the item has one`() async {
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    }
    await store.send(\.locationButtonTapped)
    await store.receive(\.delegate.locationOpened, "Workshop")

    let nowhere = TestStore(
      initialState: ItemDetailFeature.State(item: Item(id: .number(9), name: "N", sku: "N"))
    ) {
      ItemDetailFeature()
    }
    await nowhere.send(\.locationButtonTapped)
  }

  @Test func `nothing is said over an item while the inventory cannot be reached`() async {
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    }
    await store.send(.itemResponse(.failure(EngineFailure.away)))
  }
}
