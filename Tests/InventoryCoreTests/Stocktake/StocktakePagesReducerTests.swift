import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct StocktakePagesReducerTests {
  private let count = StocktakeCount(item: .drill, counted: 3, expected: 4, date: .distantPast)

  private func makeStore(
    _ pages: [InventoryFeature.Path.State] = []
  ) -> TestStoreOf<InventoryFeature> {
    TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]), path: StackState(pages))
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test func `the list leads to a stocktake, and that to its review`() async {
    let store = makeStore()
    await store.send(\.list.stocktakeButtonTapped)
    await store.receive(\.list.delegate.stocktakeRequested) {
      $0.path[id: 0] = .stocktake(StocktakeFeature.State())
    }
    await store.send(.path(.element(id: 0, action: .stocktake(.countsResponse(.success([count]))))))
    {
      $0.path[id: 0, case: \.stocktake]?.counts = [self.count]
    }
    await store.send(\.path[id: 0].stocktake.reviewButtonTapped)
    await store.receive(\.path[id: 0].stocktake.delegate.reviewRequested) {
      $0.path[id: 1] = .stocktakeReview(StocktakeReviewFeature.State(counts: [self.count]))
    }
    // A count that is wrong is put right on the page below.
    await store.send(\.path[id: 1].stocktakeReview.countTapped, count)
    await store.receive(\.path[id: 1].stocktakeReview.delegate.countRequested) {
      $0.path[id: 1] = nil
    }
    await store.receive(\.path[id: 0].stocktake.countTapped) {
      $0.path[id: 0, case: \.stocktake]?.count = StocktakeCountFeature.State(
        item: .drill,
        earlier: self.count,
        isAddition: false
      )
      $0.path[id: 0, case: \.stocktake]?.focus = .amount
    }
  }

  @Test func `an unknown item is added and counted next`() async {
    var stocktake = StocktakeFeature.State(counts: [])
    stocktake.scans = [StocktakeScan(id: 1, text: "4711", answer: .found(ItemMatches()))]
    let store = makeStore([.stocktake(stocktake)])
    var form = ItemFormFeature.State(newItem: UUID(0))
    form.barcode = "4711"
    await store.send(\.path[id: 0].stocktake.scanAddButtonTapped, 1) {
      $0.path[id: 0, case: \.stocktake]?.scanToAdd = 1
    }
    await store.receive(\.path[id: 0].stocktake.delegate.addRequested) { [form] in
      $0.destination = .add(form)
    }
    await store.send(\.destination.add.delegate.saved, .lamp) { $0.destination = nil }
    await store.receive(\.path[id: 0].stocktake.scanItemChosen) {
      $0.path[id: 0, case: \.stocktake]?.scanToAdd = nil
      $0.path[id: 0, case: \.stocktake]?.scans = []
      $0.path[id: 0, case: \.stocktake]?.count = StocktakeCountFeature.State(item: .lamp)
      $0.path[id: 0, case: \.stocktake]?.focus = .amount
    }
  }

  @Test func `an item that is added later is not the one that was scanned`() async {
    var stocktake = StocktakeFeature.State(counts: [])
    stocktake.scans = [StocktakeScan(id: 1, text: "4711", answer: .found(ItemMatches()))]
    stocktake.scanToAdd = 1
    let store = makeStore([.stocktake(stocktake)])
    await store.send(\.path[id: 0].stocktake.delegate.addRequested, "") {
      $0.destination = .add(ItemFormFeature.State(newItem: UUID(0)))
    }
    await store.send(\.destination.dismiss) {
      $0.destination = nil
      $0.path[id: 0, case: \.stocktake]?.scanToAdd = nil
    }
  }

  @Test func `a stocktake that is finished leaves no pages`() async {
    let store = makeStore([
      .item(ItemDetailFeature.State(item: .drill)), .stocktake(StocktakeFeature.State()),
      .stocktakeReview(StocktakeReviewFeature.State(counts: [count])),
    ])
    await store.send(\.path[id: 2].stocktakeReview.delegate.finished) {
      $0.path[id: 1] = nil
      $0.path[id: 2] = nil
    }
    #expect(store.state.path.count == 1)
  }

  @Test func `a stocktake that is finished keeps what was scanned and not counted`() async {
    var stocktake = StocktakeFeature.State(counts: [count])
    stocktake.scans = [StocktakeScan(id: 1, text: "4711", answer: .found(ItemMatches()))]
    let store = makeStore([
      .stocktake(stocktake), .stocktakeReview(StocktakeReviewFeature.State(counts: [count])),
    ])
    await store.send(\.path[id: 1].stocktakeReview.delegate.finished) { $0.path[id: 1] = nil }
    #expect(store.state.path.first?.stocktake?.scans == stocktake.scans)
  }

  @Test func `a count that is to be replaced does not wait to be added to`() {
    var stocktake = StocktakeFeature.State(counts: [count])
    stocktake.startCounting(.drill, isAddition: false)
    stocktake.setCountAside()
    #expect(stocktake.count == nil && stocktake.waiting.isEmpty)
    stocktake.startCounting(.lamp)
    stocktake.setCountAside()
    #expect(stocktake.waiting.map(\.name) == [Item.lamp.name])
  }
}
