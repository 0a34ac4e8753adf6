import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ItemListFeatureTests {
  @Test func `the list is empty, loading, or finds nothing`() async {
    let store = TestStore(initialState: ItemListFeature.State()) {
      ItemListFeature()
    } withDependencies: {
      $0.items.page = { _, _ in ItemPage([]) }
    }
    #expect(store.state.content == .loading)
    await store.send(\.list.databaseChanged) { $0.list.reading = .current }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.isLoading = false
    }
    #expect(store.state.content == .noItems)
    await store.send(\.list.searchTextChanged, "x") {
      $0.list.query.searchText = "x"
      $0.list.isLoading = true
      $0.list.reading = .current
    }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.isLoading = false
    }
    #expect(store.state.content == .noMatches)
    await store.send(\.addButtonTapped)
    await store.receive(\.delegate.addRequested, "")
  }

  @Test(
    arguments: [
      ("4006381333931", "4006381333931"), (" 4711 ", "4711"), ("T-9", "T-9"), ("two words", nil),
      (" ", nil),
    ] as [(String, String?)]
  )
  func `an item may be added with a barcode that the search does not find`(
    text: String,
    barcode: String?
  ) async {
    var state = ItemListFeature.State(page: ItemPage([]))
    state.list.query.searchText = text
    let store = TestStore(initialState: state) { ItemListFeature() }
    #expect(store.state.unknownBarcode == barcode)
    await store.send(\.addWithBarcodeButtonTapped)
    if let barcode { await store.receive(\.delegate.addRequested, barcode) }
    // A filter may hide the item that has it.
    state.list.query.filter.isLow = true
    #expect(state.unknownBarcode == nil)
    state.list.query.filter.isLow = false
    state.list.rows = PagedArray(ItemPage([.drill]))
    #expect(state.unknownBarcode == nil)
  }

  @Test(
    arguments: [
      (ItemMatches(exact: [.lamp]), [], Item.lamp),
      (ItemMatches(exact: [.lamp]), [.drill], .lamp),
      (ItemMatches(similar: [.drill]), [.drill], .drill),
      // The others are not in the list, because of a filter.
      (ItemMatches(similar: [.drill, .lamp]), [.lamp], .lamp),
      (ItemMatches(exact: [.drill, .lamp]), [.lamp], .lamp),
      (ItemMatches(similar: [.drill]), [], nil),
      (ItemMatches(similar: [.drill, .lamp]), [.drill, .lamp], nil),
      (ItemMatches(), [], nil),
    ] as [(ItemMatches, [Item], Item?)]
  )
  func `Enter in the search opens the only item that is meant`(
    matches: ItemMatches,
    listed: [Item],
    item: Item?
  ) async {
    var state = ItemListFeature.State(page: ItemPage([]))
    state.list.query.searchText = "4711"
    state.list.query.filter.isLow = true
    let store = TestStore(initialState: state) {
      ItemListFeature()
    } withDependencies: {
      $0.items.matches = { text in
        #expect(text == "4711")
        return matches
      }
      $0.items.completePage = { [query = state.list.query] in
        #expect($0 == query)
        let rows = listed[$1.clamped(to: listed.indices)]
        return ItemPage(count: listed.count, start: $1.lowerBound, rows: Array(rows))
      }
    }
    await store.send(\.searchSubmitted)
    if let item {
      await store.receive(\.list.rowTapped, item)
      await store.receive(\.list.delegate.itemOpened, item)
    }
    await store.finish()
  }

  @Test func `Enter in a blank search opens nothing`() async {
    var state = ItemListFeature.State(page: ItemPage([.drill]))
    state.list.query.searchText = " "
    let store = TestStore(initialState: state) { ItemListFeature() }
    await store.send(\.searchSubmitted)
  }

  @Test func `filters limit the list until they are removed`() async {
    let store = TestStore(initialState: ItemListFeature.State(page: ItemPage([.drill, .lamp]))) {
      ItemListFeature()
    } withDependencies: {
      $0.items.page = { query, _ in ItemPage(query.filter.isEmpty ? [.drill, .lamp] : []) }
    }
    await store.send(\.filtersButtonTapped) {
      $0.filters = FiltersFeature.State(filter: ItemFilter())
    }
    await store.send(
      .filters(.presented(.binding(.set(\.filter, ItemFilter(isLow: true)))))
    ) {
      $0.filters?.filter.isLow = true
    }
    await store.receive(\.filters.delegate.filterChanged)
    await store.receive(\.list.filterChanged) {
      $0.list.query.filter.isLow = true
      $0.list.isLoading = true
      $0.list.reading = .current
    }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.rows = PagedArray()
      $0.list.isLoading = false
    }
    #expect(store.state.content == .noMatches)
    await store.send(\.filters.dismiss) { $0.filters = nil }

    await store.send(\.filterRemoved, .tag)
    await store.receive(\.list.filterChanged)
    await store.send(\.clearFiltersButtonTapped)
    await store.receive(\.list.filterChanged) {
      $0.list.query.filter.isLow = false
      $0.list.isLoading = true
      $0.list.reading = .current
    }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.rows = PagedArray(ItemPage([.drill, .lamp]))
      $0.list.isLoading = false
    }
    #expect(store.state.content == .items)
  }

  @Test(arguments: [
    EngineFailure.damaged, .locked,
  ])
  func `a database that cannot be read is never an empty inventory`(
    error: EngineFailure
  ) async throws {
    let problems = LockIsolated<[any Error]>([error])
    @Sendable func use() throws {
      if let problem = problems.value.first { throw problem }
    }
    let store = TestStore(initialState: ItemListFeature.State()) {
      ItemListFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.connection.changes = { .once }
      $0.backups.checkIntegrity = { try use() }
      $0.backups.backUp = {}
      $0.items.page = { _, _ in
        try use()
        return ItemPage([.drill])
      }
      $0.connection.reopen = { try use() }
    }
    await store.send(\.list.databaseChanged) { $0.list.reading = .current }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.isLoading = false
      $0.list.problem = DatabaseProblem(error)
    }
    guard case .unreadable(let problem) = store.state.content else {
      Issue.record("\(store.state.content)")
      return
    }
    #expect(problem == DatabaseProblem(error))
    #expect(problem.explanation == error.description)

    // Trying again says so again, until it helps.
    await store.send(\.list.retryButtonTapped) {
      $0.isCheckDue = true
      $0.list.isLoading = true
      $0.list.problem = nil
    }
    #expect(store.state.content == .loading)
    await store.receive(\.list.rowsResponse) {
      $0.list.isLoading = false
      $0.list.problem = problem
    }
    #expect(store.state.content == .unreadable(problem))
    problems.setValue([])
    let task = await store.send(\.list.retryButtonTapped) {
      $0.list.isLoading = true
      $0.list.problem = nil
    }
    await store.receive(\.list.task)
    await store.receive(\.list.databaseChanged) { $0.list.reading = .current }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.isLoading = false
      $0.list.rows = PagedArray(ItemPage([.drill]))
      $0.isCheckDue = false
    }
    await store.receive(\.integrityResponse) { $0.integrity = .sound }
    #expect(store.state.content == .items)
    await task.cancel()
  }
}
