import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct DeepLinkTargetTests {
  @Test func `a message about what is not there tells the start of a long link`() async throws {
    let word = String(repeating: "x", count: 5_000)
    let link = "inventory://items/\(word)"
    let start = String(link.prefix(200)) + "…"
    let unknown = "there is no item with the SKU “\(word.prefix(40))…”; expected the SKU of an item"
    let database = try InventoryDatabase.temporary()
    let missing = await #expect(throws: DeepLinkError.self) {
      try await InventoryClients.live(database).links.target(DeepLink(link))
    }
    #expect(missing?.description == "\(start): \(unknown)")
  }

  @Test func `a link is followed to what is in the database`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer, .lamp])
    let link = try DeepLink("inventory://items/T-100/location/items/T-200/edit")
    let workshop = try #require(try database.location(.name("Workshop")))
    #expect(
      try await InventoryClients.live(database).links.target(link)
        == DeepLinkTarget(
          link: link,
          list: ItemPage([.drill, .hammer, .lamp]),
          pages: [
            .item(ItemDetailFeature.State(item: .drill)),
            .location(
              LocationFeature.State(
                name: "Workshop",
                content: workshop,
                page: ItemPage([.drill, .hammer])
              )
            ),
            .item(ItemDetailFeature.State(item: .hammer)),
          ]
        )
    )
    let locations = try DeepLink("inventory://locations")
    #expect(
      try await InventoryClients.live(database).links.target(locations).pages == [
        .locations(LocationsFeature.State(locations: try database.topLocations()))
      ]
    )
  }

  @Test(arguments: [
    ("inventory://items/X", "there is no item with the SKU “X”"),
    ("inventory://locations/Moon", "there is no location “Moon”"),
    ("inventory://stocktake/count/X", "there is no item with the SKU “X”"),
    ("inventory://items/N/location", "the item before “location” has none"),
    ("inventory://items/N/photo", "the item has no photo"),
    ("inventory://items/N/full-screen-photo", "the item has no photo"),
    ("inventory://items/N/remove-photo", "the item has no photo"),
    ("inventory://stocktake/review/discard", "nothing has been counted"),
    ("inventory://backups/nope", "there is no backup “nope”"),
    ("inventory://backups/20270115T080000.000Z-daily.sqlite", "there is no backup “2027"),
  ])
  func `a link to what is not there is an error`(text: String, problem: String) async throws {
    let database = try InventoryDatabase.temporary()
    try database.save(Item(id: .number(9), name: "Nowhere", sku: "N"))
    let error = await #expect(throws: DeepLinkError.self) {
      try await InventoryClients.live(database).links.target(DeepLink(text))
    }
    #expect(error?.description.hasPrefix("\(text): \(problem)") == true)
    #expect(error?.description.contains("expected") == true)
  }

  @Test func `a SKU may be written with other capitals if it is clear which item is meant`()
    async throws
  {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer, .lamp])
    func skus(_ link: String) async throws -> [String] {
      let target = try await InventoryClients.live(database).links.target(DeepLink(link))
      let pages = target.pages.compactMap { $0.item?.item.sku }
      return pages + (target.countedItem.map { [$0.sku] } ?? [])
    }
    #expect(try await skus("inventory://items/t-100/items/h-1%2FA%20B") == ["T-100", "H-1/a b"])
    #expect(try await skus("inventory://stocktake/count/t-200") == ["T-200"])
    try database.save(Item.lamp.with { $0.sku = "t-100" })
    #expect(try await skus("inventory://items/t-100/items/T-100") == ["t-100", "T-100"])
    try database.save(Item.drill.with { $0.sku = "tX" })
    try database.save(Item.lamp.with { $0.sku = "TX" })
    await #expect(throws: DeepLinkError.self) { try await skus("inventory://items/tx") }
  }
}
