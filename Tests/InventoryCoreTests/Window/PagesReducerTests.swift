import ComposableArchitecture
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct PagesReducerTests {
  @Test func `an item leads to its location, and that to an item again`() async {
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([.drill]))) {
      InventoryFeature()
    } withDependencies: {
      $0.connection.changes = { AsyncStream { $0.yield() } }
      $0.items.page = { query, _ in
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
    await store.receive(\.path[id: 1].location.list.databaseChanged) {
      $0.path[id: 1, case: \.location]?.list.reading = .current
    }
    await store.receive(\.path[id: 1].location.list.refreshResponse) {
      $0.path[id: 1, case: \.location]?.list.reading = nil
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

  @Test func `the page of a deleted item goes`() async {
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
      $0.items.delete = { _ in }
    }
    await store.send(\.path[id: 0].item.destination.confirmationDialog.deleteConfirmed) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.path[id: 0, case: \.item]?.isDeleting = true
      $0.deletedPage = DeletedPage(item: Item.drill.id, below: [])
    }
    await store.receive(\.path[id: 0].item.itemResponse.success) {
      $0.path[id: 0, case: \.item]?.isDeleting = false
    }
    await store.receive(\.path[id: 0].item.delegate.itemGone) { $0.path[id: 0] = nil }
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

  @Test func `the page on top says that it cannot be read, so that nothing else has to`() {
    let problem = DatabaseProblem(title: "Away", explanation: "")
    var state = InventoryFeature.State(page: ItemPage([.drill]))
    #expect(!state.saysProblem)
    state.list.list.problem = problem
    #expect(state.saysProblem)
    // What is covered says nothing.
    var tag = TagFeature.State(name: "red", page: ItemPage([.drill]))
    state.path = StackState([.tag(tag)])
    #expect(!state.saysProblem)
    tag.list.problem = problem
    state.path = StackState([.tag(tag)])
    #expect(state.saysProblem)
    var location = LocationFeature.State(name: "Shelf")
    location.list.problem = problem
    state.path = StackState([.location(location)])
    #expect(state.saysProblem)
  }
}
