import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ItemFormFeatureTests {
  /// A form whose SKUs are looked for at once, and are nobody's.
  private func store(
    _ state: ItemFormFeature.State,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ItemFormFeature> {
    TestStore(initialState: state) {
      ItemFormFeature()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.database.itemWithSku = { _ in nil }
      prepare(&$0)
    }
  }

  @Test func `a new item is saved, without the spaces around its texts`() async {
    let saved = LockIsolated<[ItemEdit]>([])
    let store = store(ItemFormFeature.State(newItem: .number(7))) {
      $0.database.save = { edit in
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

  // MARK: - Validation

  @Test func `a form can be saved when it is valid and has changes`() async {
    let store = store(ItemFormFeature.State(item: .drill))
    #expect(!store.state.canSave)
    await store.send(\.binding.quantity, "x") { $0.quantity = "x" }
    #expect(!store.state.canSave)
    await store.send(\.binding.quantity, "5") { $0.quantity = "5" }
    #expect(store.state.canSave)
    await store.send(\.binding.quantity, "4") { $0.quantity = "4" }
    #expect(!store.state.canSave)
    await store.send(\.saveButtonTapped)
  }

  @Test func `nothing is wrong with fields that the user has not been in`() {
    let state = ItemFormFeature.State(newItem: .number(7))
    #expect(state.errors.isEmpty)
    #expect(!state.canSave)
  }

  @Test func `a message comes when its field is left, and goes when it is put right`() async {
    let store = store(ItemFormFeature.State(newItem: .number(7)))
    await store.send(\.binding.focus, .name) { $0.focus = .name }
    #expect(store.state.errors.isEmpty)
    await store.send(\.binding.focus, .sku) {
      $0.focus = .sku
      $0.touched = [.name]
    }
    #expect(store.state.errors == [.name: "Enter a name."])
    await store.send(\.binding.name, "S") { $0.name = "S" }
    #expect(store.state.errors.isEmpty)
  }

  @Test(
    arguments: [
      (\.quantity, "-1", .quantity, "Enter a whole number from 0."),
      (\.quantity, "1.5", .quantity, "Enter a whole number from 0."),
      (\.quantity, "99999999999999999999", .quantity, "Enter a whole number from 0."),
      (\.reorderLevel, "few", .reorderLevel, "Enter a whole number from 0, or nothing."),
      (\.price, "1.999", .price, "Enter an amount from 0, such as 12.30."),
      (\.price, ".", .price, "Enter an amount from 0, such as 12.30."),
      (\.price, "-1", .price, "Enter an amount from 0, such as 12.30."),
      (\.price, "12.", .price, nil),
      (\.currency, "dollars", .currency, "Enter a code of three letters, such as EUR, or nothing."),
      (\.currency, " usd", .currency, nil),
      (\.name, " ", .name, "Enter a name."),
    ] as [(WritableKeyPath<ItemFormFeature.State, String> & Sendable, String, Item.Field, String?)]
  )
  func `a message comes as one types`(
    path: WritableKeyPath<ItemFormFeature.State, String> & Sendable,
    text: String,
    field: Item.Field,
    message: String?
  ) {
    var state = ItemFormFeature.State(item: .drill)
    state[keyPath: path] = text
    #expect(state.errors == (message.map { [field: $0] } ?? [:]))
    #expect(state.canSave == (message == nil))
  }

  @Test func `an attempt to save tells all that is wrong, and goes to the first field`() async {
    let store = store(ItemFormFeature.State(newItem: .number(7)))
    await store.send(\.binding.quantity, "-1") { $0.quantity = "-1" }
    await store.send(\.submitted)
    await store.receive(\.saveButtonTapped) {
      $0.touched = Set(Item.Field.allCases)
      $0.focus = .name
    }
    #expect(Set(store.state.errors.keys) == [.name, .sku, .quantity])
  }

  @Test func `a SKU is looked for once the user pauses, and the newest one counts`() async {
    let clock = TestClock()
    let asked = LockIsolated<[String]>([])
    let store = store(ItemFormFeature.State(newItem: .number(7))) {
      $0.continuousClock = clock
      $0.database.itemWithSku = { sku in
        asked.withValue { $0.append(sku) }
        return sku == "T-100" ? .drill : nil
      }
    }
    await store.send(\.binding.sku, "T-10") { $0.sku = "T-10" }
    await clock.advance(by: .milliseconds(299))
    await store.send(\.binding.sku, "T-100 ") { $0.sku = "T-100 " }
    await clock.advance(by: .milliseconds(299))
    #expect(asked.value == [])
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.skuResponse) { $0.takenSku = "T-100" }
    #expect(asked.value == ["T-100"])
    #expect(store.state.errors == [.sku: "Another item has this SKU."])

    await store.send(\.binding.sku, "T-1000") { $0.sku = "T-1000" }
    #expect(store.state.errors.isEmpty)
    // The item's own SKU, or none, is no question.
    await store.send(\.binding.sku, "") { $0.sku = "" }
    await clock.advance(by: .seconds(1))
    #expect(asked.value == ["T-100"])
  }

  @Test func `the own SKU of an item is free`() async {
    let store = store(ItemFormFeature.State(item: .drill)) {
      $0.database.itemWithSku = { $0 == "T-100" ? .drill : nil }
    }
    await store.send(\.binding.sku, "T-10") { $0.sku = "T-10" }
    await store.receive(\.skuResponse)
    await store.send(\.binding.sku, "T-100") { $0.sku = "T-100" }
    #expect(!store.state.hasUnsavedChanges)
  }

  @Test func `a search for a SKU that fails is no mistake of the user`() async {
    let store = store(ItemFormFeature.State(newItem: .number(7))) {
      $0.database.itemWithSku = { _ in throw InventoryDatabaseError.itemGone }
    }
    await store.send(\.binding.sku, "T-10") { $0.sku = "T-10" }
    await store.finish()
    #expect(store.state.errors.isEmpty)
  }

  @Test func `a SKU that another item has got meanwhile is told at its field`() async {
    var state = ItemFormFeature.State(item: .drill)
    state.name = "Driller"
    let store = store(state) {
      $0.database.save = { throw InventoryDatabaseError.duplicateSku($0.edited.sku) }
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

  @Test func `the Enter of a scanner moves on from the barcode`() async {
    let store = store(ItemFormFeature.State(item: .drill))
    await store.send(\.binding.focus, .barcode) { $0.focus = .barcode }
    await store.send(\.binding.barcode, "4006381333931") { $0.barcode = "4006381333931" }
    await store.send(\.submitted) { $0.focus = .quantity }
    #expect(store.state.canSave)
  }

  @Test func `a failure to save is told in an alert`() async {
    let failure = InventoryDatabaseError.failed(path: "/db", detail: "disk full")
    var state = ItemFormFeature.State(item: .drill)
    state.name = "Driller"
    let store = TestStore(initialState: state) {
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
    let question = discardQuestion(
      "Discard the changes?",
      discard: ItemFormFeature.Action.Alert.discardConfirmed
    )
    await store.send(\.binding.name, "Driller") { $0.name = "Driller" }
    #expect(store.state.hasUnsavedChanges)

    await store.send(\.cancelButtonTapped) { $0.alert = question }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(!store.isDismissed)

    await store.send(\.cancelButtonTapped) { $0.alert = question }
    await store.send(\.alert.discardConfirmed) {
      $0.alert = nil
      $0.discard()
    }
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

  @Test(arguments: [
    ("", "", "1234.50", nil), ("JPY", "", "1234.5", nil), ("EUR", "KWD", "1234.500", nil),
    ("EUR", "", "1.234", "Enter an amount from 0, such as 12.30."), ("EUR", "KWD", "1.234", nil),
    ("KWD", "", "1.234", nil), ("KWD", "EUR", "1.234", "Enter an amount from 0, such as 12.30."),
    ("JPY", "", "1.234", "Enter an amount from 0, such as 12."),
    (
      "KWD", "", "1.2345",
      "Enter an amount from 0, such as 12.300."
    ),
  ])
  func `a price has as many decimals as its currency`(
    inventoryCurrency: String,
    currency: String,
    text: String,
    error: String?
  ) {
    @Shared(.currency) var shared = inventoryCurrency
    let item = Item.drill.with {
      $0.price = Money(thousandths: 1_234_500)
      $0.currency = currency
    }
    var state = ItemFormFeature.State(item: item)
    if text.hasPrefix("1234") { #expect(state.price == text) }
    state.price = text
    state.touched = [.price]
    #expect(state.errors[.price] == error)
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
      $0.touched = Set(Item.Field.allCases)
      $0.focus = .price
    }
    #expect(store.state.errors == [.price: "Enter an amount from 0, such as 12,30."])
    await store.send(\.binding.price, "1,5") { $0.price = "1,5" }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, Item.drill.with { $0.price = Money(thousandths: 1_500) })
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
        ButtonState(role: .destructive, action: .keepTheirsConfirmed) { TextState("Keep Theirs") }
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
