import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct SkuCheckReducerTests {
  @Test func `a SKU is looked for once the user pauses, and the newest one counts`() async {
    let clock = TestClock()
    let asked = LockIsolated<[String]>([])
    let store = formStore(ItemFormFeature.State(newItem: .number(7))) {
      $0.continuousClock = clock
      $0.items.itemWithSku = { sku in
        asked.withValue { $0.append(sku) }
        return sku == "T-100" ? .drill : nil
      }
    }
    await store.send(\.binding.sku, "T-10") { $0.sku = "T-10" }
    await clock.advance(by: .milliseconds(299))
    await store.send(\.binding.sku, "T-100 ") { $0.sku = "T-100 " }
    await clock.advance(by: .milliseconds(299))
    #expect(asked.value == [])
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.skuResponse) { $0.takenSku = "T-100" }
    #expect(asked.value == ["T-100"])
    #expect(store.state.errors == [.sku: "Another item has this SKU."])

    await store.send(\.binding.sku, "T-1000") { $0.sku = "T-1000" }
    #expect(store.state.errors.isEmpty)
    // The item's own SKU, or none, is no question.
    await store.send(\.binding.sku, "") { $0.sku = "" }
    await clock.advance(by: .seconds(1))
    #expect(asked.value == ["T-100"])
  }

  @Test func `the own SKU of an item is free`() async {
    let store = formStore(ItemFormFeature.State(item: .drill)) {
      $0.items.itemWithSku = { $0 == "T-100" ? .drill : nil }
    }
    await store.send(\.binding.sku, "T-10") { $0.sku = "T-10" }
    await store.receive(\.skuResponse)
    await store.send(\.binding.sku, "T-100") { $0.sku = "T-100" }
    #expect(!store.state.hasUnsavedChanges)
  }

  @Test func `a search for a SKU that fails is no mistake of the user`() async {
    let store = formStore(ItemFormFeature.State(newItem: .number(7))) {
      $0.items.itemWithSku = { _ in throw InventoryError.itemGone }
    }
    await store.send(\.binding.sku, "T-10") { $0.sku = "T-10" }
    await store.finish()
    #expect(store.state.errors.isEmpty)
  }
}
