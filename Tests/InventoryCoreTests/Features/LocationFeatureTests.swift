import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct LocationFeatureTests {
  @Test func `the items are loaded and follow the database`() async {
    let items = LockIsolated<[Item]>([.drill, .hammer])
    let (changes, change) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: LocationFeature.State(name: "Workshop")) {
      LocationFeature()
    } withDependencies: {
      $0.database.changes = { changes }
      $0.database.itemsAtLocation = { name in
        #expect(name == "Workshop")
        return items.value
      }
    }
    #expect(store.state.isLoading)
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.itemsResponse.success) {
      $0.items = [.drill, .hammer]
      $0.isLoading = false
    }
    items.setValue([])
    change.yield()
    await store.receive(\.itemsResponse.success) { $0.items = [] }
    await task.cancel()
  }

  @Test func `an item is opened by the parent`() async {
    let store = TestStore(
      initialState: LocationFeature.State(name: "Workshop", items: [.drill])
    ) {
      LocationFeature()
    }
    await store.send(\.itemTapped, Item.drill.id)
    await store.receive(\.delegate.itemOpened, .drill)
    await store.send(\.itemTapped, Item.lamp.id)
  }

  @Test func `a failure is told in an alert`() async {
    let store = TestStore(initialState: LocationFeature.State(name: "Workshop")) {
      LocationFeature()
    }
    let failure = InventoryDatabaseError.corrupt(path: "/db", detail: "page 3")
    await store.send(.itemsResponse(.failure(failure))) {
      $0.isLoading = false
      $0.alert = AlertState {
        TextState("The items could not be read")
      } message: {
        TextState(failure.description)
      }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }
}
