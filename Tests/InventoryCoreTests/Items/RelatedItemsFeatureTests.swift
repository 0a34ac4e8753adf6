import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import TestSupport
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
    await store.receive(\.loaded) { $0.related = related }
    continuation.finish()
    await store.finish()
  }

  @Test func `changes that come while the links are read do not keep them from being shown`() async
  {
    let (changes, change) = AsyncStream<Void>.makeStream()
    let (answers, answer) = AsyncStream<RelatedItems>.makeStream()
    let reads = LockIsolated(0)
    let store = TestStore(initialState: RelatedItemsFeature.State(itemID: Item.drill.id)) {
      RelatedItemsFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.items.relatedItems = { _ in
        reads.withValue { $0 += 1 }
        for await answer in answers { return answer }
        throw CancellationError()
      }
    }
    await store.send(\.task)
    change.yield()
    #expect(await eventually { reads.value == 1 })
    change.yield()
    let first = RelatedItems(atSamePlace: [.hammer], withSameTag: [])
    answer.yield(first)
    await store.receive(\.loaded) { $0.related = first }
    let second = RelatedItems(atSamePlace: [], withSameTag: [.lamp])
    answer.yield(second)
    await store.receive(\.loaded) { $0.related = second }
    change.finish()
    await store.finish()
  }

  @Test func `links that cannot be read stay what they were`() async {
    let store = TestStore(initialState: RelatedItemsFeature.State(itemID: Item.drill.id)) {
      RelatedItemsFeature()
    } withDependencies: {
      $0.connection.changes = { .once }
      $0.items.relatedItems = { _ in throw InventoryError.itemGone }
    }
    await store.send(\.task)
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
