import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ItemSavingReducerTests {
  @Test func `a new item is saved, without the spaces around its texts`() async {
    let saved = LockIsolated<[ItemEdit]>([])
    let store = formStore(ItemFormFeature.State(newItem: .number(7))) {
      $0.items.save = { edit in
        saved.withValue { $0.append(edit) }
        return edit.edited
      }
    }

    await store.send(\.binding.name, " Saw ") { $0.name = " Saw " }
    await store.send(\.binding.sku, "T-300") { $0.sku = "T-300" }
    await store.receive(\.skuResponse)
    await store.send(\.binding.barcode, "4006381333931 ") { $0.barcode = "4006381333931 " }
    await store.send(\.binding.quantity, "3 ") { $0.quantity = "3 " }
    await store.send(\.binding.unit, " m") { $0.unit = " m" }
    await store.send(\.binding.reorderLevel, "1,000") { $0.reorderLevel = "1,000" }
    await store.send(\.binding.price, "12.5") { $0.price = "12.5" }
    await store.send(\.binding.currency, "eur") { $0.currency = "eur" }
    await store.send(\.binding.location, "Cellar") { $0.location = "Cellar" }
    await store.send(\.binding.tags, "sharp, , old,sharp") { $0.tags = "sharp, , old,sharp" }
    await store.send(\.binding.notes, "rusty\n") { $0.notes = "rusty\n" }
    let item = Item(
      id: .number(7),
      name: "Saw",
      sku: "T-300",
      barcode: "4006381333931",
      quantity: 3,
      unit: "m",
      reorderLevel: 1_000,
      price: Money(thousandths: 12_500),
      currency: "EUR",
      location: "Cellar",
      tags: ["sharp", "old"],
      notes: "rusty\n"
    )
    #expect(store.state.canSave)
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    #expect(!store.state.canSave)
    await store.receive(\.saveResponse.success, item) { $0.isSaving = false }
    await store.receive(\.delegate.saved, item)
    #expect(saved.value == [ItemEdit(original: nil, edited: item)])
  }

  @Test func `an attempt to save tells all that is wrong, and goes to the first field`() async {
    let store = formStore(ItemFormFeature.State(newItem: .number(7)))
    await store.send(\.binding.quantity, "-1") { $0.quantity = "-1" }
    await store.send(\.submitted)
    await store.receive(\.saveButtonTapped) {
      $0.touched = Set(Item.Field.allCases)
      $0.focus = .name
    }
    #expect(Set(store.state.errors.keys) == [.name, .sku, .quantity])
  }

  @Test func `a SKU that another item has got meanwhile is told at its field`() async {
    var state = ItemFormFeature.State(item: .drill)
    state.name = "Driller"
    let store = formStore(state) {
      $0.items.save = { throw InventoryError.duplicateSku($0.edited.sku) }
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.takenSku = "T-100"
      $0.focus = .sku
    }
    await store.send(\.saveButtonTapped) { $0.touched = Set(Item.Field.allCases) }
    #expect(store.state.errors == [.sku: "Another item has this SKU."])
  }

  @Test func `a failure to save is told in an alert`() async {
    let failure = EngineFailure.locked
    var state = ItemFormFeature.State(item: .drill)
    state.name = "Driller"
    let store = formStore(state) {
      $0.items.save = { _ in throw failure }
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.alert = AlertState {
        TextState("The item could not be saved")
      } message: {
        TextState("another program has locked it")
      }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test(arguments: [
    EngineFailure.diskFull, .locked,
  ])
  func `the form keeps what was typed, and saves it again`(failure: EngineFailure) async {
    let isWell = LockIsolated(false)
    let store = formStore(ItemFormFeature.State(item: .drill)) {
      $0.items.save = { edit in
        guard isWell.value else { throw failure }
        return edit.edited
      }
    }
    await store.send(\.binding.name, "Driller") { $0.name = "Driller" }
    await store.send(\.binding.notes, "A long story") { $0.notes = "A long story" }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.alert = .failure("The item could not be saved", failure)
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(store.state.hasUnsavedChanges)
    #expect(!store.isDismissed)

    isWell.setValue(true)
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    let saved = Item.drill.with {
      $0.name = "Driller"
      $0.notes = "A long story"
    }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, saved)
  }

  // MARK: - Two who edit

  /// Somebody else has sold three drills and written so.
  private let theirs = Item.drill.with {
    $0.quantity = 1
    $0.notes = "three sold"
  }

  /// A form in which the name and the quantity are changed, and the question that follows.
  private func storeWithConflict(
    saved: LockIsolated<[ItemEdit]>
  ) async -> TestStoreOf<ItemFormFeature> {
    let store = formStore(ItemFormFeature.State(item: .drill)) { [theirs] in
      $0.items.save = { edit in
        saved.withValue { $0.append(edit) }
        return try edit.applied(to: theirs)
      }
    }
    let conflict = ItemConflict(item: theirs, fields: [.quantity])
    await store.send(\.binding.name, "Driller") { $0.name = "Driller" }
    await store.send(\.binding.quantity, "5") { $0.quantity = "5" }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.conflict = conflict
      $0.alert = conflictQuestion("Quantity: 1 there, 5 here.")
    }
    return store
  }

  @Test(arguments: [true, false])
  func `where both have changed a field, the user says whose value counts`(
    keepsMine: Bool
  ) async {
    let saved = LockIsolated<[ItemEdit]>([])
    let store = await storeWithConflict(saved: saved)
    let quantity: Quantity = keepsMine ? 5 : 1
    let item = theirs.with {
      $0.name = "Driller"
      $0.quantity = quantity
    }
    await store.send(.alert(.presented(keepsMine ? .keepMineConfirmed : .keepTheirsConfirmed))) {
      $0 = ItemFormFeature.State(item: self.theirs)
      $0.name = "Driller"
      $0.quantity = "\(quantity)"
      $0.isSaving = true
    }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, item)
    #expect(saved.value.last == ItemEdit(original: theirs, edited: item))
  }

  @Test func `the form may be kept open instead`() async {
    let store = await storeWithConflict(saved: LockIsolated([]))
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(store.state.hasUnsavedChanges)
  }
}
