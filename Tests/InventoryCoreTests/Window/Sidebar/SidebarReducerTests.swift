import ComposableArchitecture
import Foundation
import TestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct SidebarReducerTests {
  private typealias Path = InventoryFeature.Path.State

  private func store(_ path: [Path] = []) -> TestStoreOf<InventoryFeature> {
    TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]), path: StackState(path))
    ) {
      InventoryFeature()
    }
  }

  @Test(arguments: [
    (SidebarEntry.locations, Path.locations(LocationsFeature.State())),
    (.location("Workshop"), .location(LocationFeature.State(name: "Workshop"))),
    (.recentChanges, .recentChanges(RecentChangesFeature.State())),
    (.stocktake, .stocktake(StocktakeFeature.State())),
    (.tag("Light"), .tag(TagFeature.State(name: "Light"))),
  ])
  private func `a place takes the place of all pages`(entry: SidebarEntry, page: Path) async {
    let store = store([.item(ItemDetailFeature.State(item: .drill))])
    await store.send(\.sidebar.entryTapped, entry)
    await store.receive(\.sidebar.delegate.placeChosen) { $0.path = [page] }
    #expect(store.state.place == entry)
  }

  @Test func `the page of a place stays, without what lies on it`() async throws {
    let store = store([
      .location(LocationFeature.State(name: "Workshop")),
      .item(ItemDetailFeature.State(item: .drill)),
    ])
    let page = try #require(store.state.path.ids.first)
    await store.send(\.sidebar.entryTapped, .location("Workshop"))
    await store.receive(\.sidebar.delegate.placeChosen) { $0.path.pop(to: page) }
  }

  @Test func `the list of all items is without filters and search`() async {
    let store = store([.locations(LocationsFeature.State())])
    store.exhaustivity = .off
    store.dependencies.items.page = { _, _ in ItemPage([.drill]) }
    await store.send(\.list.list.searchTextChanged, "saw")
    await store.send(\.list.list.filterChanged, ItemFilter(tag: "Tools"))
    await store.send(\.sidebar.entryTapped, .allItems)
    await store.receive(\.list.list.filterChanged)
    #expect(store.state.path.isEmpty)
    #expect(store.state.list.list.query == ItemQuery())
    #expect(store.state.place == .allItems)

    await store.send(\.sidebar.entryTapped, .lowStock)
    await store.receive(\.list.list.filterChanged)
    #expect(store.state.list.list.query == ItemQuery(filter: ItemFilter(isLow: true)))
    #expect(store.state.place == .lowStock)
    await store.finish()
  }

  @Test func `a place waits for the decision about a count that is not saved`() async throws {
    var stocktake = StocktakeFeature.State()
    stocktake.startCounting(.drill, isAddition: false)
    stocktake.count?.amount = "3"
    let store = store([.stocktake(stocktake)])
    let page = try #require(store.state.path.ids.first)
    await store.send(\.sidebar.entryTapped, .locations)
    await store.receive(\.sidebar.delegate.placeChosen) { $0.postponed = .place(.locations) }
    store.exhaustivity = .off
    await store.receive(\.path[id: page].stocktake.count.cancelButtonTapped)
    #expect(store.state.path.first?.is(\.stocktake) == true)
    await store.send(\.path[id: page].stocktake.count.alert.discardConfirmed)
    await store.receive(\.sidebar.delegate.placeChosen)
    #expect(store.state.path.map(\.page.link) == [.locations])
    #expect(store.state.postponed == nil)
  }

  @Test(arguments: [
    ([], SidebarEntry.allItems),
    ([Path.item(ItemDetailFeature.State(item: .drill))], .allItems),
    (
      [
        .item(ItemDetailFeature.State(item: .drill)),
        .location(LocationFeature.State(name: "Workshop")),
      ], .allItems
    ),
    (
      [
        .locations(LocationsFeature.State()), .location(LocationFeature.State(name: "Site")),
        .location(LocationFeature.State(name: "Site / Shed")),
        .item(ItemDetailFeature.State(item: .drill)),
      ], .location("Site / Shed")
    ),
    (
      [.stocktake(StocktakeFeature.State()), .stocktakeReview(StocktakeReviewFeature.State())],
      .stocktake
    ),
    ([.tag(TagFeature.State(name: "Light"))], .tag("LIGHT")),
  ])
  private func `the place is that of the last page before an item`(
    path: [Path],
    place: SidebarEntry
  ) {
    #expect(InventoryFeature.State(path: StackState(path)).place == place)
  }
}
