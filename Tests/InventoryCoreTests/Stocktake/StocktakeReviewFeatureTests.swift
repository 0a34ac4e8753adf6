import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@MainActor
@Suite struct StocktakeReviewFeatureTests {
  /// One less than expected.
  private let drill = StocktakeCount(item: .drill, counted: 3, expected: 4, date: .distantPast)
  /// As many as expected.
  private let hammer = StocktakeCount(item: .hammer, counted: 11, expected: 11, date: .distantPast)
  /// Two were counted where twenty were expected, and eighteen of these have gone since.
  private let lamp = StocktakeCount(item: .lamp, counted: 2, expected: 20, date: .distantPast)

  private func makeStore(_ counts: [StocktakeCount]?) -> TestStoreOf<StocktakeReviewFeature> {
    TestStore(initialState: StocktakeReviewFeature.State(counts: counts)) {
      StocktakeReviewFeature()
    }
  }

  @Test func `the differences are what is to be looked at`() {
    var state = StocktakeReviewFeature.State(counts: [drill, hammer, lamp])
    #expect(state.differences == [drill])
    #expect(state.impossibleCounts == [lamp])
    #expect(state.matchCount == 1)
    #expect(!state.canBook)
    state.counts = [drill, hammer]
    #expect(state.canBook)
    state.counts = []
    #expect(!state.canBook)
    state.counts = nil
    #expect(!state.canBook)
  }

  @Test func `what was reviewed is booked`() async {
    let store = makeStore([drill, hammer])
    let booked = LockIsolated<[StocktakeCount]>([])
    let (gate, opened) = AsyncStream<Void>.makeStream()
    store.dependencies.stocktake.book = { reviewed in
      booked.setValue(reviewed)
      for await _ in gate {}
    }
    await store.send(\.bookButtonTapped) { $0.isBooking = true }
    // The database changes while it is booked.
    await store.send(.countsResponse(.success([])))
    opened.finish()
    await store.receive(\.delegate.finished)
    #expect(booked.value == [drill, hammer])
  }

  @Test func `nothing is booked while something has to be counted again`() async {
    let store = makeStore([drill, lamp])
    await store.send(\.bookButtonTapped)
    await store.send(\.countTapped, lamp)
    await store.receive(\.delegate.countRequested, lamp)
  }

  @Test func `counts that were changed meanwhile are shown before they are booked`() async {
    let store = makeStore([drill])
    let (gate, opened) = AsyncStream<Void>.makeStream()
    store.dependencies.stocktake.book = { _ in
      for await _ in gate {}
      throw StocktakeProblem.countsChanged
    }
    store.dependencies.stocktake.counts = { [drill, hammer] in [drill, hammer] }
    await store.send(\.bookButtonTapped) { $0.isBooking = true }
    // Another program writes: what has been reviewed stays to be seen.
    await store.send(.countsResponse(.success([drill, hammer])))
    opened.finish()
    await store.receive(\.bookFailed) {
      $0.isBooking = false
      $0.destination = .alert(
        alert(
          "Nothing was booked",
          "Somebody has counted something since. Review the counts again."
        )
      )
    }
    await store.receive(\.countsResponse.success) { $0.counts = [self.drill, self.hammer] }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `the counts are thrown away after a question`() async {
    let store = makeStore([drill, hammer])
    let isDiscarded = LockIsolated(false)
    store.dependencies.stocktake.discard = { isDiscarded.setValue(true) }
    await store.send(\.discardButtonTapped) {
      $0.destination = .confirmationDialog(
        ConfirmationDialogState(titleVisibility: .visible) {
          TextState("Discard all counts?")
        } actions: {
          ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        } message: {
          TextState("2 items were counted. Their quantities stay as they are.")
        }
      )
    }
    await store.send(\.destination.confirmationDialog.discardConfirmed) {
      $0.destination = nil
      $0.isBooking = true
    }
    await store.receive(\.delegate.finished)
    #expect(isDiscarded.value)
  }

  @Test func `what has been counted follows the database`() async {
    let store = makeStore(nil)
    store.dependencies.connection.changes = { AsyncStream { $0.yield() } }
    store.dependencies.stocktake.counts = { [drill] in [drill] }
    let task = await store.send(\.task)
    await store.receive(\.countsResponse.success) { $0.counts = [self.drill] }
    await task.cancel()

    let error = EngineFailure.locked
    await store.send(.countsResponse(.failure(error))) {
      $0.destination = .alert(alert("The counts could not be read", "\(error)"))
    }
  }

  @Test func `nothing is said over the review while the inventory cannot be reached`() async {
    let store = makeStore([drill])
    await store.send(.countsResponse(.failure(EngineFailure.away)))
  }

  @Test func `a review that could not be read is read again when the user asks for it`() async {
    let store = makeStore(nil)
    await store.send(.countsResponse(.failure(EngineFailure.away))) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
    let isThere = LockIsolated(false)
    store.dependencies.connection.reopen = { isThere.setValue(true) }
    store.dependencies.connection.changes = { .once }
    store.dependencies.stocktake.counts = { [drill] in isThere.value ? [drill] : [] }
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.countsResponse.success) { $0.counts = [self.drill] }
  }
}
