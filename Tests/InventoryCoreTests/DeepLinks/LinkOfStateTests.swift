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
    let paths: [[DeepLink.Page]] = [
      [.item(sku: "H-1/a b")],
      [.location(name: "Workshop"), .item(sku: "T-200")],
    ]
    for pages in paths {
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
