import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

/// What is found out about what the items of a list are worth.
@MainActor
@Suite struct ItemTotalsReducerTests {

  private func makeStore(
    _ state: ItemRowsFeature.State = .init(page: ItemPage([.drill, .hammer, .lamp])),
    totals: @escaping @Sendable (SelectedItems) async throws -> ItemTotals
  ) -> TestStoreOf<ItemRowsFeature> {
    TestStore(initialState: state) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.totals = totals
      $0.items.page = { _, _ in ItemPage([.drill, .hammer, .lamp]) }
      $0.manyItems.missing = { _, _ in [] }
    }
  }

  private let all = SelectedItems(.all)
  private let drill = SelectedItems(.only([Item.drill.id]))
  private let large = ItemTotals(count: 3, values: [StockValue(currency: "EUR", amount: 30)])
  private let small = ItemTotals(count: 1, values: [StockValue(currency: "EUR", amount: 10)])

  @Test func `nothing is added up until a view shows it`() async {
    let store = makeStore { _ in
      Issue.record("Nobody has asked.")
      return ItemTotals()
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) { $0.reading = nil }
    #expect(store.state.shownTotals == nil)
  }

  @Test func `all items are added up, and after each change again`() async {
    let store = makeStore { [large] _ in large }
    await store.send(\.totalsNeeded) {
      $0.needsTotals = true
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: all, totals: large)
    }
    #expect(store.state.shownTotals == large)
    store.dependencies.items.totals = { [small] _ in small }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.totals?.isOutdated = true
      $0.totalling = .init(items: all)
    }
    #expect(store.state.shownTotals == large)
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: all, totals: small)
    }
  }

  @Test func `the selected items are added up, and then all again`() async {
    let store = makeStore { [all, large, small] in $0 == all ? large : small }
    await store.send(\.totalsNeeded) {
      $0.needsTotals = true
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: all, totals: large)
    }
    await store.send(\.rowSelected, .drill) {
      $0.selection = .only([Item.drill.id])
      $0.totalling = .init(items: drill)
    }
    // What is shown is never that of other items.
    #expect(store.state.shownTotals == nil)
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: drill, totals: small)
    }
    #expect(store.state.shownTotals == small)
    await store.send(\.selectionEnded) {
      $0.selection = nil
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: all, totals: large)
    }
  }

  @Test func `another order is no reason to add up again`() async {
    let store = makeStore { [large] _ in large }
    await store.send(\.totalsNeeded) {
      $0.needsTotals = true
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: all, totals: large)
    }
    await store.send(\.sortOrderChanged, [ItemComparator(.price)]) {
      $0.query.sort = .price
      $0.isLoading = true
      $0.reading = .current
    }
    #expect(store.state.shownTotals == large)
    await store.receive(\.refreshResponse) {
      $0.isLoading = false
      $0.reading = nil
      $0.totals?.isOutdated = true
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals?.isOutdated = false
    }
  }

  @Test func `rows come first, and the totals when all are counted`() async {
    let store = makeStore(.init()) { [large] _ in large }
    store.dependencies.items.page = { _, _ in ItemPage(first: [.drill]) }
    store.dependencies.items.completePage = { _, _ in ItemPage([.drill, .hammer, .lamp]) }
    await store.send(\.totalsNeeded) { $0.needsTotals = true }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.isLoading = false
      $0.isCounting = true
      $0.rows = PagedArray(ItemPage(first: [.drill]))
    }
    await store.receive(\.refreshResponse) {
      $0.isCounting = false
      $0.reading = nil
      $0.rows.reload(with: ItemPage([.drill, .hammer, .lamp]))
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: all, totals: large)
    }
  }

  @Test func `a change while items are being added up is followed by another look`() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let store = makeStore { [large] _ in
      for await _ in answers { break }
      return large
    }
    await store.send(\.totalsNeeded) {
      $0.needsTotals = true
      $0.totalling = .init(items: all)
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.totalling = .init(items: all, isOutdated: true)
    }
    answer.yield()
    await store.receive(\.totalsResponse) {
      $0.totalling = .init(items: all)
      $0.totals = .init(items: all, totals: large, isOutdated: true)
    }
    answer.yield()
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals?.isOutdated = false
    }
  }

  @Test func `what cannot be added up leaves what was known`() async {
    let store = makeStore { _ in throw InventoryError.duplicateSku("") }
    await store.send(\.totalsNeeded) {
      $0.needsTotals = true
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) { $0.totalling = nil }
    #expect(store.state.shownTotals == nil)
  }

  @Test func `going back to what is known ends the look at something else`() async {
    let store = makeStore { [all, large] items in
      if items != all { try await Task.never() }
      return large
    }
    await store.send(\.totalsNeeded) {
      $0.needsTotals = true
      $0.totalling = .init(items: all)
    }
    await store.receive(\.totalsResponse) {
      $0.totalling = nil
      $0.totals = .init(items: all, totals: large)
    }
    await store.send(\.rowSelected, .drill) {
      $0.selection = .only([Item.drill.id])
      $0.totalling = .init(items: drill)
    }
    await store.send(\.selectionEnded) {
      $0.selection = nil
      $0.totalling = nil
    }
    #expect(store.state.shownTotals == large)
  }

  @Test func `a change while something else is looked at makes what was known out of date`() async {
    let store = makeStore { [all, large, small] in $0 == all ? large : small }
    store.exhaustivity = .off
    await store.send(\.totalsNeeded)
    await store.receive(\.totalsResponse)
    let answers = AsyncStream<Void>.makeStream()
    store.dependencies.items.totals = { [small] _ in
      for await _ in answers.stream { break }
      return small
    }
    await store.send(\.rowSelected, .drill)
    await store.send(\.databaseChanged)
    await store.receive(\.refreshResponse)
    #expect(store.state.totalling == .init(items: drill, isOutdated: true))
    // What was found out about all of them before the change is not taken for known.
    await store.send(\.selectionEnded)
    #expect(store.state.totalling == .init(items: all))
    answers.continuation.yield()
    await store.receive(\.totalsResponse)
    #expect(store.state.shownTotals == small)
    #expect(store.state.totalling == nil)
  }

  @Test func `a read that goes on after a change is not taken for done by a look elsewhere`() async
  {
    let store = makeStore { [large] _ in large }
    store.exhaustivity = .off
    await store.send(\.totalsNeeded)
    await store.receive(\.totalsResponse)
    // Reads whose answers are waited for by the test, in the order in which they begin.
    let answers = AsyncStream<ItemTotals>.makeStream()
    store.dependencies.items.totals = { _ in
      for await totals in answers.stream { return totals }
      throw CancellationError()
    }
    await store.send(\.databaseChanged)
    await store.receive(\.refreshResponse)
    #expect(store.state.totalling == .init(items: all))
    await store.send(\.rowSelected, .drill)
    #expect(store.state.totalling == .init(items: drill))
    await store.send(\.selectionEnded)
    #expect(store.state.totalling == .init(items: all))
    await store.send(\.selectionEnded)
    answers.continuation.finish()
    await store.receive(\.totalsResponse)
    #expect(store.state.totals?.isOutdated == true)
  }

  @Test func `a view that comes back does not wait for what has ended with it`() async {
    let store = makeStore { _ in try await Task.never() }
    store.exhaustivity = .off
    store.dependencies.connection.changes = { .finished }
    let task = await store.send(\.totalsNeeded)
    #expect(store.state.totalling == .init(items: all))
    await task.cancel()
    store.dependencies.items.totals = { [large] _ in large }
    await store.send(\.task)
    #expect(store.state.totalling == nil)
    await store.send(\.databaseChanged)
    await store.receive(\.totalsResponse)
    #expect(store.state.shownTotals == large)
  }
}
