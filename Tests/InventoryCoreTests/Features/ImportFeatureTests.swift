import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ImportFeatureTests {
  private let file = URL(filePath: "/tmp/stock.csv")
  private let preview = ImportPreview(
    format: .csv(.comma, .utf8),
    header: ["name", "sku", "amount"],
    rows: [["Saw", "A-1", "2"]],
    options: ImportOptions(mapping: ColumnMapping(columns: [.name, .sku, .quantity]))
  )
  private let start = Date(timeIntervalSince1970: 1_000)

  private var ready: ImportFeature.State {
    var state = ImportFeature.State(file: file)
    state.preview = preview
    state.options = preview.options
    return state
  }

  @Test func `a file is looked at first`() async {
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.database.importPreview = { [file, preview] in
        #expect($0 == file)
        #expect($1 == nil)
        #expect($2 == .plain)
        return preview
      }
    }
    #expect(!store.state.canImport)
    await store.send(\.task)
    await store.receive(\.previewResponse.success) {
      $0.preview = preview
      $0.options = preview.options
    }
    #expect(store.state.canImport)
  }

  @Test func `a file that cannot be read is told, and the sheet closes`() async {
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.database.importPreview = { _, _, _ in throw FileError(file: "stock.csv", problem: "is bad")
      }
    }
    await store.send(\.task)
    await store.receive(\.previewResponse.failure) {
      $0.alert = AlertState {
        TextState("The file cannot be imported")
      } actions: {
        ButtonState(action: .closeTapped) { TextState("Close") }
      } message: {
        TextState("stock.csv: is bad")
      }
    }
    await store.send(\.alert.presented.closeTapped) { $0.alert = nil }
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `a file is read again in the format that is chosen, and choices stay`() async {
    let again = ImportPreview(
      format: .csv(.semicolon, .windows1252),
      header: preview.header,
      rows: [["Säge", "A-1", "2"]],
      options: ImportOptions(
        format: .csv(.semicolon, .windows1252),
        mapping: preview.options.mapping,
        numbers: .comma
      )
    )
    var state = ready
    state.options.mapping.set(.barcode, at: 1)
    state.options.duplicates = .skip
    state.options.leavesOutProblems = true
    state.rejection = ImportRejection(file: "stock.csv", problems: [], badRows: 1)
    let store = TestStore(initialState: state) {
      ImportFeature()
    } withDependencies: {
      $0.database.importPreview = { [file] url, format, _ in
        #expect(url == file)
        #expect(format == again.format)
        return again
      }
    }
    await store.send(\.formatChanged, again.format) { $0.isReadAgain = true }
    #expect(!store.state.canImport)
    await store.receive(\.previewResponse.success) {
      $0.isReadAgain = false
      $0.preview = again
      $0.rejection = nil
      $0.options.format = again.format
      $0.options.numbers = .comma
      // There may be other problems now, which are to be told.
      $0.options.leavesOutProblems = false
    }
    #expect(store.state.options.mapping.columns == [.name, .barcode, .quantity])
  }

  @Test func `the numbers that were chosen stay when a file is read again`() async {
    var again = preview
    again.format = .csv(.comma, .windows1252)
    again.options.format = again.format
    var state = ready
    state.options.numbers = .comma
    let store = TestStore(initialState: state) {
      ImportFeature()
    } withDependencies: {
      $0.database.importPreview = { [again] _, _, _ in again }
    }
    await store.send(\.formatChanged, again.format) { $0.isReadAgain = true }
    await store.receive(\.previewResponse.success) {
      $0.isReadAgain = false
      $0.preview = again
      $0.options.format = again.format
    }
    #expect(store.state.options.numbers == .comma)
  }

  @Test func `other columns have other meanings`() async {
    let again = ImportPreview(
      format: .csv(.pipe, .utf8),
      header: ["name,sku,amount"],
      rows: [],
      options: ImportOptions(format: .csv(.pipe, .utf8), mapping: ColumnMapping(columns: [nil]))
    )
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.database.importPreview = { _, _, _ in again }
    }
    await store.send(\.formatChanged, again.format) { $0.isReadAgain = true }
    await store.receive(\.previewResponse.success) {
      $0.isReadAgain = false
      $0.preview = again
      $0.options = again.options
    }
    #expect(!store.state.canImport)
  }

  @Test func `a format in which a file cannot be read leaves what is shown`() async {
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.database.importPreview = { _, _, _ in
        throw FileError(file: "stock.csv", problem: "is not UTF-8")
      }
    }
    await store.send(\.formatChanged, .csv(.comma, .utf8)) { $0.isReadAgain = true }
    await store.receive(\.previewResponse.failure) {
      $0.isReadAgain = false
      $0.alert = AlertState {
        TextState("The file cannot be read that way")
      } message: {
        TextState("stock.csv: is not UTF-8")
      }
    }
    #expect(store.state.canImport)
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func `the meaning of columns, the numbers and what becomes of duplicates can be changed`()
    async
  {
    let store = TestStore(initialState: ready) { ImportFeature() }
    await store.send(.columnChanged(index: 1, nil)) {
      $0.options.mapping = ColumnMapping(columns: [.name, nil, .quantity])
    }
    #expect(store.state.missing == [.sku])
    #expect(!store.state.canImport)
    await store.send(\.importButtonTapped)
    await store.send(.columnChanged(index: 2, .sku)) {
      $0.options.mapping = ColumnMapping(columns: [.name, nil, .sku])
    }
    await store.send(.binding(.set(\.options.duplicates, .add))) { $0.options.duplicates = .add }
    await store.send(.binding(.set(\.options.numbers, .comma))) { $0.options.numbers = .comma }
    #expect(store.state.canImport)
  }

  @Test func `an import tells how far it has come, and what it has done`() async {
    let (stream, continuation) = AsyncThrowingStream<TransferEvent<ImportSummary>, any Error>
      .makeStream()
    let now = LockIsolated(start)
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.database.importItems = { [preview] _, options in
        #expect(options == preview.options)
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
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.database.importItems = { _, options in
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
    }
    await store.send(.binding(.set(\.options.leavesOutProblems, true))) {
      $0.options.leavesOutProblems = true
    }
    await store.send(\.importButtonTapped) {
      $0.rejection = nil
      $0.running = RunningTransfer(start: start)
    }
    await store.receive(\.importEnded.success) { $0.running = nil }
    await store.receive(\.delegate.finished)
  }

  @Test func `columns that have changed meanwhile are shown before anything is imported`() async {
    let changed = ImportPreview(
      format: .csv(.comma, .utf8),
      header: ["sku", "name"],
      rows: [["T-300", "Saw"]],
      options: ImportOptions(
        format: .csv(.comma, .utf8),
        mapping: ColumnMapping(columns: [.sku, .name]),
        header: ["sku", "name"]
      )
    )
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.database.importItems = { _, _ in
        AsyncThrowingStream { $0.finish(throwing: ImportColumnsChanged()) }
      }
      $0.database.importPreview = { _, _, _ in changed }
      $0.date = .constant(start)
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    await store.receive(\.importEnded.failure) {
      $0.running = nil
      $0.isReadAgain = true
      $0.alert = .failure("Nothing was imported", ImportColumnsChanged())
    }
    await store.receive(\.previewResponse.success) {
      $0.isReadAgain = false
      $0.preview = changed
      $0.options = changed.options
    }
  }

  @Test func `problems are told again after an import without them was cancelled`() async {
    var state = ready
    state.options.leavesOutProblems = true
    let store = TestStore(initialState: state) {
      ImportFeature()
    } withDependencies: {
      $0.database.importItems = { _, _ in AsyncThrowingStream { _ in } }
      $0.date = .constant(start)
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    await store.send(\.cancelButtonTapped) {
      $0.running = nil
      $0.options.leavesOutProblems = false
    }
  }

  @Test func `an import that fails is told, and can be tried again`() async {
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.database.importItems = { _, _ in
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
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.database.importItems = { _, _ in
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
