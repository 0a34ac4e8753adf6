import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

/// The table of items: its columns, and its order.
@MainActor
@Suite struct ItemTableReducerTests {
  private func makeStore(_ query: ItemQuery = ItemQuery()) -> TestStoreOf<ItemRowsFeature> {
    TestStore(
      initialState: ItemRowsFeature.State(query: query, page: ItemPage([.drill, .lamp]))
    ) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in ItemPage([.drill, .lamp]) }
      $0.continuousClock = clock
    }
  }

  private let clock = TestClock()

  @Test func `the layout is kept for other lists and for the next start`() async {
    let store = makeStore()
    await store.send(\.layoutChanged, .table) { $0.$layout.withLock { $0 = .table } }
    #expect(TagFeature.State(name: "new").list.layout == .table)
    @Shared(.itemsLayout) var layout
    #expect(layout == .table)
  }

  @Test func `a narrow window has a layout of its own`() async {
    let store = makeStore()
    #expect(store.state.layout(isWide: false) == .list)
    await store.send(\.narrowLayoutChanged, .table) { $0.$narrowLayout.withLock { $0 = .table } }
    #expect(TagFeature.State(name: "new").list.layout(isWide: false) == .table)
    #expect(TagFeature.State(name: "new").list.layout(isWide: true) == .list)
  }

  @Test func `columns are shown, hidden, moved and put back`() async {
    let store = makeStore()
    #expect(store.state.columns.shows(.tags))
    #expect(!store.state.columns.shows(.barcode))
    await store.send(\.columnShown, (.barcode, true)) {
      $0.$columns.withLock { $0[visibility: "barcode"] = .visible }
    }
    await store.send(\.columnShown, (.tags, false)) {
      $0.$columns.withLock { $0[visibility: "tags"] = .hidden }
    }
    #expect(
      ItemTableColumn.allCases.filter(store.state.columns.shows).map(\.rawValue) == [
        "name", "sku", "quantity", "location", "price", "value", "barcode",
      ]
    )
    var columns = store.state.columns
    columns[width: "sku"] = 200
    columns.order = ["sku", "name"]
    await store.send(\.columnsChanged, columns) { $0.changedColumns = columns }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.columnsSettled) {
      $0.changedColumns = nil
      $0.$columns.withLock { $0 = columns }
    }
    await store.send(\.columnsReset) {
      $0.$columns.withLock { $0 = TableColumnCustomization() }
    }
  }

  @Test func `a width that is dragged is saved when the user pauses`() async {
    let store = makeStore()
    var columns = store.state.columns
    for width in [150.0, 160, 170] {
      columns[width: "sku"] = width
      await store.send(\.columnsChanged, columns) { $0.changedColumns = columns }
      await clock.advance(by: .milliseconds(299))
      #expect(store.state.shownColumns[width: "sku"] == width)
      #expect(store.state.columns[width: "sku"] == nil)
    }
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.columnsSettled) {
      $0.changedColumns = nil
      $0.$columns.withLock { $0 = columns }
    }
    #expect(TagFeature.State(name: "new").list.shownColumns[width: "sku"] == 170)
  }

  @Test func `a column that is hidden before a width is saved takes the width along`() async {
    let store = makeStore()
    var columns = store.state.columns
    columns[width: "sku"] = 150
    await store.send(\.columnsChanged, columns) { $0.changedColumns = columns }
    columns[visibility: "tags"] = .hidden
    await store.send(\.columnShown, (.tags, false)) {
      $0.changedColumns = nil
      $0.$columns.withLock { $0 = columns }
    }
    // Nothing is saved a second time.
    await clock.advance(by: .seconds(1))
  }

  @Test func `the column that says which item it is stays`() async {
    let store = makeStore()
    await store.send(\.columnShown, (.name, false))
    #expect(store.state.columns.shows(.name))
    var columns = TableColumnCustomization<Item>()
    columns[visibility: "name"] = .hidden
    #expect(columns.shows(.name))
  }

  @Test func `a click on a header is the order that the menu shows`() async {
    let store = makeStore()
    #expect(store.state.sortOrder == [ItemComparator(.name)])
    await store.send(\.sortOrderChanged, [ItemComparator(.price)]) {
      $0.query.sort = .price
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.isLoading = false
      $0.reading = nil
    }
    var reversed = ItemComparator(.price)
    reversed.order = .reverse
    await store.send(\.sortOrderChanged, [reversed]) {
      $0.query.isReversed = true
      $0.isLoading = true
      $0.reading = .current
    }
    await store.receive(\.refreshResponse) {
      $0.isLoading = false
      $0.reading = nil
    }
    #expect(store.state.sortOrder == [reversed])
    // The engines know no order by several columns, and none by no column.
    await store.send(\.sortOrderChanged, [reversed, ItemComparator(.sku)])
    await store.send(\.sortOrderChanged, [])
  }

  @Test(arguments: ItemSort.allCases, [false, true])
  func `the header and the menu mean the same order`(sort: ItemSort, isReversed: Bool) {
    let ordering = ItemOrdering(sort, isReversed: isReversed)
    #expect(ItemComparator(ordering).ordering == ordering)
  }

  @Test func `dates are in the order of the latest first, which is from the end`() {
    #expect(ItemComparator(ItemOrdering(.dateAdded)).order == .reverse)
    #expect(ItemComparator(ItemOrdering(.price)).order == .forward)
  }

  @Test func `items are compared by what is known of them`() {
    let first = Item.drill.with {
      $0.name = "Box 2"
      $0.sku = "B-9"
      $0.quantity = 1
    }
    let second = Item.drill.with {
      $0.name = "Box 10"
      $0.sku = "B-10"
      $0.quantity = 1
    }
    #expect(ItemComparator(.name).compare(first, second) == .orderedAscending)
    #expect(ItemComparator(.sku).compare(second, first) == .orderedDescending)
    #expect(ItemComparator(.quantity).compare(first, second) == .orderedSame)
    let reversed = ItemComparator(ItemOrdering(.name, isReversed: true))
    #expect(reversed.compare(first, second) == .orderedDescending)
  }
}
