import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct TransferFeatureTests {
  private let file = URL(filePath: "/tmp/stock.csv")
  private let start = Date(timeIntervalSince1970: 1_000)

  @Test func `the file that was chosen is shown, and what was imported is told`() async {
    let store = TestStore(initialState: TransferFeature.State()) { TransferFeature() }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importFile }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.destination = .importing(ImportFeature.State(file: file))
    }
    let summary = ImportSummary(added: 1, updated: 2, skipped: 3, badRows: 4)
    await store.send(\.destination.presented.importing.delegate.finished, summary) {
      $0.destination = nil
    }
    await store.receive(
      \.delegate.finished,
      "1 item added, 2 updated, 3 skipped, 4 left out because of problems"
    )
  }

  @Test func `an import that can be taken back is told with the button for that`() async {
    var state = TransferFeature.State()
    state.destination = .importing(ImportFeature.State(file: file))
    let store = TestStore(initialState: state) { TransferFeature() }
    var summary = ImportSummary(added: 1)
    summary.canBeUndone = true
    await store.send(\.destination.presented.importing.delegate.finished, summary) {
      $0.destination = nil
    }
  }

  @Test func `a file dialog may be cancelled`() async {
    let store = TestStore(initialState: TransferFeature.State()) { TransferFeature() }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importFile }
    await store.send(\.fileChooserCancelled) { $0.fileChooser = nil }
    await store.send(\.fileChosen, file)
  }
}

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
      $0.database.exportItems = { [file] in
        #expect($0 == file)
        #expect($1 == ExportOptions(content, format: .json))
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
    store.exhaustivity = .off
    await store.send(\.exportButtonTapped, .items)
    await store.send(\.fileChosen, file)
    await store.send(\.importButtonTapped)
    await store.send(\.fileChosen, file)
    continuation.yield(.finished(6))
    continuation.finish()
    await store.receive(\.delegate.finished)
    #expect(store.state.destination == .importing(ImportFeature.State(file: file)))
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
      $0.destination = .exporting(ExportFeature.State(fileName: "stock.JSON", running: running))
    }
    await store.send(\.destination.presented.exporting.cancelButtonTapped)
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

@MainActor
@Suite struct SampleDataReducerTests {
  private let file = URL(filePath: "/tmp/sample.csv")
  private let preview = ImportPreview(
    format: .csv(.comma, .utf8),
    header: ["name", "sku"],
    rows: [],
    options: ImportOptions(mapping: ColumnMapping(columns: [.name, .sku]))
  )

  @Test func `sample data is loaded from where the program has it`() async {
    let store = TestStore(initialState: TransferFeature.State()) {
      TransferFeature()
    } withDependencies: {
      $0.sampleDataURL = file
      $0.database.importPreview = { [file, preview] in
        #expect($0 == file)
        #expect($1 == nil)
        #expect($2 == .plain)
        return preview
      }
      $0.database.importItems = { [file, preview] in
        #expect($0 == file)
        #expect($1 == preview.options)
        return AsyncThrowingStream {
          $0.yield(.finished(ImportSummary(added: 200)))
          $0.finish()
        }
      }
    }
    await store.send(\.loadSampleDataButtonTapped) { $0.isLoadingSampleData = true }
    await store.receive(\.sampleDataResponse.success) { $0.isLoadingSampleData = false }
  }

  @Test func `sample data that cannot be loaded is told`() async {
    let store = TestStore(initialState: TransferFeature.State()) {
      TransferFeature()
    } withDependencies: {
      $0.sampleDataURL = file
      $0.database.importPreview = { _, _, _ in throw FileError(file: "sample", problem: "is bad") }
    }
    await store.send(\.loadSampleDataButtonTapped) { $0.isLoadingSampleData = true }
    await store.receive(\.sampleDataResponse.failure) {
      $0.isLoadingSampleData = false
      $0.destination = .alert(alert("The sample data could not be loaded", "sample: is bad"))
    }
  }

  @Test func `a program without sample data says so`() async {
    let store = TestStore(initialState: TransferFeature.State()) { TransferFeature() }
    await store.send(\.loadSampleDataButtonTapped) {
      $0.destination = .alert(
        alert(
          "There is no sample data",
          "sample-data.csv: expected the file beside the program"
        )
      )
    }
  }
}
