import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

/// The sheet in which something is done to many items.
@MainActor
@Suite struct ManyItemsFeatureTests {
  private nonisolated static let items = SelectedItems(.only([Item.drill.id, Item.lamp.id]))
  private nonisolated static let start = Date(timeIntervalSince1970: 0)

  private func makeStore(
    _ task: ManyItemsFeature.Task,
    _ summary: ManyItemsSummary = ManyItemsSummary(count: 2, counted: 1, leastQuantity: 2),
    change: @escaping @Sendable (ManyItemsChange) throws -> ManyItemsOutcome = { _ in
      ManyItemsOutcome(changed: 2)
    }
  ) -> TestStoreOf<ManyItemsFeature> {
    TestStore(initialState: ManyItemsFeature.State(task, Self.items)) {
      ManyItemsFeature()
    } withDependencies: {
      $0.date = .constant(Self.start)
      $0.connection.changes = { .once }
      $0.locations.all = { [] }
      $0.manyItems.summary = { items in
        #expect(items == Self.items)
        return summary
      }
      $0.manyItems.change = { items, made in
        #expect(items == Self.items)
        return AsyncThrowingStream { continuation in
          do {
            continuation.yield(.finished(try change(made)))
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
  }

  @Test func `items are moved to a location`() async {
    let store = makeStore(.move) { change in
      #expect(change == .move(to: "Attic / Box"))
      return ManyItemsOutcome(changed: 2)
    }
    let (isAsked, ask) = AsyncStream<Void>.makeStream()
    store.dependencies.locations.all = {
      for await _ in isAsked {}
      return []
    }
    #expect(!store.state.canSave)
    await store.send(\.task)
    await store.receive(\.summaryResponse.success) {
      $0.summary = ManyItemsSummary(count: 2, counted: 1, leastQuantity: 2)
    }
    ask.finish()
    await store.receive(\.locationsResponse.success)
    await store.send(\.binding.location, " Attic /  Box ") { $0.location = " Attic /  Box " }
    #expect(store.state.canSave)
    await store.send(\.saveButtonTapped) { $0.running = RunningTransfer(start: Self.start) }
    await store.receive(\.changeEnded.success) { $0.running = nil }
    await store.receive(\.delegate.finished, ManyItemsOutcome(changed: 2))
  }

  @Test func `items leave their locations only by the switch for it`() async {
    let store = makeStore(.move) { change in
      #expect(change == .move(to: ""))
      return ManyItemsOutcome(changed: 2)
    }
    let (isAsked, ask) = AsyncStream<Void>.makeStream()
    store.dependencies.locations.all = {
      for await _ in isAsked {}
      return []
    }
    await store.send(\.task)
    await store.receive(\.summaryResponse.success) {
      $0.summary = ManyItemsSummary(count: 2, counted: 1, leastQuantity: 2)
    }
    ask.finish()
    await store.receive(\.locationsResponse.success)
    await store.send(\.saveButtonTapped)
    await store.send(\.binding.location, " / ") { $0.location = " / " }
    #expect(!store.state.canSave)
    await store.send(\.binding.location, "Attic") { $0.location = "Attic" }
    await store.send(\.binding.removesLocation, true) { $0.removesLocation = true }
    #expect(store.state.change == .move(to: ""))
    await store.send(\.binding.location, "") { $0.location = "" }
    #expect(store.state.hasUnsavedChanges)
    await store.send(\.saveButtonTapped) { $0.running = RunningTransfer(start: Self.start) }
    await store.receive(\.changeEnded.success) { $0.running = nil }
    await store.receive(\.delegate.finished, ManyItemsOutcome(changed: 2))
  }

  @Test func `a booking says what it lacks before it is made, and its reason is remembered`()
    async
  {
    let store = makeStore(.book)
    await store.send(\.task)
    await store.receive(\.summaryResponse.success) {
      $0.summary = ManyItemsSummary(count: 2, counted: 1, leastQuantity: 2)
    }
    await store.send(\.binding.reason, .used) { $0.reason = .used }
    await store.send(\.binding.amount, "3") { $0.amount = "3" }
    #expect(store.state.error == "There are only 2 of one of the items.")
    #expect(!store.state.canSave)
    await store.send(\.binding.amount, "2") { $0.amount = "2" }
    #expect(store.state.change == .book(Booking(.used, 2)))
    await store.send(\.saveButtonTapped) { $0.running = RunningTransfer(start: Self.start) }
    await store.receive(\.changeEnded.success) { $0.running = nil }
    await store.receive(\.delegate.finished)
    #expect(ManyItemsFeature.State(.book, Self.items).reason == .used)
  }

  @Test func `fields and tags are read as they are written`() {
    var state = ManyItemsFeature.State(.changeField, Self.items)
    // Nobody empties a field of all items by pressing Return.
    #expect((state.change, state.error) == (nil, nil))
    state.value = " kg "
    #expect(state.change == .setUnit("kg"))
    state.field = .reorderLevel
    #expect(state.change == nil)
    #expect(state.error == "Enter a number from 0.")
    state.value = ""
    #expect((state.change, state.error) == (nil, nil))
    state.value = "12"
    #expect(state.change == .setReorderLevel(12))
    state.field = .price
    state.currency = "chf"
    #expect(state.change == .setPrice(Money(thousandths: 12_000), currency: "CHF"))
    state.currency = "XXL"
    #expect(state.change == nil)
    state.currency = ""
    state.value = ""
    #expect((state.change, state.error) == (nil, nil))

    state = ManyItemsFeature.State(.tag, Self.items)
    #expect(state.change == nil)
    state.newTags = "red; big, red"
    state.removedTags = ["old"]
    #expect(state.change == .changeTags(adding: ["red", "big"], removing: ["old"]))
  }

  @Test func `a failure is told, and the sheet stays`() async {
    let store = makeStore(.delete) { _ in throw ManyItemsProblem.tooMany(name: "Lamp") }
    await store.send(\.task)
    await store.receive(\.summaryResponse.success) {
      $0.summary = ManyItemsSummary(count: 2, counted: 1, leastQuantity: 2)
    }
    await store.send(\.saveButtonTapped) { $0.running = RunningTransfer(start: Self.start) }
    await store.receive(\.changeEnded.failure) {
      $0.running = nil
      $0.alert = AlertState {
        TextState("The change was not finished")
      } message: {
        TextState("There would be more of “Lamp” than can be counted.")
      }
    }
  }

  @Test func `what the server could not tell at first is told once it is back`() async {
    let store = makeStore(.delete)
    let (changes, change) = AsyncStream<Void>.makeStream()
    let summaries = LockIsolated<[Result<ManyItemsSummary, EngineFailure>]>([
      .failure(.away), .success(ManyItemsSummary(count: 2)), .success(ManyItemsSummary(count: 1)),
      .failure(.locked),
    ])
    store.dependencies.connection.changes = { changes }
    store.dependencies.manyItems.summary = { _ in
      try summaries.withValue { try $0.removeFirst().get() }
    }
    await store.send(\.task)
    change.yield()
    // The window says that the server is away.
    await store.receive(\.summaryResponse.failure)
    #expect(!store.state.canSave)
    change.yield()
    await store.receive(\.summaryResponse.success) { $0.summary = ManyItemsSummary(count: 2) }
    #expect(store.state.canSave)
    // Others have deleted one meanwhile.
    change.yield()
    await store.receive(\.summaryResponse.success) { $0.summary = ManyItemsSummary(count: 1) }
    change.yield()
    await store.receive(\.summaryResponse.failure)
    change.finish()
    await store.finish()
  }

  @Test func `a long change tells how far it has come, and is stopped`() async {
    let (events, event) = AsyncThrowingStream<TransferEvent<ManyItemsOutcome>, any Error>
      .makeStream()
    let store = makeStore(.delete, ManyItemsSummary(count: 1_000))
    store.dependencies.manyItems.change = { _, _ in events }
    await store.send(\.task)
    await store.receive(\.summaryResponse.success) { $0.summary = ManyItemsSummary(count: 1_000) }
    #expect(store.state.isLong)
    await store.send(\.saveButtonTapped) { $0.running = RunningTransfer(start: Self.start) }
    let progress = TransferProgress(fraction: 0.5, rows: 500)
    event.yield(.progress(progress))
    await store.receive(\.changeProgressed) { $0.running?.update(progress, at: Self.start) }
    await store.send(\.stopRequested) {
      $0.alert = AlertState {
        TextState("Stop the change?")
      } actions: {
        ButtonState(role: .destructive, action: .stopConfirmed) { TextState("Stop") }
        ButtonState(role: .cancel) { TextState("Keep Going") }
      } message: {
        TextState("Nothing has been changed yet.")
      }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    // Cancel stops the change at once, and leaves the sheet open.
    await store.send(\.cancelButtonTapped) { $0.running = nil }
    await store.finish()
  }

  @Test func `what is written is not lost by mistake`() async {
    let store = makeStore(.tag)
    await store.send(\.binding.newTags, "x") { $0.newTags = "x" }
    #expect(store.state.hasUnsavedChanges)
    await store.send(\.cancelButtonTapped) {
      $0.alert = discardQuestion("Discard the change?", discard: .discardConfirmed)
    }
  }

  @Test func `the list opens the sheet for its selection, and tells what was gone`() async {
    var state = ItemListFeature.State(page: ItemPage([.drill, .lamp]))
    state.list.selection = .only([Item.drill.id])
    let store = TestStore(initialState: state) { ItemListFeature() }
    let items = SelectedItems(.only([Item.drill.id]))
    await store.send(\.list.manyItemsButtonTapped, .delete) {
      $0.list.manyItems = ManyItemsFeature.State(.delete, items)
    }
    await store.send(
      \.list.manyItems.delegate.finished,
      ManyItemsOutcome(changed: 0, missing: 1)
    ) {
      $0.list.manyItems = nil
    }
    await store.receive(\.list.delegate.told, "1 item was gone already")
    await store.receive(\.delegate.told, "1 item was gone already")
    await store.send(\.list.exportSelectedButtonTapped)
    await store.receive(\.list.delegate.exportRequested, items)
    await store.receive(\.transfer.exportSelectedButtonTapped) {
      $0.transfer.fileChooser = .exportSelected(items)
    }
    await store.send(\.list.selectionEnded) { $0.list.selection = nil }
    await store.send(\.list.manyItemsButtonTapped, .move)
  }
}
