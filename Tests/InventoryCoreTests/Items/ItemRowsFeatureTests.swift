import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

/// A list in whose place another one comes, as a link or a window that is restored does.
@Reducer
private struct Lists {
  @ObservableState
  struct State: Equatable {
    var list: ItemRowsFeature.State
  }

  enum Action {
    case list(ItemRowsFeature.Action)
    case replaced(ItemQuery)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { ItemRowsFeature() }
    Reduce { state, action in
      guard case .replaced(let query) = action else { return .none }
      state.list = ItemRowsFeature.State(query: query, page: ItemPage([]))
      return .none
    }
  }
}

@MainActor
@Suite struct ItemRowsFeatureTests {
  private static let size = Range<Int>.first.upperBound

  @Test func `the rows are loaded and follow the database`() async {
    let items = LockIsolated<[Item]>([])
    let (changes, change) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: ItemRowsFeature.State()) {
      ItemRowsFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.items.page = { query, range in
        #expect(query == ItemQuery())
        #expect(range == .first)
        return ItemPage(items.value)
      }
    }
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
    }

    items.setValue([.drill, .hammer])
    change.yield()
    await store.receive(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.drill, .hammer]))
    }
    await task.cancel()
  }

  @Test func `the items are searched and ordered`() async {
    let store = TestStore(
      initialState: ItemRowsFeature.State(page: ItemPage([.drill, .lamp]))
    ) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { query, _ in ItemPage(query.searchText == "la" ? [.lamp] : []) }
    }
    await store.send(\.searchTextChanged, "la") {
      $0.query.searchText = "la"
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.lamp]))
      $0.isLoading = false
    }
    await store.send(\.sortChanged, .price) {
      $0.query.sort = .price
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
    }
    await store.send(\.orderReversed, true) {
      $0.query.isReversed = true
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
    }
    await store.send(\.searchTextChanged, "la")
    await store.send(\.sortChanged, .price)
    await store.send(\.orderReversed, true)
    await store.send(\.filterChanged, ItemFilter(isLow: true)) {
      $0.query.filter.isLow = true
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
    }
    #expect(
      store.state.query
        == ItemQuery(
          searchText: "la",
          filter: ItemFilter(isLow: true),
          sort: .price,
          isReversed: true
        )
    )
  }

  @Test func `an older search never overtakes a newer one`() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let store = TestStore(
      initialState: ItemRowsFeature.State(page: ItemPage([.drill, .lamp]))
    ) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { query, _ in
        if query.searchText == "d" { for await _ in answers {} }
        return ItemPage(query.searchText == "d" ? [.drill] : [.lamp])
      }
    }
    await store.send(\.searchTextChanged, "d") {
      $0.query.searchText = "d"
      $0.isLoading = true
      $0.reading = .current
    }
    await store.send(\.searchTextChanged, "l") { $0.query.searchText = "l" }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.lamp]))
      $0.isLoading = false
    }
    answer.finish()
    await store.finish()
  }

  @Test func `the first rows come before the number of all`() async {
    let items = (0..<Self.size).map { Item(id: .number($0), name: "\($0)", sku: "\($0)") }
    let first = ItemPage(first: Array(items[..<40]))
    let all = ItemPage(count: 500, start: 0, rows: items)
    let store = TestStore(initialState: ItemRowsFeature.State()) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in first }
      $0.items.completePage = { query, range in
        #expect(range == .first)
        if query.searchText.isEmpty { try await Task.never() }
        return all
      }
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.rows = PagedArray(first)
      $0.isLoading = false
      $0.isCounting = true
    }
    // Whoever types on does not wait for the number.
    await store.send(\.searchTextChanged, "r") {
      $0.query.searchText = "r"
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) { $0.isLoading = false }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(all)
      $0.isCounting = false
    }
  }

  @Test func `the list is as long as before until its length is known`() async {
    let items = (0..<500).map { Item(id: .number($0), name: "\($0)", sku: "\($0)") }
    let all = ItemPage(count: 500, start: 0, rows: Array(items[..<100]))
    let first = ItemPage(first: Array(items[200..<240]))
    let found = ItemPage(count: 90, start: 0, rows: Array(items[200..<290]))
    let counted = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: ItemRowsFeature.State(page: all)) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in first }
      $0.items.completePage = { _, _ in
        for await _ in counted.stream {}
        return found
      }
    }
    await store.send(\.searchTextChanged, "r") {
      $0.query.searchText = "r"
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.rows.reload(count: 500, first.rows, at: 0)
      $0.isLoading = false
      $0.isCounting = true
    }
    #expect(store.state.rows[39] == items[239])
    #expect(store.state.rows[40] == nil)
    // The rows that are missing come with the number of all.
    await store.send(\.rowsNeeded, 0..<200) { $0.visibleRows = 0..<200 }
    counted.continuation.finish()
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(found)
      $0.isCounting = false
    }
  }

  @Test func `rows are fetched as the view shows them, and no others`() async {
    let items = (0..<1_000).map { Item(id: .number($0), name: "\($0)", sku: "\($0)") }
    let asked = LockIsolated<[Range<Int>]>([])
    @Sendable func page(_ range: Range<Int>) -> ItemPage {
      let range = range.clamped(to: 0..<items.count)
      return ItemPage(count: items.count, start: range.lowerBound, rows: Array(items[range]))
    }
    let size = Self.size
    let store = TestStore(initialState: ItemRowsFeature.State(page: page(0..<size))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, range in
        asked.withValue { $0.append(range) }
        return page(range)
      }
    }
    #expect(store.state.rows[size - 1] == items[size - 1])
    #expect(store.state.rows[size] == nil)

    await store.send(\.rowsNeeded, 10..<20) { $0.visibleRows = 10..<20 }
    await store.send(\.rowsNeeded, 600..<610) { $0.visibleRows = 600..<610 }
    await store.receive(\.rowsResponse) {
      $0.rows.load(page(6 * size..<7 * size).rows, at: 6 * size)
    }
    #expect(store.state.rows[605] == items[605])

    // A change elsewhere is followed where the user is.
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows.reload(with: page(6 * size..<7 * size))
    }
    #expect(asked.value == [6 * size..<7 * size, 6 * size..<7 * size])
    await store.send(\.rowTapped, items[605])
    await store.receive(\.delegate.itemOpened, items[605])
  }

  @Test func `rows of another list are dropped, and so is why they could not be read`() async {
    let store = TestStore(
      initialState: ItemRowsFeature.State(
        query: ItemQuery(searchText: "dr"),
        page: ItemPage([.drill])
      )
    ) {
      ItemRowsFeature()
    }
    // As many as there are here: only the query tells.
    await store.send(.rowsResponse(ItemQuery(), .success(ItemPage([.lamp]))))
    await store.send(.rowsResponse(ItemQuery(), .failure(EngineFailure.locked)))
    #expect(store.state.rows[0] == .drill)
  }

  @Test func `an item is opened in a window of its own`() async {
    let opened = LockIsolated<[DeepLink]>([])
    let store = TestStore(initialState: ItemRowsFeature.State(page: ItemPage([.drill]))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.windows.open = { link in opened.withValue { $0.append(link) } }
    }
    await store.send(\.rowTappedForNewWindow, .drill).finish()
    #expect(opened.value == [DeepLink(pages: [.item(sku: "T-100")])])
  }

  @Test func `rows of a list that has become longer meanwhile are read anew`() async {
    let size = Self.size
    func page(_ range: Range<Int>, of count: Int) -> ItemPage {
      ItemPage(
        count: count,
        start: range.lowerBound,
        rows: range.clamped(to: 0..<count).map {
          Item(id: .number($0), name: "\($0)", sku: "\($0)")
        }
      )
    }
    let longer = page(size..<2 * size, of: 3 * size)
    let store = TestStore(
      initialState: ItemRowsFeature.State(page: page(0..<size, of: 2 * size))
    ) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, range in
        #expect(range == size..<2 * size)
        return longer
      }
    }
    await store.send(\.rowsNeeded, size..<size + 9) { $0.visibleRows = size..<size + 9 }
    await store.receive(\.rowsResponse) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows.reload(with: longer)
    }
  }

  @Test func `a failure to read is told, until reading succeeds`() async {
    let failure = EngineFailure.locked
    let fails = LockIsolated(true)
    let store = TestStore(initialState: ItemRowsFeature.State()) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in
        if fails.value { throw failure }
        return ItemPage([.drill])
      }
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
      $0.problem = DatabaseProblem(failure)
    }
    fails.setValue(false)
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.problem = nil
      $0.rows = PagedArray(ItemPage([.drill]))
    }
  }

  @Test func `rows stay while the inventory cannot be reached, unless others were asked for`() async
  {
    let store = TestStore(
      initialState: ItemRowsFeature.State(page: ItemPage([.drill, .lamp]))
    ) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in throw EngineFailure.away }
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) { $0.reading = nil }
    await store.send(.rowsResponse(ItemQuery(), .failure(EngineFailure.away)))

    await store.send(\.searchTextChanged, "la") {
      $0.query.searchText = "la"
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
  }

  @Test func `a change while rows are read lets the read end, and is followed by one more`() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let reads = LockIsolated(0)
    let store = TestStore(initialState: ItemRowsFeature.State(page: ItemPage([.drill]))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in
        let number = reads.withValue { reads -> Int in
          reads += 1
          return reads
        }
        for await _ in answers { break }
        try Task.checkCancellation()
        return ItemPage(number == 1 ? [.drill, .hammer] : [.drill, .hammer, .lamp])
      }
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.send(\.databaseChanged) { $0.reading = .outdated }
    await store.send(\.databaseChanged)
    answer.yield()
    await store.receive(\.refreshResponse) {
      $0.reading = .current
      $0.rows = PagedArray(ItemPage([.drill, .hammer]))
    }
    answer.yield()
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.drill, .hammer, .lamp]))
    }
    #expect(reads.value == 2)
  }

  @Test func `a read that fails is followed by one more if something was changed meanwhile`() async
  {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let fails = LockIsolated(true)
    let store = TestStore(initialState: ItemRowsFeature.State(page: ItemPage([.drill]))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in
        for await _ in answers { break }
        if fails.value { throw EngineFailure.locked }
        return ItemPage([.lamp])
      }
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.send(\.databaseChanged) { $0.reading = .outdated }
    answer.yield()
    await store.receive(\.refreshResponse) {
      $0.reading = .current
      $0.problem = DatabaseProblem(EngineFailure.locked)
    }
    fails.setValue(false)
    answer.yield()
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.problem = nil
      $0.rows = PagedArray(ItemPage([.lamp]))
    }
  }

  @Test func `the answer to another query than that of the list is read anew`() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let reads = LockIsolated<[ItemQuery]>([])
    let store = TestStore(initialState: Lists.State(list: .init(page: ItemPage([.drill])))) {
      Lists()
    } withDependencies: {
      $0.items.page = { query, _ in
        reads.withValue { $0.append(query) }
        for await _ in answers { break }
        return ItemPage(query.searchText.isEmpty ? [.drill, .hammer] : [.lamp])
      }
    }
    await store.send(\.list.databaseChanged) { $0.list.reading = .current }
    let other = ItemQuery(searchText: "la")
    await store.send(\.replaced, other) { $0.list = .init(query: other, page: ItemPage([])) }
    answer.yield()
    await store.receive(\.list.refreshResponse) { $0.list.reading = .current }
    answer.yield()
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.rows = PagedArray(ItemPage([.lamp]))
    }
    #expect(reads.value == [ItemQuery(), other])
  }

  @Test func `rows are read again after the view went away during a read`() async {
    let isSlow = LockIsolated(true)
    let store = TestStore(initialState: ItemRowsFeature.State(page: ItemPage([.drill]))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.connection.changes = {
        AsyncStream { continuation in continuation.yield() }
      }
      $0.items.page = { _, _ in
        if isSlow.value { try await Task.never() }
        return ItemPage([.lamp])
      }
    }
    let first = await store.send(\.task)
    await store.receive(\.databaseChanged) { $0.reading = .current }
    await first.cancel()

    isSlow.setValue(false)
    let second = await store.send(\.task) { $0.reading = nil }
    await store.receive(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.lamp]))
    }
    await second.cancel()
  }
}
