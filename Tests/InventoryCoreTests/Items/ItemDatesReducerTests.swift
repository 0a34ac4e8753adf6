import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

/// When the items of a table were added and changed.
@MainActor
@Suite struct ItemDatesReducerTests {
  private let early = ItemDates(
    added: Date(timeIntervalSince1970: 1_000),
    changed: Date(timeIntervalSince1970: 2_000)
  )
  private let late = ItemDates(
    added: Date(timeIntervalSince1970: 1_000),
    changed: Date(timeIntervalSince1970: 3_000)
  )

  private func makeStore(_ layout: ItemsLayout) -> TestStoreOf<ItemRowsFeature> {
    @Shared(.itemsLayout) var shared
    $shared.withLock { $0 = layout }
    return TestStore(
      initialState: ItemRowsFeature.State(page: ItemPage([.drill, .lamp]))
    ) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in ItemPage([.drill, .lamp]) }
      $0.items.dates = { [early] ids in
        Dictionary(uniqueKeysWithValues: ids.map { ($0, early) })
      }
    }
  }

  @Test func `dates are read when there is a column for them, and after each change`() async {
    let store = makeStore(.table)
    await store.send(\.columnShown, (.dateChanged, true)) {
      $0.$columns.withLock { $0[visibility: "dateChanged"] = .visible }
    }
    await store.receive(\.datesResponse) {
      $0.dates = [Item.drill.id: early, Item.lamp.id: early]
    }
    // Those that are known are not read again for another column.
    await store.send(\.columnShown, (.dateAdded, true)) {
      $0.$columns.withLock { $0[visibility: "dateAdded"] = .visible }
    }
    store.dependencies.items.page = { _, _ in ItemPage([.drill]) }
    store.dependencies.items.dates = { [late] ids in
      Dictionary(uniqueKeysWithValues: ids.map { ($0, late) })
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.drill]))
      $0.readingDates = .current
    }
    await store.receive(\.datesRefreshed.success) {
      $0.readingDates = nil
      $0.dates = [Item.drill.id: late]
    }
  }

  @Test func `changes that come while dates are read do not keep them from being shown`() async {
    let store = makeStore(.table)
    await store.send(\.columnShown, (.dateChanged, true)) {
      $0.$columns.withLock { $0[visibility: "dateChanged"] = .visible }
    }
    await store.receive(\.datesResponse) {
      $0.dates = [Item.drill.id: early, Item.lamp.id: early]
    }
    let (answers, answer) = AsyncStream<ItemDates>.makeStream()
    store.dependencies.items.dates = { ids in
      for await date in answers { return Dictionary(uniqueKeysWithValues: ids.map { ($0, date) }) }
      throw CancellationError()
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.readingDates = .current
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.readingDates = .outdated
    }
    answer.yield(late)
    await store.receive(\.datesRefreshed.success) {
      $0.readingDates = .current
      $0.dates = [Item.drill.id: late, Item.lamp.id: late]
    }
    answer.yield(early)
    await store.receive(\.datesRefreshed.success) {
      $0.readingDates = nil
      $0.dates = [Item.drill.id: early, Item.lamp.id: early]
    }
  }

  @Test func `no dates are read for a list, or for a table without a column for them`() async {
    let store = makeStore(.list)
    store.dependencies.items.dates = { _ in
      Issue.record("Nobody sees them.")
      return [:]
    }
    await store.send(\.columnShown, (.dateChanged, true)) {
      $0.$columns.withLock { $0[visibility: "dateChanged"] = .visible }
    }
    await store.send(\.columnsReset) { $0.$columns.withLock { $0 = TableColumnCustomization() } }
    await store.send(\.layoutChanged, .table) { $0.$layout.withLock { $0 = .table } }
  }
}
