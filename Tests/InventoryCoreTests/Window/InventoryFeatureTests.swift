import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import TestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct InventoryFeatureTests {
  @Test func `an item is added in a sheet`() async {
    let saved = LockIsolated<[Item]>([])
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([]))) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.continuousClock = ImmediateClock()
      $0.items.itemWithSku = { _ in nil }
      $0.items.position = { _, _ in nil }
      $0.items.save = { edit in
        saved.withValue { $0.append(edit.edited) }
        return edit.edited
      }
    }
    await store.send(\.list.addButtonTapped)
    await store.receive(\.list.delegate.addRequested) {
      $0.destination = .add(ItemFormFeature.State(newItem: UUID(0)))
    }
    await store.send(\.destination.add.binding.name, "Saw") {
      $0.destination?.modify(\.add) { $0.name = "Saw" }
    }
    await store.send(\.destination.add.binding.sku, "T-300") {
      $0.destination?.modify(\.add) { $0.sku = "T-300" }
    }
    await store.receive(\.destination.add.skuResponse)
    await store.send(\.destination.add.saveButtonTapped) {
      $0.destination?.modify(\.add) { $0.isSaving = true }
    }
    await store.receive(\.destination.add.saveResponse.success) {
      $0.destination?.modify(\.add) { $0.isSaving = false }
    }
    await store.receive(\.destination.add.delegate.saved) { $0.destination = nil }
    await store.receive(\.list.list.itemAdded, UUID(0))
    #expect(saved.value == [Item(id: UUID(0), name: "Saw", sku: "T-300")])
  }

  @Test(arguments: [true, false])
  func `an added item is shown in the list, also beside an item, and not under other pages`(
    isBesideItem: Bool
  ) async {
    let page: InventoryFeature.Path.State =
      isBesideItem
      ? .item(ItemDetailFeature.State(item: .drill)) : .locations(LocationsFeature.State())
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill, .lamp]),
        path: StackState([page]),
        destination: .add(ItemFormFeature.State(newItem: .number(3)))
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.items.position = { _, _ in nil }
    }
    await store.send(\.destination.add.delegate.saved, .lamp) { $0.destination = nil }
    if isBesideItem { await store.receive(\.list.list.itemAdded, Item.lamp.id) }
    await store.finish()
  }

  @Test func `what a transfer has done is told on every page`() async {
    let clock = TestClock()
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([]))) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.list.transfer.delegate.finished, "3 items written")
    await store.receive(\.undo.finished) {
      $0.undo.toast = ToastFeature.State(id: 1, text: "3 items written")
    }
    await store.receive(\.undo.toast.shown)
    await store.send(\.list.transfer.delegate.imported, ImportSummary(added: 3))
    await store.receive(\.undo.imported) {
      $0.undo.toast = ToastFeature.State(id: 2, text: "3 items added. This cannot be undone.")
    }
    await store.receive(\.undo.toast.shown)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.undo.toast.dismiss) { $0.undo.toast = nil }
  }

  @Test func `a sheet with a new item is not closed unasked`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([]),
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    }
    await store.send(\.destination.add.binding.name, "Saw") {
      $0.destination?.modify(\.add) { $0.name = "Saw" }
    }
    await store.send(\.destination.dismiss)
    await store.receive(\.destination.add.cancelButtonTapped) {
      $0.destination?.modify(\.add) {
        $0.alert = discardQuestion("Discard the new item?", discard: .discardConfirmed)
      }
    }
    await store.send(\.destination.add.alert.discardConfirmed) {
      $0.destination?.modify(\.add) {
        $0.alert = nil
        $0.discard()
      }
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }
}
