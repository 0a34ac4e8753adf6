import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct StocktakeCountFeatureTests {
  private let earlier = StocktakeCount(item: .drill, counted: 3, expected: 4, date: .distantPast)

  private func makeStore(
    earlier: StocktakeCount? = nil,
    isAddition: Bool = true
  ) -> TestStoreOf<StocktakeCountFeature> {
    TestStore(
      initialState: StocktakeCountFeature.State(
        item: .drill,
        earlier: earlier,
        isAddition: isAddition
      )
    ) {
      StocktakeCountFeature()
    }
  }

  @Test func `a count is saved when it is entered`() async {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let store = makeStore()
    store.dependencies.stocktake.count = { [earlier] amount, id, isAddition in
      // Nobody knows of a count that it could take the place of.
      #expect(amount == 5 && id == Item.drill.id && isAddition)
      for await _ in gate {}
      return earlier
    }
    await store.send(\.submitted)
    await store.send(\.binding.amount, " 5 ") { $0.amount = " 5 " }
    await store.send(\.submitted) { $0.isSaving = true }
    // A second Enter is not a second count.
    await store.send(\.submitted)
    opened.finish()
    await store.receive(\.delegate.saved)
  }

  @Test func `a count in doubt is told, or asked about`() {
    var state = StocktakeCountFeature.State(item: .drill, locale: Locale(identifier: "de_DE"))
    state.amount = "1.200"
    #expect(state.number == 1_200)
    #expect(state.amountHint == "Read as 1200, not as 1,2.")
    state.amount = "1,200"
    #expect(state.number == Quantity("1.2"))
    #expect(state.amountHint == "Read as 1,2, not as 1200.")
    state.amount = "1,000"
    #expect(state.number == nil)
    #expect(state.amountHint == nil)
    #expect(state.amountError == "This can mean 1000 or 1. Write one of them.")
  }

  @Test func `what is counted again comes to what was counted, or takes its place`() async {
    let additions = LockIsolated<[Bool]>([])
    for isAddition in [true, false] {
      let store = makeStore(earlier: earlier)
      store.dependencies.stocktake.count = { [earlier] _, _, isAddition in
        additions.withValue { $0.append(isAddition) }
        return earlier
      }
      #expect(store.state.isAddition)
      await store.send(\.binding.amount, "2") { $0.amount = "2" }
      #expect(store.state.total == 5)
      if !isAddition {
        await store.send(\.binding.isAddition, false) { $0.isAddition = false }
        #expect(store.state.total == 2)
      }
      await store.send(\.submitted) { $0.isSaving = true }
      await store.receive(\.delegate.saved)
    }
    #expect(additions.value == [true, false])
  }

  @Test(
    arguments: [
      ("", nil), ("0", nil), ("9999999", nil),
      ("4006381333931", "This looks like a barcode. Enter how many there are first."),
      ("99999999999999999999", "This looks like a barcode. Enter how many there are first."),
      ("-1", "Enter a number from 0."), ("many", "Enter a number from 0."),
    ] as [(String, String?)]
  )
  func `an amount is checked as it is typed`(amount: String, error: String?) {
    var state = StocktakeCountFeature.State(item: .drill)
    state.amount = amount
    #expect(state.amountError == error)
    #expect((state.number == nil) == (error != nil || amount.isEmpty))
  }

  @Test func `an amount is read as the user writes numbers`() {
    let german = Locale(identifier: "de_DE")
    var state = StocktakeCountFeature.State(item: .drill, locale: german)
    state.amount = "1.200"
    #expect(state.number == 1_200)
  }

  @Test func `a count is removed`() async {
    let store = makeStore(earlier: earlier)
    store.dependencies.stocktake.removeCount = { #expect($0 == Item.drill.id) }
    await store.send(\.removeButtonTapped) { $0.isSaving = true }
    await store.receive(\.delegate.saved)
  }

  @Test func `a count that cannot be saved stays to be tried again`() async {
    let store = makeStore()
    store.dependencies.stocktake.count = { _, _, _ in throw InventoryError.itemGone }
    await store.send(\.binding.amount, "5") { $0.amount = "5" }
    await store.send(\.submitted) { $0.isSaving = true }
    await store.receive(\.saveFailed) {
      $0.isSaving = false
      $0.alert = .failure("The count could not be saved", InventoryError.itemGone)
    }
  }

  @Test func `an item may be skipped`() async {
    let store = makeStore()
    await store.send(\.cancelButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }
}
