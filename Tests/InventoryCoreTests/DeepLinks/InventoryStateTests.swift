import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct InventoryStateTests {
  let database: InventoryDatabase

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer, .lamp])
  }

  @Test func `the start without a link is the list`() throws {
    let state = try InventoryFeature.State(database: database)
    #expect(state == InventoryFeature.State(page: ItemPage([.drill, .hammer, .lamp])))
    #expect(state.list.content == .items)
  }

  @Test(
    arguments: [
      ("inventory://items", []),
      ("inventory://items/H-1%2Fa%20b", [.item(.init(item: .lamp))]),
      (
        "inventory://items/T-100/edit",
        [.item(.init(item: .drill, destination: .edit(.init(item: .drill))))]
      ),
      (
        "inventory://items/T-100/delete",
        [.item(.init(item: .drill, destination: .confirmationDialog(.deleteDrill)))]
      ),
      (
        "inventory://locations",
        [
          .locations(
            LocationsFeature.State(locations: [
              Location(name: "Living room", itemCount: 1), Location(name: "Workshop", itemCount: 2),
            ])
          )
        ]
      ),
      ("inventory://locations/Workshop", [.workshop]),
      ("inventory://items/T-100/location", [.item(.init(item: .drill)), .workshop]),
      (
        "inventory://locations/Workshop/items/T-200/edit",
        [.workshop, .item(.init(item: .hammer, destination: .edit(.init(item: .hammer))))]
      ),
    ] as [(String, [InventoryFeature.Path.State])]
  )
  func `a link is the whole state of the first frame`(
    link: String,
    pages: [InventoryFeature.Path.State]
  ) throws {
    let state = try InventoryFeature.State(link: link, database: database)
    #expect(Array(state.path) == pages)
    #expect(state.destination == nil)
    #expect(state.list.list.rows.loadedElements == [.drill, .hammer, .lamp])
    #expect(!state.list.list.isLoading)
  }

  @Test func `a link opens the stocktake that is going on`() throws {
    let count = try database.count(3, ofItem: Item.drill.id)
    let state = try InventoryFeature.State(link: "inventory://stocktake/review", database: database)
    #expect(
      Array(state.path) == [
        .stocktake(StocktakeFeature.State(counts: [count])),
        .stocktakeReview(StocktakeReviewFeature.State(counts: [count])),
      ]
    )
  }

  @Test func `a link may open the sheet for a new item`() throws {
    let state = try withDependencies {
      $0.uuid = .incrementing
    } operation: {
      try InventoryFeature.State(link: "inventory://add", database: database)
    }
    #expect(state.destination == .add(ItemFormFeature.State(newItem: UUID(0))))
    #expect(state.path.isEmpty)
  }

  @Test(arguments: ["inventory://items/X", "inventory://things", "nonsense"])
  func `a link that leads nowhere is an error that says what was expected`(link: String) {
    let error = #expect(throws: DeepLinkError.self) {
      try InventoryFeature.State(link: link, database: database)
    }
    #expect(error?.description.contains("expected") == true)
  }
}

extension InventoryFeature.Path.State {
  fileprivate static var workshop: Self {
    .location(
      LocationFeature.State(
        name: "Workshop",
        content: LocationContent(id: 1, name: "Workshop", itemCount: 2),
        page: ItemPage([.drill, .hammer])
      )
    )
  }
}
