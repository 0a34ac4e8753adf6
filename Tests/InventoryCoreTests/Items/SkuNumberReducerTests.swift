import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct SkuNumberReducerTests {
  private func formWithNumbers(
    _ numbers: [String],
    in state: ItemFormFeature.State = ItemFormFeature.State(newItem: .number(7))
  ) -> TestStoreOf<ItemFormFeature> {
    let numbers = LockIsolated(numbers)
    return formStore(state) {
      $0.locations.all = { [] }
      $0.items.nextSku = { _ in numbers.withValue { $0.removeFirst() } }
    }
  }

  @Test func `the form of a new item begins with the next number, which is no change`() async {
    @Shared(.skuPattern) var pattern = "B-{01}"
    let store = formStore(ItemFormFeature.State(newItem: .number(7))) {
      $0.locations.all = { [] }
      $0.items.nextSku = {
        #expect($0 == SkuPattern("B-{01}"))
        return "B-08"
      }
    }
    store.exhaustivity = .off
    await store.send(\.task)
    await store.receive(\.numberResponse)
    #expect(store.state.sku == "B-08")
    #expect(!store.state.hasUnsavedChanges)
    #expect(!store.state.canSave)
    await store.send(\.binding.name, "Saw")
    #expect(store.state.canSave)
    #expect(store.state.draft == .item(id: .number(7), original: nil, texts: [.name: "Saw"]))
  }

  @Test func `what was written meanwhile stays`() async {
    let store = formWithNumbers([])
    store.exhaustivity = .off
    await store.send(\.binding.sku, "S-1")
    await store.send(\.numberResponse, "ITEM-0008")
    #expect(store.state.sku == "S-1")
    #expect(store.state.hasUnsavedChanges)
  }

  @Test func `an item that is there, and a draft with a SKU, get no number`() async {
    for state in [
      ItemFormFeature.State(item: .drill), ItemFormFeature.State(newItem: .number(7)).with("S-1"),
    ] {
      let store = formWithNumbers([], in: state)
      store.exhaustivity = .off
      await store.send(\.task)
      await store.finish()
      #expect(store.state.sku == state.sku)
    }
  }

  @Test func `the next number comes when another item has got the one in the form`() async {
    let store = formWithNumbers(["ITEM-0008", "ITEM-0009"])
    store.exhaustivity = .off
    await store.send(\.task)
    await store.receive(\.numberResponse)
    await store.send(.skuResponse(sku: "ITEM-0008", isTaken: true))
    await store.receive(\.numberResponse)
    #expect(store.state.sku == "ITEM-0009")
    #expect(store.state.errors.isEmpty)
  }

  @Test func `a number that another item got first is replaced when the item is saved`() async {
    let store = formWithNumbers(["ITEM-0008", "ITEM-0009"])
    store.exhaustivity = .off
    store.dependencies.items.save = { edit in
      guard edit.edited.sku == "ITEM-0009" else {
        throw InventoryError.duplicateSku(edit.edited.sku)
      }
      return edit.edited
    }
    await store.send(\.task)
    await store.receive(\.numberResponse)
    await store.send(\.binding.name, "Saw")
    await store.send(\.saveButtonTapped)
    await store.receive(\.numberResponse)
    #expect(store.state.canSave)
    await store.send(\.saveButtonTapped)
    await store.receive(\.delegate.saved)
  }

  @Test func `a SKU that somebody wrote stays, also if it is another item's`() async {
    let store = formWithNumbers(["ITEM-0008"])
    store.exhaustivity = .off
    await store.send(\.task)
    await store.receive(\.numberResponse)
    await store.send(\.binding.sku, "T-100")
    await store.receive(\.skuResponse)
    await store.send(.skuResponse(sku: "T-100", isTaken: true))
    await store.finish()
    #expect(store.state.sku == "T-100")
    #expect(store.state.errors[.sku] == "Another item has this SKU.")
  }
}

extension ItemFormFeature.State {
  fileprivate func with(_ sku: String) -> Self {
    var state = self
    state.sku = sku
    return state
  }
}
