import ComposableArchitecture
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

@MainActor
@Suite struct TagFeatureTests {
  @Test func `the page shows the items with the tag and follows the database`() async {
    let store = TestStore(initialState: TagFeature.State(name: "18 V")) {
      TagFeature()
    } withDependencies: {
      $0.items.page = { query, _ in
        #expect(query == ItemQuery(filter: ItemFilter(tag: "18 V")))
        return ItemPage([.drill])
      }
    }
    #expect(store.state.list.isLoading)
    await store.send(\.list.databaseChanged) { $0.list.reading = .current }
    await store.receive(\.list.refreshResponse) {
      $0.list.reading = nil
      $0.list.rows = PagedArray(ItemPage([.drill]))
      $0.list.isLoading = false
    }
    await store.send(\.list.rowTapped, .drill)
    await store.receive(\.list.delegate.itemOpened, .drill)
  }

  @Test func `a tag leads to its items, and those to theirs without end`() async {
    let item = Item.drill.with { $0.tags = ["18 V"] }
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([item]))) {
      InventoryFeature()
    }
    await store.send(\.list.list.rowTapped, item)
    await store.receive(\.list.list.delegate.itemOpened) {
      $0.path[id: 0] = .item(ItemDetailFeature.State(item: item))
    }
    for id in [1, 3] as [StackElementID] {
      await store.send(
        .path(.element(id: store.state.path.ids.last ?? 0, action: .item(.tagTapped("18 V"))))
      )
      await store.receive(\.path) {
        $0.path[id: id] = .tag(TagFeature.State(name: "18 V"))
      }
      await store.send(.path(.element(id: id, action: .tag(.list(.rowTapped(item))))))
      await store.receive(\.path) {
        $0.path.append(.item(ItemDetailFeature.State(item: item)))
      }
    }
    #expect(store.state.path.count == 5)
  }
}
