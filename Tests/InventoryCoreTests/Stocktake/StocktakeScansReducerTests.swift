import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct StocktakeScansReducerTests {
  private func makeStore(
    matches: ItemMatches = ItemMatches()
  ) -> TestStoreOf<StocktakeFeature> {
    TestStore(initialState: StocktakeFeature.State(counts: [])) {
      StocktakeFeature()
    } withDependencies: {
      $0.items.matches = { _ in matches }
    }
  }

  /// Types a code and presses Enter, while nothing else is looked up.
  private func scan(_ text: String, _ store: TestStoreOf<StocktakeFeature>) async {
    await store.send(\.binding.code, text) { $0.code = text }
    await store.send(\.codeSubmitted) {
      $0.code = ""
      $0.scanCount += 1
      $0.scans.append(
        StocktakeScan(id: $0.scanCount, text: text, answer: .requested)
      )
    }
  }

  @Test func `a code that is scanned into the count is counted next, and its item waits`() async {
    let store = makeStore(matches: ItemMatches(exact: [.lamp]))
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "4006381333931") {
      $0.count?.amount = "4006381333931"
    }
    await store.send(\.count.entered) {
      $0.count?.amount = ""
      $0.scanCount = 1
      $0.scans = [StocktakeScan(id: 1, text: "4006381333931", answer: .requested)]
    }
    await store.receive(\.lookupResponse) {
      $0.scans = []
      $0.waiting = [.drill]
      $0.count = StocktakeCountFeature.State(item: .lamp)
    }
  }

  @Test func `a scanned item waits for the answer whether a count is discarded`() async {
    let store = makeStore(matches: ItemMatches(exact: [.lamp]))
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.count.cancelButtonTapped) {
      $0.count?.alert = .discard("Discard the count?", action: .discardConfirmed)
    }
    await scan("4711", store)
    await store.receive(\.lookupResponse) {
      $0.scans[0].answer = .found(ItemMatches(exact: [.lamp]))
    }
    await store.send(\.count.alert.discardConfirmed) {
      $0.count?.alert = nil
      $0.count?.discard()
    }
    await store.receive(\.count.dismiss) {
      $0.count = nil
      $0.focus = .code
    }
    await store.receive(\.scansResumed) {
      $0.scans = []
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.focus = .amount
    }
  }

  @Test func `an amount stays while one looks for the item that is meant`() async {
    let matches = ItemMatches(similar: [.lamp])
    let store = makeStore(matches: matches)
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.binding.focus, .code) { $0.focus = .code }
    await scan("la", store)
    await store.receive(\.lookupResponse) { $0.scans[0].answer = .found(matches) }
    #expect(store.state.count?.amount == "2")
  }

  @Test func `an unknown barcode is told, and an item may be added`() async {
    let store = makeStore(matches: ItemMatches(similar: [.lamp]))
    await scan("4711", store)
    await store.receive(\.lookupResponse) {
      $0.scans[0].answer = .found(ItemMatches(similar: [.lamp]))
    }
    await store.send(\.scanAddButtonTapped, 1) { $0.scanToAdd = 1 }
    await store.receive(\.delegate.addRequested, "4711")
    await store.send(.scanItemChosen(1, .lamp)) {
      $0.scans = []
      $0.scanToAdd = nil
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.focus = .amount
    }
  }

  @Test func `one of several items with a barcode is chosen, or the scan is dismissed`() async {
    let matches = ItemMatches(exact: [.drill, .lamp])
    let store = makeStore(matches: matches)
    await scan("4711", store)
    await store.receive(\.lookupResponse) { $0.scans[0].answer = .found(matches) }
    await store.send(\.scanRemoved, 1) { $0.scans = [] }
  }

  @Test func `a failure is told beside what was scanned, which stays`() async {
    let store = makeStore()
    store.dependencies.items.matches = { _ in throw EngineFailure.locked }
    await scan("4711", store)
    await store.receive(\.lookupResponse) {
      $0.scans[0].answer = .failed(reason: "\(EngineFailure.locked)")
    }
  }
}
