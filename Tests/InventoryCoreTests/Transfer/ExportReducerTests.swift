import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ExportReducerTests {
  private let file = URL(filePath: "/tmp/stock.JSON")
  private let start = Date(timeIntervalSince1970: 1_000)

  private func store(
    _ events: AsyncThrowingStream<TransferEvent<Int>, any Error>,
    _ content: ExportOptions.Content = .items
  ) -> TestStoreOf<TransferFeature> {
    TestStore(initialState: TransferFeature.State()) {
      TransferFeature()
    } withDependencies: {
      $0.transfer.exportItems = { [file] in
        #expect($0 == file)
        #expect($1 == ExportOptions(content, format: .json, escapesFormulas: true))
        return events
      }
      $0.date = .constant(start)
    }
  }

  private func export(_ content: ExportOptions.Content) -> TransferFeature.Export {
    TransferFeature.Export(
      content: content,
      fileName: "stock.JSON",
      running: RunningTransfer(start: start)
    )
  }

  /// Begins an export, and opens the sheet of an import before it has told how far it has come.
  private func exportAndOpenImport(_ store: TestStoreOf<TransferFeature>) async {
    await store.send(\.exportButtonTapped, .items) { $0.fileChooser = .exportFile(.items) }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.export = export(.items)
    }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importFile }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.destination = .importing(ImportFeature.State(file: file))
    }
  }

  @Test func `an export that is done in no time tells its end`() async {
    let store = store(
      AsyncThrowingStream {
        $0.yield(.finished(1))
        $0.finish()
      },
      .reorderList
    )
    await store.send(\.exportButtonTapped, .reorderList) {
      $0.fileChooser = .exportFile(.reorderList)
    }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.export = export(.reorderList)
    }
    await store.receive(\.exportEnded.success) {
      $0.export = nil
    }
    await store.receive(\.delegate.finished, "1 item written to “stock.JSON”")
  }

  @Test func `an export that ends leaves a sheet that was opened meanwhile`() async {
    let (stream, continuation) = AsyncThrowingStream<TransferEvent<Int>, any Error>.makeStream()
    let store = store(stream)
    await exportAndOpenImport(store)
    continuation.yield(.finished(6))
    continuation.finish()
    await store.receive(\.exportEnded.success) { $0.export = nil }
    await store.receive(\.delegate.finished)
  }

  @Test func `an export that takes a while shows how far it has come`() async {
    let (stream, continuation) = AsyncThrowingStream<TransferEvent<Int>, any Error>.makeStream()
    let store = store(stream)
    await store.send(\.exportButtonTapped, .items) { $0.fileChooser = .exportFile(.items) }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.export = export(.items)
    }
    let progress = TransferProgress(fraction: 0.5, rows: 3)
    continuation.yield(.progress(progress))
    var running = RunningTransfer(start: start)
    running.update(progress, at: start)
    await store.receive(\.exportProgressed) {
      $0.export?.running = running
      $0.export?.hasSheet = true
      $0.destination = .exporting(ExportFeature.State(fileName: "stock.JSON", running: running))
    }
    continuation.yield(.finished(6))
    continuation.finish()
    await store.receive(\.exportEnded.success) {
      $0.export = nil
      $0.destination = nil
    }
    await store.receive(\.delegate.finished, "6 items written to “stock.JSON”")
  }

  @Test func `an export shows no sheet over another one, and goes on when that closes`() async {
    let (stream, continuation) = AsyncThrowingStream<TransferEvent<Int>, any Error>.makeStream()
    let store = store(stream)
    await exportAndOpenImport(store)
    var running = RunningTransfer(start: start)
    running.update(TransferProgress(fraction: 0.5, rows: 3), at: start)
    continuation.yield(.progress(running.progress))
    await store.receive(\.exportProgressed) { $0.export?.running = running }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    running.update(TransferProgress(fraction: 0.6, rows: 4), at: start)
    continuation.yield(.progress(running.progress))
    await store.receive(\.exportProgressed) {
      $0.export?.running = running
      $0.export?.hasSheet = true
      $0.destination = .exporting(ExportFeature.State(fileName: "stock.JSON", running: running))
    }
    let error = FileError(file: "stock", problem: "is full")
    continuation.finish(throwing: error)
    await store.receive(\.exportEnded.failure) {
      $0.export = nil
      $0.destination = .alert(.failure("Nothing was exported", error))
    }
  }

  @Test func `an export that fails under another sheet is told without closing it`() async {
    let (stream, continuation) = AsyncThrowingStream<TransferEvent<Int>, any Error>.makeStream()
    let store = store(stream)
    await exportAndOpenImport(store)
    continuation.finish(throwing: FileError(file: "stock", problem: "is full"))
    await store.receive(\.exportEnded.failure) { $0.export = nil }
    await store.receive(\.delegate.finished, "Nothing was exported: stock: is full")
  }

  @Test func `an export can be cancelled`() async {
    let isEnded = LockIsolated(false)
    let (stream, continuation) = AsyncThrowingStream<TransferEvent<Int>, any Error>.makeStream()
    continuation.onTermination = { _ in isEnded.setValue(true) }
    let store = store(stream)
    await store.send(\.exportButtonTapped, .items) { $0.fileChooser = .exportFile(.items) }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.export = export(.items)
    }
    let progress = TransferProgress(fraction: 0.5, rows: 3)
    continuation.yield(.progress(progress))
    var running = RunningTransfer(start: start)
    running.update(progress, at: start)
    await store.receive(\.exportProgressed) {
      $0.export?.running = running
      $0.export?.hasSheet = true
      $0.destination = .exporting(ExportFeature.State(fileName: "stock.JSON", running: running))
    }
    await store.send(\.destination.presented.exporting.cancelButtonTapped) {
      $0.destination?.modify(\.exporting) { $0.isStopped = true }
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
      $0.export = nil
    }
    await store.finish()
    #expect(isEnded.value)
  }

  @Test func `an export that fails is told`() async {
    let store = store(
      AsyncThrowingStream { $0.finish(throwing: FileError(file: "stock", problem: "is full")) }
    )
    await store.send(\.exportButtonTapped, .items) { $0.fileChooser = .exportFile(.items) }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.export = export(.items)
    }
    await store.receive(\.exportEnded.failure) {
      $0.export = nil
      $0.destination = .alert(alert("Nothing was exported", "stock: is full"))
    }
  }
}
