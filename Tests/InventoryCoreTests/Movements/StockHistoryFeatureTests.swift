import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import TestSupport
import Testing

/// A history of levels at 0, 10, 20 … seconds, and its latest movements.
private func history(_ quantities: [Quantity], movements: Int? = nil) -> StockHistory {
  StockHistory(
    levels: quantities.enumerated().map {
      StockLevel(date: Date(timeIntervalSince1970: Double($0.offset) * 10), quantity: $0.element)
    },
    movements: (0..<(movements ?? quantities.count)).map {
      Movement(id: Int64(-$0), date: Date(timeIntervalSince1970: 100_000), reason: .used, delta: -1)
    },
    movementCount: quantities.count
  )
}

@MainActor
@Suite struct StockHistoryFeatureTests {
  private let now = Date(timeIntervalSince1970: 100_000)

  private func store(_ history: StockHistory? = nil) -> TestStoreOf<StockHistoryFeature> {
    var state = StockHistoryFeature.State(itemID: Item.drill.id)
    state.history = history
    return TestStore(initialState: state) {
      StockHistoryFeature()
    } withDependencies: { [now] in
      $0.date = .constant(now)
    }
  }

  @Test func `the history is read at first and after each change`() async {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let histories = LockIsolated([history([4]), history([4, 7])])
    let store = store()
    store.dependencies.connection.changes = { changes }
    store.dependencies.movements.history = { id, limit in
      #expect(id == Item.drill.id)
      #expect(limit == 20)
      return histories.withValue { $0.removeFirst() }
    }
    await store.send(\.task)
    continuation.yield()
    await store.receive(\.historyResponse.success) { [self] in
      $0.history = history([4])
      $0.now = now
    }
    continuation.yield()
    await store.receive(\.historyResponse.success) { $0.history = history([4, 7]) }
    continuation.finish()
    await store.finish()
  }

  @Test func `changes that come while the history is read do not keep it from being shown`() async {
    let (changes, change) = AsyncStream<Void>.makeStream()
    let (answers, answer) = AsyncStream<StockHistory>.makeStream()
    let reads = LockIsolated(0)
    let store = store()
    store.dependencies.connection.changes = { changes }
    store.dependencies.movements.history = { _, _ in
      reads.withValue { $0 += 1 }
      for await answer in answers { return answer }
      throw CancellationError()
    }
    await store.send(\.task)
    change.yield()
    #expect(await eventually { reads.value == 1 })
    change.yield()
    answer.yield(history([4]))
    await store.receive(\.historyResponse.success) { [self] in
      $0.history = history([4])
      $0.now = now
    }
    answer.yield(history([4, 7]))
    await store.receive(\.historyResponse.success) { $0.history = history([4, 7]) }
    change.finish()
    await store.finish()
    #expect(reads.value == 2)
  }

  @Test func `a history that cannot be read stays what it was`() async {
    let store = store(history([4]))
    store.dependencies.connection.changes = { .once }
    store.dependencies.movements.history = { _, _ in throw InventoryError.itemGone }
    await store.send(\.task)
    await store.receive(\.historyResponse.failure)
  }

  @Test func `a history that was never read says why, and is read when the user asks for it`() async
  {
    let isThere = LockIsolated(false)
    let store = store()
    store.dependencies.connection.changes = { .once }
    store.dependencies.connection.reopen = { isThere.setValue(true) }
    store.dependencies.movements.history = { _, _ in
      if !isThere.value { throw EngineFailure.away }
      return history([4])
    }
    await store.send(\.task)
    await store.receive(\.historyResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.historyResponse.success) { [self] in
      $0.history = history([4])
      $0.now = now
    }
  }

  @Test(arguments: [true, false])
  func `the plot that a link leads to has the focus, if there is one`(hasPlot: Bool) async {
    let store = store()
    let levels = hasPlot ? history([4, 7]) : history([4])
    await store.send(\.focusChanged, true) { $0.isFocused = true }
    await store.send(\.historyResponse.success, levels) { [now] in
      $0.history = levels
      $0.now = now
      $0.isFocused = hasPlot
    }
  }

  @Test func `older movements come in pages`() async {
    let quantities = (0..<45).map { Quantity($0) }
    let store = store(history(quantities, movements: 20))
    store.dependencies.connection.changes = { .once }
    store.dependencies.movements.history = { _, limit in
      history(quantities, movements: min(limit, 45))
    }
    #expect(store.state.hasMoreMovements)
    await store.send(\.moreButtonTapped) { $0.movementLimit = 40 }
    await store.receive(\.historyResponse.success) { [self] in
      $0.history = history(quantities, movements: 40)
      $0.now = now
    }
    #expect(store.state.hasMoreMovements)
    await store.send(\.moreButtonTapped) { $0.movementLimit = 60 }
    await store.receive(\.historyResponse.success) { $0.history = history(quantities) }
    #expect(!store.state.hasMoreMovements)
  }

  @Test func `the cursor goes from level to level`() async {
    let store = store(history([4, 7, 5]))
    await store.send(\.cursorMoved, .previous) { $0.cursor = 2 }
    await store.send(\.cursorMoved, .previous) { $0.cursor = 1 }
    #expect(store.state.selectedLevel?.quantity == 7)
    await store.send(\.cursorMoved, .first) { $0.cursor = 0 }
    await store.send(\.cursorMoved, .previous)
    await store.send(\.cursorMoved, .next) { $0.cursor = 1 }
    await store.send(\.cursorMoved, .last) { $0.cursor = 2 }
    await store.send(\.cursorMoved, .next)
  }

  @Test func `without a history there is no cursor`() async {
    let store = store()
    await store.send(\.cursorMoved, .next)
    await store.send(\.pointed, now)
    #expect(store.state.selectedLevel == nil)
    #expect(!store.state.hasMoreMovements)
  }

  @Test func `the level at a moment is the one before`() async {
    let store = store(history([4, 7, 5]))
    await store.send(\.pointed, Date(timeIntervalSince1970: 19)) { $0.cursor = 1 }
    await store.send(\.pointed, Date(timeIntervalSince1970: 20)) { $0.cursor = 2 }
    await store.send(\.pointed, now)
    await store.send(\.pointed, Date(timeIntervalSince1970: -1)) { $0.cursor = nil }
    await store.send(\.pointed, now) { $0.cursor = 2 }
    await store.send(\.pointed, nil) { $0.cursor = nil }
  }

  @Test func `a cursor beyond what is left of the history goes`() async {
    let store = store(history([4, 7, 5]))
    store.dependencies.connection.changes = { .once }
    store.dependencies.movements.history = { _, _ in history([4]) }
    await store.send(\.cursorMoved, .last) { $0.cursor = 2 }
    await store.send(\.task)
    await store.receive(\.historyResponse.success) { [self] in
      $0.history = history([4])
      $0.now = now
      $0.cursor = nil
    }
  }
}
