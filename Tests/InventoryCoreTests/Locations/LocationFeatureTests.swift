import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

@MainActor
@Suite struct LocationFeatureTests {
  let workshop = LocationContent(
    id: 7,
    name: "Site / Workshop",
    sublocations: [Location(name: "Site / Workshop / Shelf", itemCount: 3)],
    itemCount: 5
  )

  private func store(_ content: LocationContent? = nil) -> TestStoreOf<LocationFeature> {
    TestStore(
      initialState: LocationFeature.State(
        name: "Site / Workshop",
        content: content,
        page: ItemPage([.drill, .hammer])
      )
    ) {
      LocationFeature()
    }
  }

  @Test func `a row is opened in a window of its own`() async {
    let opened = LockIsolated<[DeepLink]>([])
    let store = TestStore(initialState: LocationFeature.State(name: "Site")) {
      LocationFeature()
    } withDependencies: {
      $0.windows.open = { link in opened.withValue { $0.append(link) } }
    }
    await store.send(\.locationTappedForNewWindow, "Site / Workshop").finish()
    #expect(opened.value == [DeepLink(pages: [.location(name: "Site / Workshop")])])
  }

  @Test func `items are selected, and locations are not`() async {
    let store = store(workshop)
    let shelf = LocationRow.ID.location(workshop.sublocations[0].id)
    let drill = LocationRow.ID.item(Item.drill.id)
    await store.send(\.selectionChanged, .only([shelf, drill]))
    await store.receive(\.list.selectionChanged, .only([Item.drill.id])) {
      $0.list.selection = .only([Item.drill.id])
    }
    #expect(store.state.selectedRows == .only([drill]))
    // All that are there, as Ctrl+A selects them, without the locations.
    await store.send(\.selectionChanged, .all)
    await store.receive(\.list.selectionChanged, .all) { $0.list.selection = .all }
    #expect(store.state.selectedRows == .allBut([shelf]))
    await store.send(\.selectionChanged, .allBut([shelf, drill]))
    await store.receive(\.list.selectionChanged, .allBut([Item.drill.id])) {
      $0.list.selection = .allBut([Item.drill.id])
    }
    #expect(store.state.selectedRows == .allBut([shelf, drill]))
  }

  @Test func `the page shows what is there and opens it`() async {
    let store = TestStore(initialState: LocationFeature.State(name: "Workshop")) {
      LocationFeature()
    } withDependencies: {
      $0.connection.changes = { AsyncStream { $0.yield() } }
      $0.items.page = { query, _ in
        #expect(query == ItemQuery(location: "Workshop"))
        return ItemPage([.drill, .hammer])
      }
    }
    let task = await store.send(\.list.task)
    await store.receive(\.list.databaseChanged) { $0.list.reading = .current }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.rows = PagedArray(ItemPage([.drill, .hammer]))
      $0.list.isLoading = false
    }
    await store.send(\.list.rowTapped, .hammer)
    await store.receive(\.list.delegate.itemOpened, .hammer)
    await task.cancel()
  }

  @Test func `with the items, the location itself is read again when the user asks for it`() async {
    let isThere = LockIsolated(false)
    let store = store()
    store.dependencies.connection.changes = { .once }
    store.dependencies.connection.reopen = {}
    store.dependencies.items.page = { _, _ in ItemPage([.drill, .hammer]) }
    store.dependencies.locations.content = { [workshop] _ in
      if !isThere.value { throw EngineFailure.away }
      return workshop
    }
    await store.send(\.task)
    await store.receive(\.contentResponse.failure)
    isThere.setValue(true)
    store.exhaustivity = .off
    await store.send(\.list.retryButtonTapped)
    await store.receive(\.contentResponse.success) { $0.content = self.workshop }
    await store.finish()
  }

  @Test func `locations in it come before the items`() async {
    let store = store(workshop)
    #expect(store.state.rows.count == 3)
    #expect(store.state.rows[0] == .location(workshop.sublocations[0]))
    #expect(store.state.rows[2] == .item(.hammer))
    #expect(store.state.ancestors == [LocationPath("Site")])
    await store.send(\.rowsNeeded, 0..<3)
    await store.receive(\.list.rowsNeeded) { $0.list.visibleRows = 0..<2 }
    await store.send(\.rowsNeeded, 0..<1)
    await store.send(\.locationTapped, "Site / Workshop / Shelf")
    await store.receive(\.delegate.locationOpened)
  }

  @Test func `the page follows its location to another path, and goes with it`() async {
    let store = store()
    let moved = LocationContent(id: 7, name: "Yard", itemCount: 0)
    let contents = LockIsolated<[LocationReference: LocationContent]>([
      .name("Site / Workshop"): workshop, .id(7): workshop,
    ])
    let changes = LockIsolated<[AsyncStream<Void>.Continuation]>([])
    store.dependencies.connection.changes = {
      AsyncStream { continuation in
        changes.withValue { $0.append(continuation) }
        continuation.yield()
      }
    }
    store.dependencies.locations.content = { contents.value[$0] }
    store.dependencies.items.page = { query, _ in
      #expect(query.location == "Yard")
      return ItemPage([])
    }
    let task = await store.send(\.task)
    await store.receive(\.contentResponse.success) { $0.content = workshop }
    await store.receive(\.contentResponse.success)

    contents.withValue { $0[.id(7)] = moved }
    changes.value.last?.yield()
    await store.receive(\.contentResponse.success) {
      $0.content = moved
      $0.name = "Yard"
    }
    await store.receive(\.list.locationChanged) {
      $0.list.query.location = "Yard"
      $0.list.isLoading = true
      $0.list.reading = .current
    }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.rows = PagedArray()
      $0.list.isLoading = false
    }

    contents.setValue([:])
    changes.value.last?.yield()
    await store.receive(\.contentResponse.success)
    await store.receive(\.delegate.locationGone)
    for continuation in changes.value { continuation.finish() }
    await task.cancel()
  }

  @Test func `a location that goes while its form is open is told of afterwards`() async {
    let store = store(workshop)
    store.dependencies.locations.content = { _ in nil }
    await store.send(\.editButtonTapped) {
      $0.destination = .form(LocationFormFeature.State(editing: workshop))
    }
    await store.send(.contentResponse(.success(nil)))
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.receive(\.contentResponse.success)
    await store.receive(\.delegate.locationGone)
  }

  @Test func `a location that goes while a sheet for its items is open is told of afterwards`()
    async
  {
    let store = store(workshop)
    store.exhaustivity = .off
    store.dependencies.locations.content = { _ in nil }
    let drill = PagedSelection.only([Item.drill.id])
    await store.send(\.list.menuTaskChosen, (.tag, drill))
    await store.send(.contentResponse(.success(nil)))
    #expect(store.state.list.manyItems != nil)
    await store.send(\.list.manyItems.dismiss) { $0.list.manyItems = nil }
    await store.receive(\.contentResponse.success)
    await store.receive(\.delegate.locationGone)
  }

  @Test func `a sheet for all items of a location follows its new name`() async {
    let store = store(workshop)
    store.exhaustivity = .off
    store.dependencies.items.page = { _, _ in ItemPage([.drill]) }
    await store.send(\.list.selectAllButtonTapped)
    await store.send(\.list.manyItemsButtonTapped, .tag)
    #expect(store.state.list.manyItems?.items.query.location == workshop.name)
    await store.send(
      .contentResponse(.success(LocationContent(id: workshop.id, name: "Yard", itemCount: 6)))
    )
    await store.receive(\.list.locationChanged)
    #expect(store.state.list.manyItems?.items.query.location == "Yard")
    #expect(store.state.list.manyItems?.items.selection == .allBut([]))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `the forms open, and a page merged with another one becomes that`() async {
    let store = store(workshop)
    let yard = LocationContent(id: 9, name: "Yard", itemCount: 6)
    store.dependencies.connection.changes = {
      AsyncStream {
        $0.yield()
        $0.finish()
      }
    }
    // The location and its items are read at the same time.
    let reading = AsyncStream<Void>.makeStream()
    store.dependencies.locations.content = {
      for await _ in reading.stream {}
      return $0 == .id(9) ? yard : nil
    }
    store.dependencies.items.page = { _, _ in ItemPage([.drill]) }
    await store.send(\.addButtonTapped) {
      $0.destination = .form(LocationFormFeature.State(parent: "Site / Workshop"))
    }
    await store.send(
      .destination(.presented(.form(.delegate(.saved(LocationContent(id: 8, name: "x"))))))
    ) {
      $0.destination = nil
    }
    await store.send(\.editButtonTapped) {
      $0.destination = .form(LocationFormFeature.State(editing: workshop))
    }
    await store.send(.destination(.presented(.form(.delegate(.saved(yard)))))) {
      $0.destination = nil
      $0.content = yard
      $0.name = "Yard"
    }
    await store.receive(\.list.locationChanged) {
      $0.list.query.location = "Yard"
      $0.list.isLoading = true
      $0.list.reading = .current
    }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.rows = PagedArray(ItemPage([.drill]))
      $0.list.isLoading = false
    }
    reading.continuation.finish()
    await store.receive(\.contentResponse.success)
    #expect(store.state.content == yard)
  }
}
