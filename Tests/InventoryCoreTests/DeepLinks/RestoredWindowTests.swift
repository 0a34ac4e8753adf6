import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct RestoredWindowTests {
  let database: InventoryDatabase

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer, .lamp])
  }

  private func restore(_ link: String, query: ItemQuery = ItemQuery()) throws -> WindowFeature.State
  {
    try withDependencies {
      $0.uuid = .incrementing
    } operation: {
      try WindowFeature.State(
        restoring: SavedWindow(
          id: .number(9),
          link: link,
          query: query,
          size: WindowSize(width: 500, height: 400)
        ),
        database: database
      )
    }
  }

  @Test(arguments: [
    "inventory://items", "inventory://items/T-100/edit", "inventory://add",
    "inventory://locations/Workshop/items/T-200/book", "inventory://items/T-100/shortcuts",
    "inventory://import", "inventory://stocktake/count/T-100",
  ])
  func `a window comes back as it was`(link: String) throws {
    let query = ItemQuery(searchText: "ham", sort: .price)
    let window = try restore(link, query: query)
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
    ("nonsense", "inventory://items"),
  ])
  func `what is not there any more is left out`(link: String, restored: String) throws {
    #expect(try restore(link).saved.link == restored)
  }
}
