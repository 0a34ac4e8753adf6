import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ImportRunReducerTests {
  private let start = Date(timeIntervalSince1970: 1_000)

  @Test func `an import tells how far it has come, and what it has done`() async {
    let (stream, continuation) = AsyncThrowingStream<TransferEvent<ImportSummary>, any Error>
      .makeStream()
    let now = LockIsolated(start)
    let store = TestStore(initialState: .ready) {
      ImportFeature()
    } withDependencies: {
      $0.transfer.importItems = { _, options in
        #expect(options == ImportPreview.stock.options)
        return stream
      }
      $0.date = DateGenerator { now.value }
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    now.setValue(start + 10)
    let progress = TransferProgress(fraction: 0.25, rows: 500)
    continuation.yield(.progress(progress))
    await store.receive(\.importProgressed) { [start] in
      $0.running?.update(progress, at: start + 10)
    }
    #expect(store.state.running?.timeLeft?.text == "About 30 seconds left")
    let summary = ImportSummary(added: 2_000)
    continuation.yield(.finished(summary))
    continuation.finish()
    await store.receive(\.importEnded.success) { $0.running = nil }
    await store.receive(\.delegate.finished, summary)
  }

  @Test func `problems in rows are listed, and the other rows can be imported`() async {
    let rejection = ImportRejection(
      file: "stock.csv",
      problems: [ImportProblem(line: 3, column: 5, problem: "quantity is bad")],
      badRows: 1
    )
    let store = TestStore(initialState: .ready) {
      ImportFeature()
    } withDependencies: {
      $0.transfer.importItems = { _, options in
        AsyncThrowingStream {
          if options.leavesOutProblems {
            $0.yield(.finished(ImportSummary(added: 1, badRows: 1)))
            $0.finish()
          } else {
            $0.finish(throwing: rejection)
          }
        }
      }
      $0.date = .constant(start)
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    await store.receive(\.importEnded.failure) {
      $0.running = nil
      $0.rejection = rejection
      $0.rejectedOptions = $0.options
    }
    #expect(store.state.obstacle == .problems)
    await store.send(\.importButtonTapped)
    await store.send(.binding(.set(\.options.leavesOutProblems, true))) {
      $0.options.leavesOutProblems = true
    }
    #expect(store.state.obstacle == nil)
    await store.send(\.importButtonTapped) {
      $0.rejection = nil
      $0.rejectedOptions = nil
      $0.running = RunningTransfer(start: start)
    }
    await store.receive(\.importEnded.success) { $0.running = nil }
    await store.receive(\.delegate.finished)
  }

  @Test func `problems are forgotten when the file is to be read in another way`() async {
    var state = ImportFeature.State.ready
    state.rejection = ImportRejection(file: "stock.csv", problems: [], badRows: 1)
    state.rejectedOptions = state.options
    let store = TestStore(initialState: state) { ImportFeature() }
    #expect(!store.state.canImport)
    await store.send(.binding(.set(\.options.duplicates, .skip))) {
      $0.options.duplicates = .skip
      $0.rejection = nil
      $0.rejectedOptions = nil
    }
    #expect(store.state.canImport)
  }

  @Test func `problems are told again after an import without them was cancelled`() async {
    var state = ImportFeature.State.ready
    state.options.leavesOutProblems = true
    let store = TestStore(initialState: state) {
      ImportFeature()
    } withDependencies: {
      $0.transfer.importItems = { _, _ in AsyncThrowingStream { _ in } }
      $0.date = .constant(start)
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    await store.send(\.cancelButtonTapped) {
      $0.running = nil
      $0.options.leavesOutProblems = false
    }
  }

  @Test func `an import that fails is told, and can be tried again`() async {
    let store = TestStore(initialState: .ready) {
      ImportFeature()
    } withDependencies: {
      $0.transfer.importItems = { _, _ in
        AsyncThrowingStream {
          $0.finish(throwing: FileError(file: "db", problem: "the disk is full"))
        }
      }
      $0.date = .constant(start)
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    await store.receive(\.importEnded.failure) {
      $0.running = nil
      $0.alert = AlertState {
        TextState("Nothing was imported")
      } message: {
        TextState("db: the disk is full")
      }
    }
    #expect(store.state.canImport)
  }

  @Test func `cancelling ends the import and goes back to the file; again closes the sheet`() async
  {
    let isEnded = LockIsolated(false)
    let store = TestStore(initialState: .ready) {
      ImportFeature()
    } withDependencies: {
      $0.transfer.importItems = { _, _ in
        AsyncThrowingStream { continuation in
          continuation.onTermination = { _ in isEnded.setValue(true) }
        }
      }
      $0.date = .constant(start)
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    await store.send(\.cancelButtonTapped) { $0.running = nil }
    await store.finish()
    #expect(isEnded.value)
    #expect(!store.isDismissed)
    await store.send(\.cancelButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }
}
