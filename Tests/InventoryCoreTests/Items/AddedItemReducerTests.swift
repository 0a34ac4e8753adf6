import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

@MainActor
@Suite struct AddedItemReducerTests {
  @Test func `the list scrolls to an item that was added`() async {
    let items = (0..<300).map {
      Item(id: .number($0), name: "Bolt \($0 + 100)", sku: "B-\($0)")
    }
    let store = TestStore(
      initialState: ItemRowsFeature.State(
        page: ItemPage(count: 299, start: 0, rows: Array(items[..<64]))
      )
    ) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.position = { id, query in
        #expect(id == .number(250))
        #expect(query == ItemQuery())
        return 250
      }
      $0.items.page = { _, range in
        #expect(range.contains(250))
        let rows = items[range.clamped(to: 0..<300)]
        return ItemPage(count: 300, start: range.lowerBound, rows: Array(rows))
      }
    }
    await store.send(\.itemAdded, .number(250))
    await store.receive(\.itemFound) {
      $0.awaitedItem = .number(250)
      $0.visibleRows = 250..<251
    }
    await store.receive(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows.reload(count: 300, items[200...], at: 200)
      $0.awaitedItem = nil
      $0.revealedRow = 250
    }
    #expect(store.state.rows[250] == items[250])
    // The list has scrolled.
    await store.send(\.rowRevealed, nil) { $0.revealedRow = nil }
  }

  @Test func `an item that is added while rows are read is shown after the read`() async {
    let items = (0..<300).map { Item(id: .number($0), name: "\($0)", sku: "\($0)") }
    @Sendable func page(_ range: Range<Int>) -> ItemPage {
      let rows = items[range.clamped(to: 0..<300)]
      return ItemPage(count: 300, start: range.lowerBound, rows: Array(rows))
    }
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: ItemRowsFeature.State(page: page(.first))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.position = { _, _ in 250 }
      $0.items.page = { _, range in
        for await _ in answers { break }
        return page(range)
      }
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.send(\.itemAdded, .number(250))
    await store.receive(\.itemFound) {
      $0.awaitedItem = .number(250)
      $0.visibleRows = 250..<251
    }
    await store.receive(\.databaseChanged) { $0.reading = .outdated }
    answer.yield()
    await store.receive(\.refreshResponse) { $0.reading = .current }
    #expect(store.state.awaitedItem == .number(250))
    answer.yield()
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows.reload(count: 300, items[200...], at: 200)
      $0.awaitedItem = nil
      $0.revealedRow = 250
    }
    await store.send(\.rowRevealed, nil) { $0.revealedRow = nil }
  }

  @Test func `an item that the list does not show changes nothing`() async {
    let store = TestStore(initialState: ItemRowsFeature.State(page: ItemPage([.drill]))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.position = { _, _ in nil }
    }
    await store.send(\.itemAdded, .number(2)).finish()
  }

  @Test func `an item that cannot be looked for changes nothing`() async {
    struct Failure: Error {}
    let store = TestStore(initialState: ItemRowsFeature.State(page: ItemPage([.drill]))) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.position = { _, _ in throw Failure() }
    }
    await store.send(\.itemAdded, .number(2)).finish()
  }
}
