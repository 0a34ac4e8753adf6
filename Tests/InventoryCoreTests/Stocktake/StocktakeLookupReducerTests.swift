import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct StocktakeLookupReducerTests {
  private func makeStore(
    matches: ItemMatches = ItemMatches()
  ) -> TestStoreOf<StocktakeFeature> {
    TestStore(initialState: StocktakeFeature.State(counts: [])) {
      StocktakeFeature()
    } withDependencies: {
      $0.items.matches = { _ in matches }
    }
  }

  @Test func `a scanned item waits for the answer whether a count is discarded`() async {
    let store = makeStore(matches: ItemMatches(exact: [.lamp]))
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.binding.code, "4711") { $0.code = "4711" }
    await store.send(\.count.cancelButtonTapped) {
      $0.count?.alert = .discard("Discard the count?", action: .discardConfirmed)
    }
    await store.send(\.codeSubmitted)
    await store.receive(\.lookupResponse)
    await store.send(\.count.alert.dismiss) { $0.count?.alert = nil }
  }

  @Test func `an amount stays while one looks for the item that is meant`() async {
    let matches = ItemMatches(similar: [.lamp])
    let store = makeStore(matches: matches)
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.binding.code, "la") { $0.code = "la" }
    await store.send(\.codeSubmitted)
    await store.receive(\.lookupResponse) {
      $0.code = ""
      $0.focus = .code
      $0.lookup = StocktakeFeature.Lookup(text: "la", matches: matches)
    }
  }

  @Test func `an unknown barcode is told, and an item may be added`() async {
    let store = makeStore(matches: ItemMatches(similar: [.lamp]))
    await store.send(\.addButtonTapped)
    await store.send(\.binding.code, "4711") { $0.code = "4711" }
    await store.send(\.codeSubmitted)
    await store.receive(\.lookupResponse) {
      $0.code = ""
      $0.lookup = StocktakeFeature.Lookup(
        text: "4711",
        matches: ItemMatches(similar: [.lamp])
      )
    }
    await store.send(\.addButtonTapped)
    await store.receive(\.delegate.addRequested, "4711")
    await store.send(\.itemChosen, .lamp) {
      $0.lookup = nil
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.focus = .amount
    }
  }

  @Test func `one of several items with a barcode is chosen`() async {
    let matches = ItemMatches(exact: [.drill, .lamp])
    let store = makeStore(matches: matches)
    await store.send(\.binding.code, "4711") { $0.code = "4711" }
    await store.send(\.codeSubmitted)
    await store.receive(\.lookupResponse) {
      $0.code = ""
      $0.lookup = StocktakeFeature.Lookup(text: "4711", matches: matches)
    }
  }

  @Test func `failures are told, and what was scanned stays`() async {
    let error = EngineFailure.locked
    let store = makeStore()
    store.dependencies.items.matches = { _ in throw error }
    await store.send(\.binding.code, "4711") { $0.code = "4711" }
    await store.send(\.codeSubmitted)
    await store.receive(\.lookupResponse) {
      $0.alert = alert("The item could not be looked up", "\(error)")
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }
}
