import ComposableArchitecture
import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@MainActor
@Suite struct InventoryStateTests {
  let database: InventoryDatabase

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer, .lamp])
  }

  @Test func `the start without a link is the list`() async throws {
    let state = try await InventoryFeature.State(startIn: .live(database))
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
  ) async throws {
    let state = try await InventoryFeature.State(link: link, in: .live(database))
    #expect(Array(state.path) == pages)
    #expect(state.destination == nil)
    #expect(state.list.list.rows.loadedElements == [.drill, .hammer, .lamp])
    #expect(!state.list.list.isLoading)
  }

  @Test func `a link opens the stocktake that is going on`() async throws {
    let count = try database.count(3, ofItem: Item.drill.id)
    let state = try await InventoryFeature.State(
      link: "inventory://stocktake/review",
      in: .live(database)
    )
    #expect(
      Array(state.path) == [
        .stocktake(StocktakeFeature.State(counts: [count])),
        .stocktakeReview(StocktakeReviewFeature.State(counts: [count])),
      ]
    )
  }

  @Test func `a link leads to an item that is counted in the stocktake that is going on`()
    async throws
  {
    func state(_ link: String) async throws -> StocktakeFeature.State? {
      try await InventoryFeature.State(link: link, in: .live(database)).path.last?.stocktake
    }
    let new = try await state("inventory://stocktake/count/T-100")
    #expect(new?.count == StocktakeCountFeature.State(item: .drill))
    #expect(new?.focus == .amount)
    let count = try database.count(3, ofItem: Item.drill.id)
    let more = try await state("inventory://stocktake/count/T-100")
    #expect(more?.count == StocktakeCountFeature.State(item: .drill, earlier: count))
    let again = try await state("inventory://stocktake/recount/T-100")
    #expect(
      again?.count
        == StocktakeCountFeature.State(item: .drill, earlier: count, isAddition: false)
    )
  }

  @Test func `a link may open what is over a location, a stocktake or the list`() async throws {
    let content = LocationContent(id: 1, name: "Workshop", itemCount: 2)
    func location(_ link: String) async throws -> LocationFeature.State? {
      let state = try await InventoryFeature.State(link: link, in: .live(database))
      return state.path.last?.location
    }
    let edited = try await location("inventory://locations/Workshop/edit")
    #expect(edited?.destination == .form(LocationFormFeature.State(editing: content)))
    let deleted = try await location("inventory://items/T-100/location/delete")
    #expect(deleted?.destination?.is(\.confirmationDialog) == true)
    let new = try await location("inventory://locations/Workshop/new-location")
    #expect(new?.destination == .form(LocationFormFeature.State(parent: "Workshop")))

    let locations = try await InventoryFeature.State(
      link: "inventory://locations//new-location",
      in: .live(database)
    )
    #expect(locations.path.last?.locations?.form == LocationFormFeature.State())

    try database.count(3, ofItem: Item.drill.id)
    let review = try await InventoryFeature.State(
      link: "inventory://stocktake/review/discard",
      in: .live(database)
    )
    #expect(review.path.last?.stocktakeReview?.destination?.is(\.confirmationDialog) == true)

    let list = try await InventoryFeature.State(link: "inventory://filters", in: .live(database))
    #expect(list.list.filters == FiltersFeature.State(filter: ItemFilter()))
    let transfer = try await InventoryFeature.State(link: "inventory://import", in: .live(database))
    #expect(transfer.list.transfer.fileChooser == .importFile)
  }

  @Test func `a link may open the sheet for a new item`() async throws {
    let state = try await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      try await InventoryFeature.State(link: "inventory://add", in: .live(database))
    }
    #expect(state.destination == .add(ItemFormFeature.State(newItem: UUID(0))))
    #expect(state.path.isEmpty)
  }

  @Test(arguments: ["inventory://items/X", "inventory://things", "nonsense"])
  func `a link that leads nowhere is an error that says what was expected`(
    link: String
  ) async {
    let error = await #expect(throws: DeepLinkError.self) {
      try await InventoryFeature.State(link: link, in: .live(database))
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
