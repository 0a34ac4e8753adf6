import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct RelatedItemsFeatureTests {
  @Test func `the links follow the database`() async {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let related = RelatedItems(atSamePlace: [.hammer], withSameTag: [.lamp])
    let store = TestStore(initialState: RelatedItemsFeature.State(itemID: Item.drill.id)) {
      RelatedItemsFeature()
    } withDependencies: {
      $0.database.changes = { changes }
      $0.database.relatedItems = { id in
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
      $0.database.relatedItems = { _ in throw InventoryDatabaseError.itemGone }
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
