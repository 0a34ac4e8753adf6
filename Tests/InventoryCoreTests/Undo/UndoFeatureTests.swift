import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct UndoFeatureTests {
  private let deleted = InventoryChange(.deleted(name: "Drill"))
  private let edited = InventoryChange(.edited(name: "Lamp"))
  /// What takes the deletion back.
  private let restored = InventoryChange(
    .deleted(name: "Drill"),
    restoredItem: .drill
  )
  private let clock = TestClock()

  private func makeStore(
    undos: [InventoryChange] = [],
    redos: [InventoryChange] = [],
    revert: @escaping @Sendable (InventoryChange) async throws -> InventoryChange
  ) -> TestStoreOf<UndoFeature> {
    var state = UndoFeature.State()
    state.undos = undos
    state.redos = redos
    return TestStore(initialState: state) {
      UndoFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.undo.takeBack = { change in .transfer { _ in try await revert(change) } }
    }
  }

  @Test func `what cannot be taken back is told without a button`() async {
    let store = makeStore { $0 }
    await store.send(\.finished, "3 items added") {
      $0.toast = ToastFeature.State(id: 1, text: "3 items added")
    }
    await store.receive(\.toast.shown)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `a message waits until the button of the one before has gone`() async {
    let store = makeStore { $0 }
    await store.send(\.changeMade, deleted) {
      $0.undos = [self.deleted]
      $0.toast = ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.toast.shown)
    let messages = [
      ToastFeature.State(id: 2, text: "3 items written"),
      ToastFeature.State(id: 3, text: "2 items written"),
    ]
    await store.send(\.finished, "3 items written") { $0.messages = [messages[0]] }
    await store.send(\.finished, "2 items written") { $0.messages = messages }
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.toast.dismiss) {
      $0.messages = [messages[1]]
      $0.toast = messages[0]
    }
    await store.receive(\.toast.shown)
    // An import that has changed nothing takes nobody's place, either.
    let last = ToastFeature.State(id: 4, text: "0 items added, 2 skipped")
    await store.send(\.imported, ImportSummary(skipped: 2)) { $0.messages = [messages[1], last] }
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.toast.dismiss) {
      $0.messages = [last]
      $0.toast = messages[1]
    }
    await store.receive(\.toast.shown)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.toast.dismiss) {
      $0.messages = []
      $0.toast = last
    }
    await store.receive(\.toast.shown)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `what waits is told when the inventory is another one`() async {
    let store = makeStore { $0 }
    await store.send(\.changeMade, deleted) {
      $0.undos = [self.deleted]
      $0.toast = ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.toast.shown)
    let message = ToastFeature.State(id: 2, text: "3 items written")
    await store.send(\.finished, message.text) { $0.messages = [message] }
    await store.send(\.inventoryReplaced) {
      $0.undos = []
      $0.messages = []
      $0.toast = message
    }
    await store.receive(\.toast.shown)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `an import that cannot be taken back ends what can be undone`() async {
    let store = makeStore(undos: [edited], redos: [deleted]) { $0 }
    await store.send(\.imported, ImportSummary(skipped: 2)) {
      $0.toast = ToastFeature.State(id: 1, text: "0 items added, 2 skipped")
    }
    await store.receive(\.toast.shown)
    await store.send(
      \.imported,
      ImportSummary(added: 1, updated: 7_000, skipped: 3, badRows: 4)
    ) {
      $0.undos = []
      $0.redos = []
      $0.toast = ToastFeature.State(
        id: 2,
        text: "1 item added, 7000 updated, 3 skipped, 4 left out because of problems. "
          + "This cannot be undone."
      )
    }
    await store.receive(\.toast.shown)
    // There is nothing before it that could be taken back in its place.
    await store.send(\.undoRequested)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `what is done in the window is told, and goes by itself`() async {
    let (changes, continuation) = AsyncStream<InventoryChange>.makeStream()
    let store = makeStore(redos: [edited]) { $0 }
    store.dependencies.undo.madeChanges = { changes }
    await store.send(\.task)
    continuation.yield(deleted)
    await store.receive(\.changeMade) {
      $0.undos = [self.deleted]
      $0.redos = []
      $0.toast = ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.toast.shown)
    // The next one takes its place, and stays for its own time.
    await clock.advance(by: .seconds(9))
    continuation.yield(edited)
    await store.receive(\.changeMade) {
      $0.undos = [self.deleted, self.edited]
      $0.toast = ToastFeature.State(id: 2, text: "“Lamp” changed", button: .undo)
    }
    await store.receive(\.toast.shown)
    await clock.advance(by: .seconds(9))
    await clock.advance(by: .seconds(1))
    await store.receive(\.toast.dismiss) { $0.toast = nil }
    continuation.finish()
    await store.finish()
  }

  @Test func `what is written about a photo is taken back at once, and told once`() async {
    func described(_ caption: String, before: String = "") -> InventoryChange {
      func photo(_ caption: String) -> Photo {
        Photo(data: Data([1]), width: 1, height: 1, caption: caption)
      }
      return InventoryChange(
        .photoDescribed(name: "Drill"),
        photo: PhotoChange(
          itemID: Item.drill.id,
          name: "Drill",
          before: photo(before),
          after: photo(caption)
        )
      )
    }
    let text = "Description of the photo of “Drill” changed"
    let store = makeStore(undos: [edited]) { $0 }
    await store.send(\.changeMade, described("A")) {
      $0.undos = [self.edited, described("A")]
      $0.toast = ToastFeature.State(id: 1, text: text, button: .undo)
    }
    await store.receive(\.toast.shown)
    await clock.advance(by: .seconds(9))
    await store.send(\.changeMade, described("A saw")) {
      $0.undos = [self.edited, described("A saw")]
    }
    // The message has its whole time again.
    await store.receive(\.toast.shown)
    await clock.advance(by: .seconds(9))
    // What is written when the photo is opened again is another change.
    await store.send(\.changeMade, described("A hammer", before: "A saw")) {
      $0.undos = [self.edited, described("A saw"), described("A hammer", before: "A saw")]
      $0.toast = ToastFeature.State(id: 2, text: text, button: .undo)
    }
    await store.receive(\.toast.shown)
    // Nothing is left to be taken back of what was written back.
    await store.send(\.changeMade, described("A saw", before: "A saw")) {
      $0.undos = [self.edited, described("A saw")]
      $0.toast = nil
    }
  }

  @Test func `the message undoes, and then redoes`() async {
    let store = makeStore(undos: [edited, deleted]) { [deleted, restored] change in
      change == deleted ? restored : deleted
    }
    await store.send(\.undoRequested) { $0.current = .undo }
    await store.receive(\.revertResponse.success) {
      $0.current = nil
      $0.undos = [self.edited]
      $0.redos = [self.restored]
      $0.toast = ToastFeature.State(id: 1, text: "“Drill” restored", button: .redo)
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.buttonTapped)
    await store.receive(\.toast.delegate.buttonTapped, .redo) { $0.current = .redo }
    await store.receive(\.revertResponse.success) {
      $0.current = nil
      $0.undos = [self.edited, self.deleted]
      $0.redos = []
      $0.toast = ToastFeature.State(id: 2, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  /// A store that undoes the last of two changes, and a stream whose end lets that succeed.
  private func makeBusyStore(
    answer: @escaping @Sendable (InventoryChange) throws -> InventoryChange = { $0 }
  ) async -> (TestStoreOf<UndoFeature>, AsyncStream<Void>.Continuation) {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let store = makeStore(undos: [edited, deleted]) { change in
      for await _ in gate { break }
      return try answer(change)
    }
    await store.send(\.undoRequested) { $0.current = .undo }
    return (store, opened)
  }

  @Test func `keys that are pressed quickly are answered one after the other`() async {
    let (store, opened) = await makeBusyStore()
    await store.send(\.undoRequested) { $0.waiting = [.step(.undo)] }
    await store.send(\.undoRequested) { $0.waiting = [.step(.undo), .step(.undo)] }
    opened.finish()
    await store.receive(\.revertResponse.success) {
      $0.undos = [self.edited]
      $0.redos = [self.deleted]
      $0.waiting = [.step(.undo)]
      $0.toast = ToastFeature.State(id: 1, text: "“Drill” restored", button: .redo)
    }
    await store.receive(\.toast.shown)
    // Nothing is left for the third.
    await store.receive(\.revertResponse.success) {
      $0.current = nil
      $0.undos = []
      $0.redos = [self.deleted, self.edited]
      $0.waiting = []
      $0.toast = ToastFeature.State(id: 2, text: "“Lamp” changed back", button: .redo)
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `a second click on the message undoes nothing older`() async {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let store = makeStore(undos: [edited]) { change in
      for await _ in gate { break }
      return change
    }
    await store.send(\.changeMade, deleted) {
      $0.undos = [self.edited, self.deleted]
      $0.toast = ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.buttonTapped)
    await store.receive(\.toast.delegate.buttonTapped, .undo) { $0.current = .undo }
    await store.send(\.toast.buttonTapped)
    await store.receive(\.toast.delegate.buttonTapped, .undo)
    opened.finish()
    await store.receive(\.revertResponse.success) {
      $0.current = nil
      $0.undos = [self.edited]
      $0.redos = [self.deleted]
      $0.toast = ToastFeature.State(id: 2, text: "“Drill” restored", button: .redo)
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `what is done while a change is taken back comes after it`() async {
    let (store, opened) = await makeBusyStore()
    let other = InventoryChange(.edited(name: "Saw"))
    await store.send(\.changeMade, other) { $0.waiting = [.change(other)] }
    opened.finish()
    // It is the one that was asked for that is undone, and the other one stays.
    await store.receive(\.revertResponse.success) {
      $0.current = nil
      $0.undos = [self.edited, other]
      $0.waiting = []
      $0.toast = ToastFeature.State(id: 2, text: "“Saw” changed", button: .undo)
    }
    await store.receive(\.toast.shown)
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `many items are taken back with progress, until somebody cancels it`() async {
    let change = InventoryChange(.imported(ImportSummary(added: 1_000)))
    let (events, told) = AsyncThrowingStream<TransferEvent<InventoryChange>, any Error>.makeStream()
    let store = makeStore(undos: [change]) { $0 }
    let start = Date(timeIntervalSince1970: 0)
    store.dependencies.date = .constant(start)
    store.dependencies.undo.takeBack = { _ in events }
    await store.send(\.undoRequested) {
      $0.current = .undo
      $0.start = start
    }
    let progress = TransferProgress(fraction: 0.5, rows: 500)
    told.yield(.progress(progress))
    await store.receive(\.revertProgressed) {
      $0.progress = UndoProgressFeature.State(.undo, start: start)
      $0.progress?.running.update(progress, at: start)
    }
    await store.send(\.undoRequested) { $0.waiting = [.step(.undo)] }
    await store.send(\.progress.cancelButtonTapped) {
      $0.current = nil
      $0.progress = nil
      $0.waiting = []
    }
    // It can still be taken back.
    #expect(store.state.undos == [change])
  }

  @Test func `few items are taken back without a sheet`() async {
    let change = InventoryChange(.imported(ImportSummary(added: 999)))
    let (events, told) = AsyncThrowingStream<TransferEvent<InventoryChange>, any Error>.makeStream()
    let store = makeStore(undos: [change]) { $0 }
    store.dependencies.undo.takeBack = { _ in events }
    await store.send(\.undoRequested) { $0.current = .undo }
    told.yield(.progress(TransferProgress(fraction: 0.5, rows: 500)))
    await store.receive(\.revertProgressed)
    told.yield(.finished(change))
    await store.receive(\.revertResponse.success) {
      $0.current = nil
      $0.undos = []
      $0.redos = [change]
      $0.toast = ToastFeature.State(id: 1, text: "Import taken back", button: .redo)
    }
    told.finish()
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `the message after an import says that lines were joined`() async {
    let store = makeStore { $0 }
    var summary = ImportSummary(added: 2)
    summary.joinedLines = 1
    let note = "Line breaks and tabs in the texts of 1 row are spaces in the inventory."
    await store.send(\.changeMade, InventoryChange(.imported(summary))) {
      $0.undos = [InventoryChange(.imported(summary))]
      $0.toast = ToastFeature.State(id: 1, text: "2 items added. \(note)", button: .undo)
    }
    await store.receive(\.toast.shown)
    await store.send(\.imported, summary) {
      $0.undos = []
      $0.toast = ToastFeature.State(id: 2, text: "2 items added. This cannot be undone. \(note)")
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `a file that is imported while a change is taken back ends what can be redone`() async
  {
    let (store, opened) = await makeBusyStore()
    let summary = ImportSummary(added: 2)
    await store.send(\.imported, summary) { $0.waiting = [.import(summary)] }
    opened.finish()
    await store.receive(\.revertResponse.success) {
      $0.current = nil
      $0.undos = []
      $0.waiting = []
      $0.toast = ToastFeature.State(id: 2, text: "2 items added. This cannot be undone.")
    }
    await store.receive(\.toast.shown)
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `a change that cannot be taken back forgets the keys behind it, not the changes`()
    async
  {
    let (store, opened) = await makeBusyStore { _ in
      throw UndoProblem.changedMeanwhile(name: "Drill", fields: [.name])
    }
    let other = InventoryChange(.edited(name: "Saw"))
    await store.send(\.undoRequested) { $0.waiting = [.step(.undo)] }
    await store.send(\.changeMade, other) { $0.waiting = [.step(.undo), .change(other)] }
    opened.finish()
    await store.receive(\.revertResponse.failure) {
      $0.current = nil
      $0.undos = [self.edited, other]
      $0.waiting = []
      $0.toast = ToastFeature.State(id: 1, text: "“Saw” changed", button: .undo)
      $0.alert = alert(
        "This cannot be undone",
        "“Drill” has been changed meanwhile: Name. It stays as it is."
      )
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `a change that others stand in the way of is told and left out`() async {
    let store = makeStore(undos: [edited, deleted]) { _ in
      throw UndoProblem.changedMeanwhile(name: "Drill", fields: [.name, .reorderLevel])
    }
    await store.send(\.undoRequested) { $0.current = .undo }
    await store.receive(\.revertResponse.failure) {
      $0.current = nil
      $0.undos = [self.edited]
      $0.alert = alert(
        "This cannot be undone",
        "“Drill” has been changed meanwhile: Name, Reorder Level. It stays as it is."
      )
    }
  }

  @Test func `a change that the database does not take can be tried again`() async {
    let error = EngineFailure.diskFull
    let store = makeStore(redos: [restored]) { _ in throw error }
    await store.send(\.redoRequested) { $0.current = .redo }
    await store.receive(\.revertResponse.failure) {
      $0.current = nil
      $0.alert = alert("This cannot be redone", "\(error)")
    }
  }

  @Test func `the oldest change is forgotten`() async {
    let store = makeStore(undos: [edited] + Array(repeating: deleted, count: 49)) { $0 }
    await store.send(.changeMade(restored)) {
      $0.undos = Array(repeating: self.deleted, count: 49) + [self.restored]
      $0.toast = ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.toast.shown)
    await store.send(\.toast.dismiss) { $0.toast = nil }
  }

  @Test func `the oldest changes of photos are forgotten before they fill the memory`() {
    func photo(_ byte: UInt8) -> Photo {
      Photo(data: Data(repeating: byte, count: 20_000_000), width: 1, height: 1)
    }
    let change = InventoryChange(
      .photoReplaced(name: "Drill"),
      photo: PhotoChange(itemID: Item.drill.id, name: "Drill", before: photo(0), after: photo(1))
    )
    var state = UndoFeature.State()
    state.remember(deleted)
    state.remember(change)
    #expect(state.undos.map(\.kind) == [deleted.kind, change.kind])
    state.remember(change)
    state.remember(change)
    #expect(state.undos.map(\.kind) == [change.kind, change.kind])
    for _ in 0..<60 { state.remember(edited) }
    #expect(state.undos == Array(repeating: edited, count: UndoFeature.State.limit))
  }
}
