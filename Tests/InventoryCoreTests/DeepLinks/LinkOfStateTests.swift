import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct LinkOfStateTests {
  @Test(arguments: DeepLink.Presentation.allCases.map(Optional.some) + [nil])
  func `a state that a link leads to has that link`(
    presentation: DeepLink.Presentation?
  ) throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer, .lamp])
    try database.count(3, ofItem: Item.drill.id)
    let paths: [[DeepLink.Page]] = [
      [],
      [.item(sku: "H-1/a b")],
      [.location(name: "Workshop"), .item(sku: "T-200")],
      [.item(sku: "T-200"), .location(name: "Workshop")],
      [.locations],
      [.stocktake],
      [.stocktake, .stocktakeReview],
    ]
    let possible = paths.filter { presentation?.isPossible(over: $0.last) ?? true }
    try #require(!possible.isEmpty)
    for pages in possible {
      let link = DeepLink(pages: pages, presentation: presentation)
      let state = try withDependencies {
        $0.uuid = .incrementing
      } operation: {
        try InventoryFeature.State(link: link.text, database: database)
      }
      #expect(state.link == link)
    }
  }

  @Test func `an alert has no link`() {
    let state = InventoryFeature.State(
      page: ItemPage([]),
      destination: .alert(alert("Something", "went wrong"))
    )
    #expect(state.link == DeepLink())
  }
}
