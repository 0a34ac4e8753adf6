import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

/// A count that is typed in a stocktake and not saved is not lost, whichever way its page is left.
@MainActor
@Suite struct UnsavedCountTests {
  private let quits = LockIsolated(0)
  private let question = AlertState<StocktakeCountFeature.Action.Alert>.discard(
    "Discard the count?",
    action: .discardConfirmed
  )

  /// The page of a stocktake with an amount that is written, below another page if there is one.
  private func makeStore(
    amount: String = "2",
    _ pages: [InventoryFeature.Path.State] = []
  ) -> TestStoreOf<InventoryFeature> {
    var count = StocktakeCountFeature.State(item: .drill)
    count.amount = amount
    var stocktake = StocktakeFeature.State(counts: [])
    stocktake.count = count
    return TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.stocktake(stocktake)] + pages)
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.windows.quit = { [quits] in quits.withValue { $0 += 1 } }
      $0.links.target = { link in
        DeepLinkTarget(link: link, list: ItemPage([.hammer]), pages: [.item(.init(item: .hammer))])
      }
    }
  }

  private func receiveQuestion(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.path[id: 0].stocktake.count.cancelButtonTapped) { [question] in
      $0.count?.alert = question
    }
  }

  private func goBack(_ store: TestStoreOf<InventoryFeature>, from id: StackElementID) async {
    await store.send(.path(.popFrom(id: id)))
    await store.receive(\.popPostponed) { $0.postponed = .pop(from: id) }
    await receiveQuestion(store)
  }

  private func discard(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.path[id: 0].stocktake.count.alert.discardConfirmed) {
      $0.count?.alert = nil
      $0.count?.discard()
    }
    await store.receive(\.path[id: 0].stocktake.count.dismiss) {
      $0.count = nil
      $0.postponed = nil
    }
  }

  @Test func `the page goes once the count is discarded`() async {
    let store = makeStore()
    await goBack(store, from: 0)
    await discard(store)
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test func `the page stays when the count is to be kept`() async {
    let store = makeStore()
    await goBack(store, from: 0)
    await store.send(\.path[id: 0].stocktake.count.alert.dismiss) {
      $0.count?.alert = nil
      $0.postponed = nil
    }
  }

  @Test func `the way back over several pages asks, too`() async {
    let store = makeStore([.item(ItemDetailFeature.State(item: .drill))])
    await goBack(store, from: 0)
    await discard(store)
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test func `what was scanned and is not counted is discarded only after a question`() async {
    let store = makeStore(amount: "")
    await store.send(\.path[id: 0].stocktake.itemChosen, .lamp) {
      $0.path[id: 0, case: \.stocktake]?.waiting = [.drill]
      $0.count = StocktakeCountFeature.State(item: .lamp)
      $0.path[id: 0, case: \.stocktake]?.focus = .amount
    }
    for isDiscarded in [false, true] {
      await store.send(.path(.popFrom(id: 0)))
      await store.receive(\.popPostponed) { $0.postponed = .pop(from: 0) }
      await store.receive(\.path[id: 0].stocktake.leaveRequested) {
        $0.path[id: 0, case: \.stocktake]?.question = AlertState {
          TextState("Discard what was scanned?")
        } actions: {
          ButtonState(role: .destructive, action: .discardScansConfirmed) { TextState("Discard") }
          ButtonState(role: .cancel) { TextState("Keep") }
        } message: {
          TextState("1 scan is not counted.")
        }
      }
      if !isDiscarded {
        await store.send(\.path[id: 0].stocktake.question.dismiss) {
          $0.path[id: 0, case: \.stocktake]?.question = nil
          $0.postponed = nil
        }
      }
    }
    await store.send(\.path[id: 0].stocktake.question.discardScansConfirmed) {
      $0.path[id: 0, case: \.stocktake]?.question = nil
      $0.path[id: 0, case: \.stocktake]?.waiting = []
      $0.postponed = nil
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test func `the way back from a page on top of it does not ask`() async {
    let store = makeStore([.item(ItemDetailFeature.State(item: .drill))])
    await store.send(.path(.popFrom(id: 1))) { $0.path[id: 1] = nil }
  }

  @Test func `the page goes without a question when nothing is written`() async {
    let store = makeStore(amount: " ")
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  @Test func `the window closes once the count is discarded`() async {
    let store = makeStore()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await receiveQuestion(store)
    await discard(store)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `the program quits once the count is discarded`() async {
    let store = makeStore()
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await receiveQuestion(store)
    await discard(store)
    await store.receive(\.command, .quit)
    #expect(quits.value == 1)
  }

  @Test func `a link is followed once the count is discarded`() async {
    let store = makeStore()
    let link = DeepLink(pages: [.item(sku: "T-200")])
    await store.send(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) { $0.postponed = .link(link) }
    await receiveQuestion(store)
    await discard(store)
    await store.receive(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) {
      $0.list.list.rows = PagedArray(ItemPage([.hammer]))
      $0.path = StackState()
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .hammer))
    }
  }

  @Test func `an alert that is closed while a count is being saved does not answer for it`() async {
    let store = makeStore()
    let answer = AsyncStream<Void>.makeStream()
    store.dependencies.stocktake.count = { amount, _, _ in
      for await _ in answer.stream {}
      return StocktakeCount(item: .drill, counted: amount, expected: 4, date: .distantPast)
    }
    await store.send(\.path[id: 0].stocktake.count.submitted) { $0.count?.isSaving = true }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].stocktake.count.cancelButtonTapped)
    let error = EngineFailure.diskFull
    await store.send(.path(.element(id: 0, action: .stocktake(.countsResponse(.failure(error)))))) {
      $0.path[id: 0, case: \.stocktake]?.alert = .failure("The counts could not be read", error)
    }
    await store.send(\.path[id: 0].stocktake.alert.dismiss) {
      $0.path[id: 0, case: \.stocktake]?.alert = nil
    }
    answer.continuation.finish()
    await store.receive(\.path[id: 0].stocktake.count.delegate.saved) {
      $0.count = nil
      $0.path[id: 0, case: \.stocktake]?.focus = .code
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `the page goes when the count that was being saved is saved`() async {
    let store = makeStore()
    let answer = AsyncStream<Void>.makeStream()
    store.dependencies.stocktake.count = { amount, _, _ in
      for await _ in answer.stream {}
      return StocktakeCount(item: .drill, counted: amount, expected: 4, date: .distantPast)
    }
    await store.send(\.path[id: 0].stocktake.count.submitted) { $0.count?.isSaving = true }
    await store.send(.path(.popFrom(id: 0)))
    await store.receive(\.popPostponed) { $0.postponed = .pop(from: 0) }
    await store.receive(\.path[id: 0].stocktake.count.cancelButtonTapped)
    answer.continuation.finish()
    await store.receive(\.path[id: 0].stocktake.count.delegate.saved) {
      $0.count = nil
      $0.path[id: 0, case: \.stocktake]?.focus = .code
      $0.postponed = nil
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test func `the page stays when the count cannot be saved`() async {
    let store = makeStore()
    let error = EngineFailure.diskFull
    let answer = AsyncStream<Void>.makeStream()
    store.dependencies.stocktake.count = { _, _, _ in
      for await _ in answer.stream {}
      throw error
    }
    await store.send(\.path[id: 0].stocktake.count.submitted) { $0.count?.isSaving = true }
    await store.send(.path(.popFrom(id: 0)))
    await store.receive(\.popPostponed) { $0.postponed = .pop(from: 0) }
    await store.receive(\.path[id: 0].stocktake.count.cancelButtonTapped)
    answer.continuation.finish()
    await store.receive(\.path[id: 0].stocktake.count.saveFailed) {
      $0.count?.isSaving = false
      $0.count?.alert = .failure("The count could not be saved", error)
      $0.path[id: 0, case: \.stocktake]?.focus = .amount
      $0.postponed = nil
    }
  }
}

extension InventoryFeature.State {
  /// The count on the first page.
  fileprivate var count: StocktakeCountFeature.State? {
    get { path[id: 0]?.stocktake?.count }
    set { path[id: 0, case: \.stocktake]?.count = newValue }
  }
}
