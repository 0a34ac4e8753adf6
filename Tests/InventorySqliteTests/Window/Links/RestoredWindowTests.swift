import ComposableArchitecture
import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@MainActor
@Suite struct RestoredWindowTests {
  let database: InventoryDatabase

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer, .lamp])
  }

  private func restore(
    _ link: String,
    query: ItemQuery = ItemQuery(),
    draft: FormDraft? = nil
  ) async throws -> WindowFeature.State {
    try await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      try await WindowFeature.State(
        restoring: SavedWindow(
          id: .number(9),
          link: link,
          query: query,
          size: WindowSize(width: 500, height: 400),
          draft: draft
        ),
        in: .live(database)
      )
    }
  }

  @Test(arguments: [
    "inventory://items", "inventory://items/T-100/edit", "inventory://add",
    "inventory://locations/Workshop/items/T-200/book", "inventory://items/T-100/shortcuts",
    "inventory://import", "inventory://stocktake/count/T-100",
    "inventory://locations//locations/Workshop/items/T-200", "inventory://locations//items/T-200",
    "inventory://locations//locations//new-location",
  ])
  func `a window comes back as it was`(link: String) async throws {
    let query = ItemQuery(searchText: "ham", sort: .price)
    let window = try await restore(link, query: query)
    #expect(
      window.saved
        == SavedWindow(
          id: .number(9),
          link: link,
          query: query,
          size: WindowSize(width: 500, height: 400)
        )
    )
    #expect(window.inventory.list.list.rows.loadedElements == [.hammer])
    #expect(!window.inventory.list.list.isLoading)
  }

  @Test(arguments: [
    ("inventory://items/GONE/edit", "inventory://items"),
    ("inventory://items/T-100/items/GONE/items/T-200/edit", "inventory://items/T-100"),
    ("inventory://locations/Moon", "inventory://items"),
    ("inventory://stocktake/count/GONE", "inventory://stocktake"),
    ("inventory://items/T-100/photo", "inventory://items/T-100"),
    ("inventory://stocktake/review/discard", "inventory://stocktake/review"),
    ("inventory://items/T-100/backups/nope", "inventory://items/T-100/backups"),
    ("inventory://backups/nope", "inventory://backups"),
    ("nonsense", "inventory://items"),
  ])
  func `what is not there any more is left out`(link: String, restored: String) async throws {
    #expect(try await restore(link).saved.link == restored)
  }

  @Test(arguments: [
    (
      "inventory://items/T-100/edit",
      FormDraft.item(
        id: Item.drill.id,
        original: .drill,
        texts: [.name: "Big drill", .price: "abc", .notes: ""]
      )
    ),
    ("inventory://add", .item(id: .number(7), original: nil, texts: [.name: "Saw", .tags: "a,"])),
    (
      "inventory://locations/Workshop/items/T-200/book",
      .booking(item: Item.hammer.id, reason: .used, amount: "many", note: "For the boat")
    ),
    ("inventory://locations//new-location", .location(id: nil, name: "Shed", parent: "Garden")),
    ("inventory://locations/Workshop/new-location", .location(id: nil, name: "Shed", parent: nil)),
    ("inventory://locations/Workshop/new-location", .location(id: nil, name: nil, parent: "")),
    ("inventory://stocktake/count/T-100", .count(item: Item.drill.id, amount: "x1")),
  ])
  func `what was typed comes back`(link: String, draft: FormDraft) async throws {
    let window = try await restore(link, draft: draft)
    #expect(window.saved.link == link)
    #expect(window.saved.draft == draft)
  }

  @Test func `invalid text comes back with what is wrong with it`() async throws {
    let draft = FormDraft.item(id: Item.drill.id, original: .drill, texts: [.price: "abc"])
    let window = try await restore("inventory://items/T-100/edit", draft: draft)
    let form = try #require(window.inventory.path.last?.item?.destination?.edit)
    #expect(form.price == "abc")
    #expect(Array(form.errors.keys) == [.price])
    #expect(form.name == "Drill")
    #expect(form.hasUnsavedChanges)
  }

  @Test func `what others have saved since is not taken for what was typed`() async throws {
    let changed = Item.drill.with {
      $0.name = "Drill of the others"
      $0.notes = "Theirs"
    }
    try database.save(changed)
    let draft = FormDraft.item(
      id: Item.drill.id,
      original: .drill,
      texts: [.name: "My drill", .quantity: "5"]
    )
    let window = try await restore("inventory://items/T-100/edit", draft: draft)
    let form = try #require(window.inventory.path.last?.item?.destination?.edit)
    let store = TestStore(initialState: form) {
      ItemFormFeature()
    } withDependencies: {
      $0.inventory = .live(database)
    }
    let conflict = ItemConflict(item: changed, fields: [.name])
    let merged = changed.with {
      $0.name = "My drill"
      $0.quantity = 5
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.conflict = conflict
      $0.alert = conflictQuestion("Name: “Drill of the others” there, “My drill” here.")
    }
    await store.send(\.alert.keepMineConfirmed) {
      let touched = $0.touched
      $0 = ItemFormFeature.State(item: changed)
      $0.name = "My drill"
      $0.quantity = "5"
      $0.touched = touched
      $0.isSaving = true
    }
    await store.receive(\.saveResponse.success, merged) { $0.isSaving = false }
    await store.receive(\.delegate.saved, merged)
    #expect(try database.item(id: Item.drill.id) == merged)
  }

  @Test func `a location that was moved since is where others have moved it`() async throws {
    let location = try #require(try database.location(.name("Workshop")))
    let draft = FormDraft.location(id: location.id, name: "Atelier", parent: nil)
    try database.moveLocation(location.id, to: LocationPath("House / Cellar"))
    let window = try await restore("inventory://locations/Workshop/edit", draft: draft)
    let form = try #require(window.inventory.path.last?.location?.destination?.form)
    #expect(form.name == "Atelier")
    #expect(form.parent == "House")
    #expect(window.saved.draft == draft)
  }

  @Test(arguments: [
    (
      "inventory://items/T-100/edit", "inventory://items/T-101/edit",
      FormDraft.item(id: Item.drill.id, original: .drill, texts: [.name: "Big drill"])
    ),
    (
      "inventory://items/T-100/book", "inventory://items/T-101/book",
      .booking(item: Item.drill.id, reason: .counted, amount: "7", note: "")
    ),
    (
      "inventory://stocktake/count/T-100", "inventory://stocktake/count/T-101",
      .count(item: Item.drill.id, amount: "7")
    ),
  ])
  func `what was typed comes back also if the item has another SKU since`(
    link: String,
    restored: String,
    draft: FormDraft
  ) async throws {
    try database.save(Item.drill.with { $0.sku = "T-101" })
    let window = try await restore(link, draft: draft)
    #expect(window.saved.link == restored)
    #expect(window.saved.draft == draft)
  }

  @Test(arguments: [
    ("inventory://items/T-100/edit", "inventory://items"),
    ("inventory://items/T-200/edit", "inventory://items/T-200/edit"),
    ("inventory://items/T-200/book", "inventory://items/T-200/book"),
    ("inventory://items/T-200", "inventory://items/T-200"),
    ("inventory://add", "inventory://add"),
    ("inventory://locations/Workshop/edit", "inventory://locations/Workshop/edit"),
    ("inventory://stocktake/count/T-200", "inventory://stocktake/count/T-200"),
    ("inventory://stocktake/count/T-100", "inventory://stocktake"),
    ("inventory://about", "inventory://about"),
  ])
  func `what was typed about something that is gone is dropped quietly`(
    link: String,
    restored: String
  ) async throws {
    try database.delete(id: Item.drill.id)
    for draft in [
      FormDraft.item(id: Item.drill.id, original: .drill, texts: [.name: "Big drill"]),
      .booking(item: Item.drill.id, reason: .used, amount: "1", note: ""),
      .count(item: Item.drill.id, amount: "7"),
      .location(id: 99, name: "Shed", parent: nil),
    ] {
      let window = try await restore(link, draft: draft)
      #expect(window.saved.link == restored)
      #expect(window.saved.draft == nil)
    }
  }

  @Test func `the form for a new item does not come back once the item is saved`() async throws {
    let draft = FormDraft.item(id: Item.drill.id, original: nil, texts: [.name: "Drill"])
    let window = try await restore("inventory://add", draft: draft)
    #expect(window.saved.link == "inventory://items")
    #expect(window.saved.draft == nil)
  }
}
