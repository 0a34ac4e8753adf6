import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@MainActor
@Suite struct RelatedItemsFeatureTests {
  @Test func `a related item is opened in a window of its own`() async {
    let opened = LockIsolated<[DeepLink]>([])
    let store = TestStore(initialState: RelatedItemsFeature.State(itemID: Item.lamp.id)) {
      RelatedItemsFeature()
    } withDependencies: {
      $0.windows.open = { link in opened.withValue { $0.append(link) } }
    }
    await store.send(\.itemTappedForNewWindow, .drill).finish()
    #expect(opened.value == [DeepLink(pages: [.item(sku: "T-100")])])
  }

  @Test func `the links follow the database`() async {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let related = RelatedItems(atSamePlace: [.hammer], withSameTag: [.lamp])
    let store = TestStore(initialState: RelatedItemsFeature.State(itemID: Item.drill.id)) {
      RelatedItemsFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.items.relatedItems = { id in
        #expect(id == Item.drill.id)
        return related
      }
    }
    await store.send(\.task)
    continuation.yield()
    await store.receive(\.databaseChanged)
    await store.receive(\.loaded) { $0.related = related }
    continuation.finish()
    await store.finish()
  }

  @Test func `links that cannot be read stay what they were`() async {
    let store = TestStore(initialState: RelatedItemsFeature.State(itemID: Item.drill.id)) {
      RelatedItemsFeature()
    } withDependencies: {
      $0.items.relatedItems = { _ in throw InventoryError.itemGone }
    }
    await store.send(\.databaseChanged)
    await store.finish()
  }

  @Test func `a link is opened by the parent`() async {
    let store = TestStore(initialState: RelatedItemsFeature.State(itemID: Item.drill.id)) {
      RelatedItemsFeature()
    }
    await store.send(\.itemTapped, .hammer)
    await store.receive(\.delegate.itemOpened, .hammer)
  }
}
