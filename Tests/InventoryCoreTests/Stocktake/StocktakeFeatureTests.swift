import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct StocktakeFeatureTests {
  private let count = StocktakeCount(item: .drill, counted: 3, expected: 4, date: .distantPast)

  private func makeStore(
    counts: [StocktakeCount]? = [],
    matches: ItemMatches = ItemMatches()
  ) -> TestStoreOf<StocktakeFeature> {
    TestStore(initialState: StocktakeFeature.State(counts: counts)) {
      StocktakeFeature()
    } withDependencies: {
      $0.items.matches = { _ in matches }
    }
  }

  @Test func `an item is scanned and counted, and then the next one`() async {
    let store = makeStore(matches: ItemMatches(exact: [.drill]))
    store.dependencies.stocktake.count = { [count] _, _, _ in count }
    await store.send(\.codeSubmitted)
    await store.send(\.binding.code, " 4006 ") { $0.code = " 4006 " }
    await store.send(\.codeSubmitted) {
      $0.code = ""
      $0.scanCount = 1
      $0.scans = [StocktakeScan(id: 1, text: "4006", answer: .requested)]
    }
    await store.receive(\.lookupResponse) {
      $0.scans = []
      $0.count = StocktakeCountFeature.State(item: .drill)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "3") { $0.count?.amount = "3" }
    await store.send(\.count.submitted) { $0.count?.isSaving = true }
    await store.receive(\.count.delegate.saved) {
      $0.count = nil
      $0.focus = .code
    }
  }

  @Test func `what has been counted follows the database`() async {
    let store = makeStore(counts: nil)
    store.dependencies.connection.changes = { AsyncStream { $0.yield() } }
    store.dependencies.stocktake.counts = { [count] in [count] }
    let task = await store.send(\.task)
    await store.receive(\.countsResponse.success) { $0.counts = [self.count] }
    await task.cancel()
  }

  @Test func `an item that was counted already is known as such`() async {
    let store = makeStore(counts: [count])
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill, earlier: self.count)
      $0.focus = .amount
    }
    #expect(store.state.count?.isAddition == true)
    await store.send(\.count.cancelButtonTapped)
    await store.receive(\.count.dismiss) {
      $0.count = nil
      $0.focus = .code
    }
    // A count in the list is put right.
    await store.send(\.countTapped, count) {
      $0.count = StocktakeCountFeature.State(item: .drill, earlier: self.count, isAddition: false)
      $0.focus = .amount
    }
  }

  @Test func `what somebody else has counted meanwhile is not replaced`() async {
    let store = makeStore(counts: nil)
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill, isEarlierKnown: false)
      $0.focus = .amount
    }
    await store.send(.countsResponse(.success([count]))) {
      $0.counts = [self.count]
      $0.count?.earlier = self.count
      $0.count?.isEarlierKnown = true
      $0.count?.isAddition = true
    }
  }

  @Test func `what was counted before and could not be read is not replaced`() async {
    let store = makeStore(counts: nil)
    let additions = LockIsolated<[Bool]>([])
    store.dependencies.stocktake.count = { [count] _, _, isAddition in
      additions.withValue { $0.append(isAddition) }
      return count
    }
    await store.send(.countsResponse(.failure(EngineFailure.away))) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill, isEarlierKnown: false)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    // Nobody knows how many there are in all.
    #expect(store.state.count?.total == nil)
    await store.send(\.count.submitted) { $0.count?.isSaving = true }
    await store.receive(\.count.delegate.saved) {
      $0.count = nil
      $0.focus = .code
    }
    #expect(additions.value == [true])
  }

  @Test func `a count of the review is replaced before all counts are known`() async {
    let store = makeStore(counts: nil)
    let additions = LockIsolated<[Bool]>([])
    store.dependencies.stocktake.count = { [count] _, _, isAddition in
      additions.withValue { $0.append(isAddition) }
      return count
    }
    await store.send(\.countTapped, count) {
      $0.count = StocktakeCountFeature.State(item: .drill, earlier: self.count, isAddition: false)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.count.submitted) { $0.count?.isSaving = true }
    await store.receive(\.count.delegate.saved) {
      $0.count = nil
      $0.focus = .code
    }
    #expect(additions.value == [false])
  }

  @Test func `an amount comes to nothing once somebody else has removed the count`() async {
    let store = makeStore(counts: [count])
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill, earlier: self.count)
      $0.focus = .amount
    }
    #expect(store.state.count?.isAddition == true)
    await store.send(.countsResponse(.success([]))) {
      $0.counts = []
      $0.count?.earlier = nil
      $0.count?.isAddition = false
    }
  }

  @Test func `an amount that is written is saved before the next item is counted`() async {
    let saved = LockIsolated<[Quantity]>([])
    let store = makeStore(matches: ItemMatches(exact: [.lamp]))
    store.dependencies.stocktake.count = { [count] amount, id, _ in
      #expect(id == Item.drill.id)
      saved.withValue { $0.append(amount) }
      return count
    }
    await store.send(\.itemChosen, .drill) {
      $0.count = StocktakeCountFeature.State(item: .drill)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "many") { $0.count?.amount = "many" }
    await store.send(\.binding.focus, .code) { $0.focus = .code }
    await store.send(\.binding.code, "4711") { $0.code = "4711" }
    await store.send(\.codeSubmitted) {
      $0.code = ""
      $0.scanCount = 1
      $0.scans = [StocktakeScan(id: 1, text: "4711", answer: .requested)]
    }
    // An amount that is none is to be put right.
    await store.receive(\.lookupResponse) {
      $0.scans[0].answer = .found(ItemMatches(exact: [.lamp]))
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "12") { $0.count?.amount = "12" }
    await store.send(\.count.entered) { $0.focus = .code }
    await store.receive(\.count.submitted) { $0.count?.isSaving = true }
    await store.receive(\.count.delegate.saved) {
      $0.scans = []
      $0.focus = .amount
      $0.count = StocktakeCountFeature.State(item: .lamp)
    }
    #expect(saved.value == [12])
  }

  @Test func `an amount that cannot be saved stays, and the next item waits`() async {
    let error = EngineFailure.diskFull
    let store = makeStore(counts: [count])
    store.dependencies.stocktake.count = { _, _, _ in throw error }
    await store.send(\.itemChosen, .lamp) {
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.countTapped, count) {
      $0.next = .recount(count)
    }
    await store.receive(\.count.submitted) { $0.count?.isSaving = true }
    await store.receive(\.count.saveFailed) {
      $0.next = nil
      $0.count?.isSaving = false
      $0.count?.alert = .failure("The count could not be saved", error)
    }
  }

  @Test func `an amount that is written is saved before the review`() async {
    let store = makeStore(counts: [count])
    store.dependencies.stocktake.count = { [count] _, _, _ in count }
    await store.send(\.itemChosen, .lamp) {
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.reviewButtonTapped) { $0.next = .review }
    await store.receive(\.count.submitted) { $0.count?.isSaving = true }
    await store.receive(\.count.delegate.saved) {
      $0.count = nil
      $0.next = nil
      $0.focus = .code
    }
    await store.receive(\.delegate.reviewRequested)
  }

  @Test func `an amount that makes no sense is put right before the review`() async {
    let store = makeStore(counts: [count])
    await store.send(\.itemChosen, .lamp) {
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "two") { $0.count?.amount = "two" }
    await store.send(\.binding.focus, nil) { $0.focus = nil }
    await store.send(\.reviewButtonTapped) { $0.focus = .amount }
  }

  @Test func `an amount that is written is discarded only after a question`() async {
    let store = makeStore(counts: [])
    await store.send(\.itemChosen, .lamp) {
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.focus = .amount
    }
    await store.send(\.count.binding.amount, "2") { $0.count?.amount = "2" }
    await store.send(\.count.cancelButtonTapped) {
      $0.count?.alert = .discard("Discard the count?", action: .discardConfirmed)
    }
    await store.send(\.count.alert.dismiss) { $0.count?.alert = nil }
    await store.send(\.count.cancelButtonTapped) {
      $0.count?.alert = .discard("Discard the count?", action: .discardConfirmed)
    }
    await store.send(\.count.alert.discardConfirmed) {
      $0.count?.alert = nil
      $0.count?.discard()
    }
    await store.receive(\.count.dismiss) {
      $0.count = nil
      $0.focus = .code
    }
  }

  @Test func `counts that cannot be read are told, and read again when the user asks for it`() async
  {
    let error = EngineFailure.locked
    let store = makeStore(counts: nil)
    await store.send(.countsResponse(.failure(error))) { $0.problem = DatabaseProblem(error) }
    let reopened = LockIsolated(0)
    store.dependencies.connection.reopen = { reopened.withValue { $0 += 1 } }
    store.dependencies.connection.changes = { .once }
    store.dependencies.stocktake.counts = { [count] in [count] }
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.countsResponse.success) { $0.counts = [self.count] }
    #expect(reopened.value == 1)
    // What is known stays to be seen.
    await store.send(.countsResponse(.failure(error))) {
      $0.alert = alert("The counts could not be read", "\(error)")
    }
  }

  @Test func `the review is the parent's`() async {
    let store = makeStore()
    await store.send(\.reviewButtonTapped)
    await store.receive(\.delegate.reviewRequested)
  }

  @Test func `nothing is said over the counts while the inventory cannot be reached`() async {
    let store = makeStore(counts: [count])
    await store.send(.countsResponse(.failure(EngineFailure.away)))
  }
}
