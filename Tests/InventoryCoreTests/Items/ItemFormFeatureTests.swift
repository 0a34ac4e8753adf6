import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ItemFormFeatureTests {
  @Test func `a form can be saved when it is valid and has changes`() async {
    let store = formStore(ItemFormFeature.State(item: .drill))
    #expect(!store.state.canSave)
    await store.send(\.binding.quantity, "x") { $0.quantity = "x" }
    #expect(!store.state.canSave)
    await store.send(\.binding.quantity, "5") { $0.quantity = "5" }
    #expect(store.state.canSave)
    await store.send(\.binding.quantity, "4") { $0.quantity = "4" }
    #expect(!store.state.canSave)
    await store.send(\.saveButtonTapped)
  }

  @Test func `notes that are too long to be changed stay when something else is saved`() async {
    let item = Item.drill.with { $0.notes = String(repeating: "x", count: 500_000) }
    let store = formStore(ItemFormFeature.State(item: item))
    #expect(!store.state.canEditNotes)
    #expect(ItemFormFeature.State(item: .drill).canEditNotes)
    await store.send(\.binding.quantity, "5") { $0.quantity = "5" }
    #expect(store.state.canEditNotes == false && store.state.canSave)
    #expect(store.state.validated().item == item.with { $0.quantity = 5 })
  }

  @Test func `what is pasted is saved in one line, and characters that nobody sees are refused`() {
    var state = ItemFormFeature.State(item: .drill)
    state.name = " Cordless\r\n\tdrill\n"
    state.sku = "T\t100 "
    state.tags = "a\tb, c\u{7}"
    state.location = "Cellar\n/ Shelf\u{1B}"
    state.barcode = "01\u{1D}21"
    let (item, problems, _) = state.validated()
    #expect(item.name == "Cordless drill")
    #expect(item.sku == "T 100")
    #expect(item.tags.first == "a b")
    #expect(
      problems == [
        .barcode: "This has a character that cannot be seen (U+001D). Write it anew.",
        .location: "This has a character that cannot be seen (U+001B). Write it anew.",
        .tags: "This has a character that cannot be seen (U+0007). Write it anew.",
      ]
    )
  }

  @Test func `what an earlier version has stored does not keep other fields from being saved`() {
    let old = Item.drill.with {
      $0.name = "Drill\u{7}"
      $0.location = "Cellar\u{1B}"
      $0.tags = ["old\u{1}"]
      $0.notes = "\u{2}"
    }
    var state = ItemFormFeature.State(item: old)
    state.quantity = "7"
    #expect(state.validated().problems.isEmpty)
    #expect(state.validated().item == old.with { $0.quantity = 7 })
    state.location += "!"
    #expect(state.validated().problems.keys.map { $0 } == [.location])
  }

  @Test func `nothing is wrong with fields that the user has not been in`() {
    let state = ItemFormFeature.State(newItem: .number(7))
    #expect(state.errors.isEmpty)
    #expect(!state.canSave)
  }

  @Test func `a message comes when its field is left, and goes when it is put right`() async {
    let store = formStore(ItemFormFeature.State(newItem: .number(7)))
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
      (\.quantity, "-1", .quantity, "Enter a number from 0."),
      (\.quantity, "-0.5", .quantity, "Enter a number from 0."),
      (\.quantity, "0.1234567", .quantity, "Enter a number with at most 6 decimals."),
      (\.quantity, "1.000", .quantity, "This can mean 1000 or 1. Write one of them."),
      (\.reorderLevel, "2.000", .reorderLevel, "This can mean 2000 or 2. Write one of them."),
      (\.quantity, "99999999999999999999", .quantity, "This is more than can be counted."),
      (\.quantity, "9223372036855", .quantity, "This is more than can be counted."),
      (\.reorderLevel, "few", .reorderLevel, "Enter a number from 0, or nothing."),
      (\.price, "1.9999999", .price, "Enter an amount from 0, such as 12.30."),
      (\.price, "1.999", .price, nil),
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

  @Test
  func `a change of an item tells what is wrong with its other fields, which cannot be saved`() {
    // As another program may have written it into a file.
    let item = Item.drill.with { $0.currency = "BTC" }
    var state = ItemFormFeature.State(item: item)
    #expect(state.errors.isEmpty)
    state.name = "Driller"
    let message = "Enter a code of three letters, such as EUR, or nothing."
    #expect(state.errors == [.currency: message])
    #expect(!state.canSave)
    state.name = "Drill"
    #expect(state.errors.isEmpty)
  }

  @Test func `a change of a new item does not tell that other fields are empty`() {
    var state = ItemFormFeature.State(newItem: .number(7))
    state.name = "Saw"
    #expect(state.errors.isEmpty)
    #expect(!state.canSave)
  }

  @Test func `the Enter of a scanner moves on from the barcode`() async {
    let store = formStore(ItemFormFeature.State(item: .drill))
    await store.send(\.binding.focus, .barcode) { $0.focus = .barcode }
    await store.send(\.binding.barcode, "4006381333931") { $0.barcode = "4006381333931" }
    await store.send(\.submitted) { $0.focus = .quantity }
    #expect(store.state.canSave)
  }

  @Test func `a form without changes closes at once`() async {
    let store = formStore(ItemFormFeature.State(item: .drill))
    await store.send(\.cancelButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `a form with changes asks before it closes`() async {
    let store = formStore(ItemFormFeature.State(item: .drill))
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
    let store = formStore(ItemFormFeature.State(item: .drill))
    await store.send(\.binding.name, "D") { $0.name = "D" }
    await store.send(\.binding.name, "Drill") { $0.name = "Drill" }
    #expect(!store.state.hasUnsavedChanges)
  }

  @Test func `the form offers the locations that there are`() async {
    let locations = [Location(name: "Workshop", itemCount: 2)]
    let store = formStore(ItemFormFeature.State(item: .drill)) {
      $0.locations.all = { locations }
    }
    await store.send(\.task)
    await store.receive(\.locationsResponse.success) { $0.locations = locations }
  }

  @Test(arguments: [
    ("", "", "1234.50", nil), ("JPY", "", "1234.5", nil), ("EUR", "KWD", "1234.500", nil),
    ("EUR", "", "0.125", nil), ("KWD", "", "1.2345678", "Enter an amount from 0, such as 12.300."),
    ("JPY", "", "0.12345678", "Enter an amount from 0, such as 12."),
  ])
  func `a price has the decimals of its currency, or more`(
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

  @Test(arguments: ["M4;M5", "M4, M5", " M4 ;; M5 ,M4"])
  func `commas and semicolons separate tags`(text: String) {
    var state = ItemFormFeature.State(newItem: .number(7))
    state.tags = text
    #expect(state.validated().item.tags == ["M4", "M5"])
  }

  @Test func `tags that nobody changes stay as they are`() {
    let item = Item.drill.with { $0.tags = ["M4;M5", "steel"] }
    var state = ItemFormFeature.State(item: item)
    state.name = "Driller"
    #expect(state.validated().item.tags == item.tags)
  }

  @Test func `a price is written and read as the user does`() async {
    let german = Locale(identifier: "de_DE")
    let store = formStore(ItemFormFeature.State(item: .drill, locale: german)) {
      $0.items.save = { $0.edited }
    }
    #expect(store.state.price == "89,90")
    #expect(!store.state.hasUnsavedChanges)
    await store.send(\.binding.price, "1,5555555") { $0.price = "1,5555555" }
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

  @Test func `a number that somebody might mean something else by is told below its field`() {
    var state = ItemFormFeature.State(item: .drill)
    #expect(state.hints == [:])
    state.quantity = "1,500"
    state.price = "0,500"
    #expect(state.hints == [.quantity: "Read as 1500, not as 1.5.", .price: "Read as 0.5."])
    #expect(state.validated().item.quantity == 1_500)
    #expect(state.validated().item.price == Money(thousandths: 500))
    #expect(state.canSave)
  }

  @Test func `what the form has written itself is not told again`() {
    let item = Item.drill.with { $0.price = Money(thousandths: 1_234) }
    var state = ItemFormFeature.State(item: item)
    #expect(state.price == "1.234")
    state.name = "Driller"
    #expect(state.hints == [:])
  }
}
