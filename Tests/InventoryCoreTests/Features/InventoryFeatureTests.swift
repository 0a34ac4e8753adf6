import ComposableArchitecture
import Foundation
import PagedArrays
import TestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct InventoryFeatureTests {
  @Test func `an item leads to its location, and that to an item again`() async {
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([.drill]))) {
      InventoryFeature()
    } withDependencies: {
      $0.database.changes = { AsyncStream { $0.yield() } }
      $0.database.page = { query, _ in
        #expect(query == ItemQuery(location: "Workshop"))
        return ItemPage([.drill, .hammer])
      }
    }
    await store.send(\.list.list.rowTapped, .drill)
    await store.receive(\.list.list.delegate.itemOpened) {
      $0.path[id: 0] = .item(ItemDetailFeature.State(item: .drill))
    }
    await store.send(\.path[id: 0].item.locationButtonTapped)
    await store.receive(\.path[id: 0].item.delegate.locationOpened) {
      $0.path[id: 1] = .location(LocationFeature.State(name: "Workshop"))
    }
    await store.send(\.path[id: 1].location.list.task)
    await store.receive(\.path[id: 1].location.list.databaseChanged)
    await store.receive(\.path[id: 1].location.list.refreshResponse.success) {
      $0.path[id: 1, case: \.location]?.list.rows = PagedArray(ItemPage([.drill, .hammer]))
      $0.path[id: 1, case: \.location]?.list.isLoading = false
    }
    await store.send(\.path[id: 1].location.list.rowTapped, .hammer)
    await store.receive(\.path[id: 1].location.list.delegate.itemOpened) {
      $0.path[id: 2] = .item(ItemDetailFeature.State(item: .hammer))
    }
    await store.send(\.path.popFrom, 2) { $0.path[id: 2] = nil }
    // Going back ends the observation of the location.
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test func `the main menu leads to all locations, and they to each`() async {
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([.drill]))) {
      InventoryFeature()
    }
    await store.send(\.list.locationsButtonTapped)
    await store.receive(\.list.delegate.locationsRequested) {
      $0.path[id: 0] = .locations(LocationsFeature.State())
    }
    await store.send(\.path[id: 0].locations.locationTapped, "Site")
    await store.receive(\.path[id: 0].locations.delegate.locationOpened) {
      $0.path[id: 1] = .location(LocationFeature.State(name: "Site"))
    }
    await store.send(\.path[id: 1].location.locationTapped, "Site / Room")
    await store.receive(\.path[id: 1].location.delegate.locationOpened) {
      $0.path[id: 2] = .location(LocationFeature.State(name: "Site / Room"))
    }
    await store.send(.path(.element(id: 1, action: .location(.contentResponse(.success(nil))))))
    await store.receive(\.path[id: 1].location.delegate.locationGone) { $0.path[id: 1] = nil }
  }

  @Test func `a link in a view may push a page too`() async {
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([.drill]))) {
      InventoryFeature()
    }
    let page = InventoryFeature.Path.State.item(ItemDetailFeature.State(item: .drill))
    await store.send(\.path.push, (id: 0, state: page)) { $0.path[id: 0] = page }
  }

  @Test func `the page of a deleted item pops itself`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([
          .item(
            ItemDetailFeature.State(
              item: .drill,
              destination: .confirmationDialog(.deleteDrill)
            )
          )
        ])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.database.delete = { _ in }
    }
    await store.send(\.path[id: 0].item.destination.confirmationDialog.deleteConfirmed) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.path[id: 0, case: \.item]?.isDeleting = true
      $0.deletedPage = DeletedPage(item: Item.drill.id, below: [])
    }
    await store.receive(\.path.popFrom) { $0.path[id: 0] = nil }
  }

  @Test func `a page whose item was deleted elsewhere goes, and those on top of it stay`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([
          .item(ItemDetailFeature.State(item: .drill)),
          .location(LocationFeature.State(name: "Workshop", page: ItemPage([.hammer]))),
        ])
      )
    ) {
      InventoryFeature()
    }
    await store.send(.path(.element(id: 0, action: .item(.itemResponse(.success(nil))))))
    await store.receive(\.path[id: 0].item.delegate.itemGone) { $0.path[id: 0] = nil }
    #expect(store.state.path.count == 1)
  }

  @Test func `an item is added in a sheet`() async {
    let saved = LockIsolated<[Item]>([])
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([]))) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.continuousClock = ImmediateClock()
      $0.database.itemWithSku = { _ in nil }
      $0.database.save = { edit in
        saved.withValue { $0.append(edit.edited) }
        return edit.edited
      }
    }
    await store.send(\.list.addButtonTapped)
    await store.receive(\.list.delegate.addRequested) {
      $0.destination = .add(ItemFormFeature.State(newItem: UUID(0)))
    }
    await store.send(\.destination.add.binding.name, "Saw") {
      $0.destination?.modify(\.add) { $0.name = "Saw" }
    }
    await store.send(\.destination.add.binding.sku, "T-300") {
      $0.destination?.modify(\.add) { $0.sku = "T-300" }
    }
    await store.receive(\.destination.add.skuResponse)
    await store.send(\.destination.add.saveButtonTapped) {
      $0.destination?.modify(\.add) { $0.isSaving = true }
    }
    await store.receive(\.destination.add.saveResponse.success) {
      $0.destination?.modify(\.add) { $0.isSaving = false }
    }
    await store.receive(\.destination.add.delegate.saved) { $0.destination = nil }
    #expect(saved.value == [Item(id: UUID(0), name: "Saw", sku: "T-300")])
  }

  @Test func `a sheet with a new item is not closed unasked`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([]),
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    }
    store.exhaustivity = .off
    await store.send(\.destination.add.binding.name, "Saw")
    await store.send(\.destination.dismiss)
    await store.receive(\.destination.add.cancelButtonTapped)
    #expect(store.state.destination?.add?.alert != nil)
    await store.send(\.destination.add.alert.discardConfirmed)
    await store.receive(\.destination.dismiss)
    #expect(store.state.destination == nil)
  }

  // MARK: - With a real database

  @Test func `what another window saves appears in the list and on the page`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer])
    let state = try InventoryFeature.State(link: "inventory://items/T-100", database: database)
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.database = .live(database)
    }
    store.exhaustivity = .off
    let list = await store.send(\.list.list.task)
    let page = await store.send(\.path[id: 0].item.task)

    let drill = Item.drill.with { $0.quantity = 99 }
    try InventoryDatabase(path: database.path).save(drill)
    #expect(
      await eventually {
        await store.skipReceivedActions(strict: false)
        return store.state.list.list.rows[0]?.quantity == 99
          && store.state.path[id: 0]?.item?.item.quantity == 99
      }
    )

    try InventoryDatabase(path: database.path).delete(id: drill.id)
    #expect(
      await eventually {
        await store.skipReceivedActions(strict: false)
        return store.state.list.list.rows.loadedElements == [.hammer] && store.state.path.isEmpty
      }
    )
    await list.cancel()
    await page.cancel()
  }
}
