import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

/// The selection of many items in a list.
@MainActor
@Suite struct ItemSelectionTests {
  private func makeStore(
    _ selection: PagedSelection<Item.ID>? = nil,
    items: [Item] = [.drill, .hammer, .lamp],
    then later: [Item] = []
  ) -> TestStoreOf<ItemRowsFeature> {
    var state = ItemRowsFeature.State(page: ItemPage(items))
    state.selection = selection
    return TestStore(initialState: state) {
      ItemRowsFeature()
    } withDependencies: {
      $0.items.page = { _, _ in ItemPage(later) }
      $0.manyItems.missing = { ids, _ in ids.subtracting(later.map(\.id)) }
    }
  }

  @Test func `items are selected one after the other, until none is left`() async {
    let store = makeStore()
    #expect(store.state.selectedCount == 0)
    await store.send(\.selectionChanged, .only([Item.drill.id])) {
      $0.selection = .only([Item.drill.id])
    }
    await store.send(\.rowSelected, .lamp) {
      $0.selection = .only([Item.drill.id, Item.lamp.id])
    }
    #expect(store.state.selectedCount == 2)
    #expect(
      store.state.selectedItems == SelectedItems(.only([Item.drill.id, Item.lamp.id]))
    )
    await store.send(\.selectionChanged, .only([])) { $0.selection = nil }
    #expect(store.state.selectedItems == nil)
    // The list shows what is selected, and may say so again.
    await store.send(\.selectionChanged, .only([]))
  }

  @Test func `selecting begins with nothing, and ends`() async {
    let store = makeStore()
    await store.send(\.selectButtonTapped) { $0.selection = .only([]) }
    #expect(store.state.selectedItems == nil)
    await store.send(\.selectionChanged, .only([]))
    await store.send(\.rowSelected, .lamp) { $0.selection = .only([Item.lamp.id]) }
    await store.send(\.selectionEnded) { $0.selection = nil }
    await store.send(\.selectButtonTapped) { $0.selection = .only([]) }
    await store.send(\.selectButtonTapped) { $0.selection = nil }
  }

  @Test func `all are selected without their ids`() async {
    let store = makeStore()
    await store.send(\.selectAllButtonTapped) { $0.selection = .allBut([]) }
    #expect(store.state.selectedCount == 3)
    await store.send(\.selectionChanged, .allBut([Item.lamp.id])) {
      $0.selection = .allBut([Item.lamp.id])
    }
    #expect(store.state.selectedCount == 2)
    #expect(store.state.selectedItems == SelectedItems(.allBut([Item.lamp.id])))
  }

  @Test func `items leave the selection before their rows go`() async {
    let store = makeStore(.only([Item.drill.id, Item.lamp.id]), then: [.drill, .hammer])
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.selectedItemsGone) { $0.selection = .only([Item.drill.id]) }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.drill, .hammer]))
    }
  }

  @Test func `selecting ends when the last selected item goes`() async {
    let store = makeStore(.only([Item.lamp.id]), then: [.drill])
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.selectedItemsGone) { $0.selection = nil }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.drill]))
    }
  }

  @Test func `items that were left out of all are forgotten when they go`() async {
    let store = makeStore(.allBut([Item.lamp.id]), then: [.drill])
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.receive(\.selectedItemsGone) { $0.selection = .allBut([]) }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.drill]))
    }
    #expect(store.state.selectedCount == 1)
  }

  @Test func `an item that was selected while the list was read leaves the selection, too`() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let store = makeStore(then: [.drill])
    store.dependencies.items.page = { _, _ in
      for await _ in answers { break }
      return ItemPage([.drill])
    }
    await store.send(\.databaseChanged) { $0.reading = .current }
    await store.send(\.rowSelected, .lamp) { $0.selection = .only([Item.lamp.id]) }
    answer.yield()
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.rows = PagedArray(ItemPage([.drill]))
    }
    await store.receive(\.selectedItemsGone) { $0.selection = nil }
  }

  @Test func `another search ends a selection of all, and another order does not`() async {
    let store = makeStore(.allBut([]), then: [.drill, .hammer, .lamp])
    await store.send(\.sortChanged, .price) {
      $0.query.sort = .price
      $0.isLoading = true
      $0.reading = .current
    }
    #expect(store.state.selectedCount == nil)
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
    }
    await store.send(\.searchTextChanged, "la") {
      $0.query.searchText = "la"
      $0.isLoading = true
      $0.reading = .current
      $0.selection = nil
    }
    await store.receive(\.refreshResponse) {
      $0.reading = nil
      $0.isLoading = false
    }
  }

  @Test func `one more or less is booked of an item, and of several in a sheet`() async {
    let booked = LockIsolated<[String]>([])
    let store = makeStore()
    store.dependencies.movements.book = { booking, id in
      booked.withValue { $0.append("\(booking.reason) \(booking.amount) \(id == Item.lamp.id)") }
      return .lamp
    }
    store.dependencies.manyItems.change = { items, change in
      booked.withValue { $0.append("\(items == SelectedItems(.all)) \(change.kind)") }
      return AsyncThrowingStream { $0.finish(throwing: ManyItemsProblem.tooMany(name: "Lamp")) }
    }
    await store.send(.quantityStepped(.lamp, by: 1)).finish()
    await store.send(.quantityStepped(.lamp, by: -1)).finish()
    #expect(booked.value == ["received 1 true", "used 1 true"])
    // It is said first how many they are.
    await store.send(\.selectAllButtonTapped) { $0.selection = .allBut([]) }
    await store.send(.quantityStepped(.lamp, by: 1))
    await store.receive(\.manyItemsButtonTapped, .book) {
      $0.manyItems = ManyItemsFeature.State(.book, SelectedItems(.all))
    }
    await store.send(\.manyItems.dismiss) { $0.manyItems = nil }
    await store.send(.selectionChanged(.only([Item.lamp.id]))) {
      $0.selection = .only([Item.lamp.id])
    }
    await store.send(.quantityStepped(.lamp, by: 1))
    await store.receive(\.bookingFailed)
    await store.receive(
      \.delegate.told,
      "Nothing was booked: There would be more of “Lamp” than can be counted."
    )
    #expect(booked.value.last == "false booked")
  }

  @Test func `the menu of a row acts on what it was opened for, which is selected`() async {
    let store = makeStore()
    let both = PagedSelection.only([Item.drill.id, Item.lamp.id])
    await store.send(\.selectionChanged, both) { $0.selection = both }
    await store.send(\.menuTaskChosen, (.move, both)) {
      $0.manyItems = ManyItemsFeature.State(.move, SelectedItems(both))
    }
    await store.send(\.manyItems.dismiss) { $0.manyItems = nil }
    // The row of an item that is not selected.
    let hammer = PagedSelection.only([Item.hammer.id])
    await store.send(\.menuTaskChosen, (.delete, hammer)) {
      $0.selection = hammer
      $0.manyItems = ManyItemsFeature.State(.delete, SelectedItems(hammer))
    }
    await store.send(\.manyItems.dismiss) { $0.manyItems = nil }
    await store.send(\.selectionChanged, both) { $0.selection = both }
    await store.send(\.menuExportChosen, both)
    await store.receive(\.delegate.exportRequested, SelectedItems(both))
  }

  @Test func `the menu of the selection leaves alone what has left it meanwhile`() async {
    let store = makeStore()
    let both = PagedSelection.only([Item.drill.id, Item.lamp.id])
    let drill = PagedSelection.only([Item.drill.id])
    await store.send(\.selectionChanged, both) { $0.selection = both }
    await store.send(\.selectedItemsGone, [Item.lamp.id]) { $0.selection = drill }
    await store.send(\.menuTaskChosen, (.delete, both)) {
      $0.manyItems = ManyItemsFeature.State(.delete, SelectedItems(drill))
    }
    await store.send(\.manyItems.dismiss) { $0.manyItems = nil }
    // While the rest is being counted, the list names the rows that it knows.
    await store.send(\.selectAllButtonTapped) { $0.selection = .allBut([]) }
    await store.send(\.menuTaskChosen, (.delete, both)) {
      $0.manyItems = ManyItemsFeature.State(.delete, SelectedItems(.all))
    }
    await store.send(\.manyItems.dismiss) { $0.manyItems = nil }
    await store.send(\.selectionEnded) { $0.selection = nil }
    await store.send(\.menuTaskChosen, (.delete, both))
  }

  @Test func `a sheet in which something is written asks before it closes`() async {
    let store = makeStore()
    let drill = PagedSelection.only([Item.drill.id])
    await store.send(\.menuTaskChosen, (.tag, drill)) {
      $0.selection = drill
      $0.manyItems = ManyItemsFeature.State(.tag, SelectedItems(drill))
    }
    await store.send(\.manyItems.binding.newTags, "x") { $0.manyItems?.newTags = "x" }
    store.exhaustivity = .off
    await store.send(\.manyItems.dismiss)
    #expect(store.state.manyItems?.newTags == "x")
    await store.receive(\.manyItems.stopRequested)
    #expect(store.state.manyItems?.alert != nil)
  }
}
