import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct ItemFormFeatureTests {
  @Test func `a new item is saved, without the spaces around its texts`() async {
    let saved = LockIsolated<[ItemEdit]>([])
    let store = TestStore(initialState: ItemFormFeature.State(newItem: .number(7))) {
      ItemFormFeature()
    } withDependencies: {
      $0.database.save = { edit in
        saved.withValue { $0.append(edit) }
        return edit.edited
      }
    }

    await store.send(\.binding.name, " Saw ") { $0.name = " Saw " }
    await store.send(\.binding.sku, "T-300") { $0.sku = "T-300" }
    await store.send(\.binding.quantity, "3 ") { $0.quantity = "3 " }
    await store.send(\.binding.price, "12.5") { $0.price = "12.5" }
    await store.send(\.binding.location, "Cellar") { $0.location = "Cellar" }
    await store.send(\.binding.notes, "rusty\n") { $0.notes = "rusty\n" }
    let item = Item(
      id: .number(7),
      name: "Saw",
      sku: "T-300",
      quantity: 3,
      price: Money(minorUnits: 1_250),
      location: "Cellar",
      notes: "rusty\n"
    )
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.success, item) { $0.isSaving = false }
    await store.receive(\.delegate.saved, item)
    #expect(saved.value == [ItemEdit(original: nil, edited: item)])
  }

  @Test func `wrong fields are told and nothing is saved`() async {
    let store = TestStore(initialState: ItemFormFeature.State(newItem: .number(7))) {
      ItemFormFeature()
    }
    await store.send(\.binding.quantity, "-1") { $0.quantity = "-1" }
    await store.send(\.binding.price, "1.999") { $0.price = "1.999" }
    await store.send(\.saveButtonTapped) {
      $0.errors = [
        .name: "Enter a name.",
        .sku: "Enter a SKU.",
        .quantity: "Enter a whole number from 0, such as 12.",
        .price: "Enter an amount from 0, such as 12.30.",
      ]
      $0.focus = .name
    }
    await store.send(\.binding.focus, .quantity) { $0.focus = .quantity }
    await store.send(\.binding.name, "Saw") {
      $0.name = "Saw"
      $0.errors[.name] = nil
    }
    await store.send(\.saveButtonTapped) {
      $0.focus = .sku
    }
  }

  @Test func `a message goes when its field is put right, and none comes before saving`() async {
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) { ItemFormFeature() }
    await store.send(\.binding.name, "") { $0.name = "" }
    await store.send(\.saveButtonTapped) {
      $0.errors = [.name: "Enter a name."]
      $0.focus = .name
    }
    await store.send(\.binding.sku, "") { $0.sku = "" }
    await store.send(\.binding.name, "D") {
      $0.name = "D"
      $0.errors = [:]
    }
  }

  @Test func `a SKU of another item is told at its field`() async {
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) {
      ItemFormFeature()
    } withDependencies: {
      $0.database.save = { throw InventoryDatabaseError.duplicateSku($0.edited.sku) }
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.errors = [.sku: "Another item has this SKU."]
      $0.focus = .sku
    }
  }

  @Test func `a failure to save is told in an alert`() async {
    let failure = InventoryDatabaseError.failed(path: "/db", detail: "disk full")
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) {
      ItemFormFeature()
    } withDependencies: {
      $0.database.save = { _ in throw failure }
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.alert = AlertState {
        TextState("The item could not be saved")
      } message: {
        TextState("/db: the database could not be used (disk full)")
      }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func `a form without changes closes at once`() async {
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) { ItemFormFeature() }
    await store.send(\.cancelButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `a form with changes asks before it closes`() async {
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) { ItemFormFeature() }
    let question = AlertState<ItemFormFeature.Action.Alert> {
      TextState("Discard the changes?")
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep Editing") }
    } message: {
      TextState("What you have written is not saved.")
    }
    await store.send(\.binding.name, "Driller") { $0.name = "Driller" }
    #expect(store.state.hasUnsavedChanges)

    await store.send(\.cancelButtonTapped) { $0.alert = question }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(!store.isDismissed)

    await store.send(\.cancelButtonTapped) { $0.alert = question }
    store.exhaustivity = .off
    await store.send(\.alert.discardConfirmed)
    await store.finish()
    #expect(!store.state.hasUnsavedChanges)
    #expect(store.isDismissed)
  }

  @Test func `changes that are taken back are none`() async {
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) { ItemFormFeature() }
    await store.send(\.binding.name, "D") { $0.name = "D" }
    await store.send(\.binding.name, "Drill") { $0.name = "Drill" }
    #expect(!store.state.hasUnsavedChanges)
  }

  @Test func `the form offers the locations that there are`() async {
    let locations = [Location(name: "Workshop", itemCount: 2)]
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) {
      ItemFormFeature()
    } withDependencies: {
      $0.database.locations = { locations }
    }
    await store.send(\.task)
    await store.receive(\.locationsResponse.success) { $0.locations = locations }
  }

  @Test func `a price is written and read as the user does`() async {
    let german = Locale(identifier: "de_DE")
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill, locale: german)) {
      ItemFormFeature()
    } withDependencies: {
      $0.database.save = { $0.edited }
    }
    #expect(store.state.price == "89,90")
    #expect(!store.state.hasUnsavedChanges)
    await store.send(\.binding.price, "1,555") { $0.price = "1,555" }
    await store.send(\.saveButtonTapped) {
      $0.errors = [.price: "Enter an amount from 0, such as 12,30."]
      $0.focus = .price
    }
    await store.send(\.binding.price, "1,5") {
      $0.price = "1,5"
      $0.errors = [:]
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, Item.drill.with { $0.price = Money(minorUnits: 150) })
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
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) {
      ItemFormFeature()
    } withDependencies: { [theirs] in
      $0.database.save = { edit in
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
      $0.alert = AlertState {
        TextState("This item was changed elsewhere")
      } actions: {
        ButtonState(role: .destructive, action: .keepMineConfirmed) { TextState("Save Mine") }
        ButtonState(action: .keepTheirsConfirmed) { TextState("Keep Theirs") }
        ButtonState(role: .cancel) { TextState("Keep Editing") }
      } message: {
        TextState("Quantity: 1 there, 5 here.")
      }
    }
    return store
  }

  @Test(arguments: [true, false])
  func `where both have changed a field, the user says whose value counts`(
    keepsMine: Bool
  ) async {
    let saved = LockIsolated<[ItemEdit]>([])
    let store = await storeWithConflict(saved: saved)
    let quantity = keepsMine ? 5 : 1
    let item = theirs.with {
      $0.name = "Driller"
      $0.quantity = quantity
    }
    store.exhaustivity = .off
    await store.send(.alert(.presented(keepsMine ? .keepMineConfirmed : .keepTheirsConfirmed)))
    await store.receive(\.saveResponse.success)
    await store.receive(\.delegate.saved, item)
    #expect(saved.value.last == ItemEdit(original: theirs, edited: item))
  }

  @Test func `the form may be kept open instead`() async {
    let store = await storeWithConflict(saved: LockIsolated([]))
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(store.state.hasUnsavedChanges)
  }
}
