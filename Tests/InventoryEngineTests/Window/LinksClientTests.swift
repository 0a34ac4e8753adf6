import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

/// Links and saved windows, which are followed through the other clients.
@Suite struct LinksClientTests {
  private func open(_ engine: Engine) async throws -> OpenInventory {
    try await engine.open(with: [
      Item.drill.with { $0.tags = ["18 V"] }, .hammer, .lamp,
    ])
  }

  @Test(arguments: Engine.all)
  func `a link is followed to what is in the inventory`(engine: Engine) async throws {
    let inventory = try await open(engine)
    let link = try DeepLink("inventory://items/T-100/location/items/T-200/edit")
    let target = try await inventory.clients.links.target(link)
    let workshop = try await #require(inventory.clients.locations.content(.name("Workshop")))
    let items = try await inventory.items()
    #expect(target.link == link)
    #expect(target.list == ItemPage(items))
    #expect(
      target.pages == [
        .item(ItemDetailFeature.State(item: items[0])),
        .location(
          LocationFeature.State(
            name: "Workshop",
            content: workshop,
            page: ItemPage(Array(items.prefix(2)))
          )
        ),
        .item(ItemDetailFeature.State(item: .hammer)),
      ]
    )
  }

  @Test(
    arguments: Engine.all,
    [
      "inventory://items/h-1%2Fa%20b", "inventory://locations", "inventory://tags/18%20v",
      "inventory://changes", "inventory://stocktake/count/T-200", "inventory://low-stock",
    ]
  )
  func `every kind of page can be linked to`(engine: Engine, link: String) async throws {
    let inventory = try await open(engine)
    let target = try await inventory.clients.links.target(DeepLink(link))
    #expect(target.pages.count == target.link.pages.count)
  }

  @Test(
    arguments: Engine.all,
    [
      "inventory://items/X", "inventory://locations/Moon", "inventory://stocktake/count/X",
      "inventory://items/T-100/photo", "inventory://stocktake/review/discard",
      "inventory://tags/none", "inventory://backups/nope",
    ]
  )
  func `a link to what is not there is an error`(engine: Engine, link: String) async throws {
    let inventory = try await open(engine)
    let error = await #expect(throws: DeepLinkError.self) {
      try await inventory.clients.links.target(DeepLink(link))
    }
    #expect(error?.description.contains("expected") == true)
  }

  @Test(arguments: Engine.all)
  func `a window comes back as far as what it has shown is still there`(
    engine: Engine
  ) async throws {
    let inventory = try await open(engine)
    let query = ItemQuery(searchText: "ham", sort: .price)
    let saved = SavedWindow(
      id: .number(9),
      link: "inventory://items/T-100/items/GONE/edit",
      query: query
    )
    let window = try await WindowFeature.State(restoring: saved, in: inventory.clients)
    #expect(window.saved.link == "inventory://items/T-100")
    #expect(window.saved.query == query)
    #expect(window.inventory.list.list.rows.loadedElements == [.hammer])
  }

  @Test(arguments: Engine.all)
  func `what was typed comes back although the item has another SKU`(
    engine: Engine
  ) async throws {
    let inventory = try await open(engine)
    let draft = FormDraft.booking(item: Item.lamp.id, reason: .used, amount: "7", note: "")
    let saved = SavedWindow(
      id: .number(9),
      link: "inventory://items/H-1%2Fa%20b/book",
      draft: draft
    )
    try await inventory.change(Item.lamp.id) { $0.sku = "NEW" }
    let window = try await WindowFeature.State(restoring: saved, in: inventory.clients)
    #expect(window.saved.link == "inventory://items/NEW/book")
    #expect(window.saved.draft == draft)
  }
}
