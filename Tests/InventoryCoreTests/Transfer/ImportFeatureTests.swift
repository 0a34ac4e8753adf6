import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ImportFeatureTests {
  private let file = URL(filePath: "/tmp/stock.csv")
  private let preview = ImportPreview.stock
  private let start = Date(timeIntervalSince1970: 1_000)
  private let ready = ImportFeature.State.ready

  @Test func `a file is looked at first`() async {
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [file, preview] in
        #expect($0 == file)
        #expect($1 == ImportRequest())
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
      $0.importFileReader.preview = { _, _, _ in
        throw FileError(file: "stock.csv", problem: "is bad")
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
        mapping: preview.options.mapping
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
      $0.importFileReader.preview = { [file] url, request, _ in
        #expect(url == file)
        #expect(request == ImportRequest(format: again.format))
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
      // There may be other problems now, which are to be told.
      $0.options.leavesOutProblems = false
    }
    #expect(store.state.options.mapping.columns == [.name, .barcode, .quantity])
  }

  @Test func `a file that was corrected is read again with the choices, and its problems go`() async
  {
    var corrected = preview
    corrected.rows = [["Saw", "A-1", "3"]]
    corrected.options.format = preview.format
    var state = ready
    state.header = .line(1)
    state.options.format = preview.format
    state.options.duplicates = .skip
    state.options.mapping.set(.barcode, at: 1)
    state.rejection = ImportRejection(file: "stock.csv", problems: [], badRows: 1)
    let store = TestStore(initialState: state) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [corrected, preview] _, request, _ in
        #expect(request == ImportRequest(format: preview.format, header: .line(1)))
        return corrected
      }
    }
    await store.send(\.readAgainButtonTapped) { $0.isReadAgain = true }
    await store.receive(\.previewResponse.success) {
      $0.isReadAgain = false
      $0.preview = corrected
      $0.rejection = nil
    }
    #expect(store.state.options.duplicates == .skip)
    #expect(store.state.options.mapping.columns == [.name, .barcode, .quantity])
  }

  @Test func `the file is read again with all its rows if the user wants that`() async {
    var all = preview
    all.options.takesAllRows = true
    let store = TestStore(initialState: ready) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [all, preview] _, request, _ in
        request.takesAllRows ? all : preview
      }
    }
    await store.send(\.allRowsChanged, true) {
      $0.takesAllRows = true
      $0.isReadAgain = true
    }
    await store.receive(\.previewResponse.success) {
      $0.isReadAgain = false
      $0.preview = all
      $0.options.takesAllRows = true
    }
    // A choice of something else does not take it back.
    await store.send(\.headerChanged, .line(1)) {
      $0.header = .line(1)
      $0.isReadAgain = true
    }
    await store.receive(\.previewResponse.success) { $0.isReadAgain = false }
    #expect(store.state.options.takesAllRows)
  }

  @Test
  func `what was chosen about numbers, currencies and empty cells stays when a file is read again`()
    async
  {
    var again = preview
    again.format = .csv(.comma, .windows1252)
    again.options.format = again.format
    var state = ready
    state.options.numbers.choice = .comma
    state.options.priceCurrency = "SEK"
    state.options.emptiesFields = true
    let store = TestStore(initialState: state) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [again] _, _, _ in again }
    }
    await store.send(\.formatChanged, again.format) { $0.isReadAgain = true }
    await store.receive(\.previewResponse.success) {
      $0.isReadAgain = false
      $0.preview = again
      $0.options.format = again.format
    }
    #expect(store.state.options.numbers.choice == .comma)
    #expect(store.state.options.priceCurrency == "SEK")
    #expect(store.state.options.emptiesFields)
  }

  @Test func `the row with the names of the columns can be chosen, and ends the doubt`() async {
    var doubtful = preview
    doubtful.options.isHeaderInDoubt = true
    var again = preview
    again.header = ["1", "2", "3"]
    again.options.headerLine = nil
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [doubtful, again] _, request, _ in
        request.header == .none ? again : doubtful
      }
    }
    store.exhaustivity = .off
    await store.send(\.task)
    await store.receive(\.previewResponse.success)
    #expect(store.state.obstacle == .header)
    #expect(!store.state.canImport)
    await store.send(\.headerChanged, .none)
    await store.receive(\.previewResponse.success)
    #expect(store.state.options.headerLine == nil)
    #expect(store.state.obstacle == nil)
    // The choice stays when the file is read in another format.
    await store.send(\.formatChanged, .csv(.semicolon, .utf8))
    await store.receive(\.previewResponse.success)
    #expect(store.state.options.headerLine == nil)
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
      $0.importFileReader.preview = { _, _, _ in again }
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
      $0.importFileReader.preview = { _, _, _ in
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
    await store.send(.columnChanged(index: 0, nil)) {
      $0.options.mapping = ColumnMapping(columns: [nil, .sku, .quantity])
    }
    #expect(store.state.canImport)
    await store.send(.columnChanged(index: 1, nil)) {
      $0.options.mapping = ColumnMapping(columns: [nil, nil, .quantity])
    }
    #expect(store.state.missing == [.name])
    #expect(!store.state.canImport)
    await store.send(\.importButtonTapped)
    await store.send(.columnChanged(index: 2, .name)) {
      $0.options.mapping = ColumnMapping(columns: [nil, nil, .name])
    }
    await store.send(.binding(.set(\.options.duplicates, .add))) { $0.options.duplicates = .add }
    await store.send(.binding(.set(\.options.numbers.choice, .comma))) {
      $0.options.numbers.choice = .comma
    }
    #expect(store.state.canImport)
  }

  @Test func `numbers that can be read in two ways are asked about before anything is imported`()
    async throws
  {
    var evidence = NumberEvidence()
    evidence.add("1.000", .plain, line: 2, row: ["Flour", "F-1", "1.000"])
    let doubtful = ImportNumbers(
      convention: .plain,
      format: .csv(.semicolon, .utf8),
      isOurs: false,
      columns: [NumberEvidence(), NumberEvidence(), evidence]
    )
    var preview = preview
    preview.options.numbers = doubtful
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [preview] _, _, _ in preview }
      $0.transfer.importItems = { _, options in
        #expect(options.numbers.choice == .comma)
        return AsyncThrowingStream { $0.finish() }
      }
      $0.date = .constant(start)
    }
    await store.send(\.task)
    await store.receive(\.previewResponse.success) {
      $0.preview = preview
      $0.options = preview.options
    }
    let question = try #require(store.state.numberQuestions.first)
    #expect(store.state.numberQuestions.count == 1)
    #expect(question.column == .quantity)
    #expect(question.example.row.first == "Flour")
    #expect(question.number(.comma) == "1000")
    #expect(question.number(.point) == "1")
    #expect(!store.state.canImport)
    await store.send(\.importButtonTapped)

    await store.send(.binding(.set(\.options.numbers.choice, .point))) {
      $0.options.numbers.choice = .point
    }
    #expect(store.state.canImport)
    #expect(store.state.answeredQuestions == [question])
    // The answer can be another one, or none again.
    await store.send(.binding(.set(\.options.numbers.choice, nil))) {
      $0.options.numbers.choice = nil
    }
    #expect(!store.state.canImport)
    #expect(store.state.answeredQuestions == [])
    // A column that is left out, or is no number, needs no answer.
    await store.send(.columnChanged(index: 2, .notes)) { $0.options.mapping.set(.notes, at: 2) }
    #expect(store.state.numberQuestions == [])
    #expect(store.state.canImport)
    await store.send(.columnChanged(index: 2, .price)) { $0.options.mapping.set(.price, at: 2) }
    #expect(store.state.numberQuestions.map(\.column) == [.price])
    await store.send(.binding(.set(\.options.numbers.choice, .comma))) {
      $0.options.numbers.choice = .comma
    }
    await store.send(\.importButtonTapped) { $0.running = RunningTransfer(start: start) }
    await store.finish()
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
      $0.transfer.importItems = { _, _ in
        AsyncThrowingStream { $0.finish(throwing: ImportColumnsChanged()) }
      }
      $0.importFileReader.preview = { _, _, _ in changed }
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
}

extension ImportPreview {
  /// A file with an item.
  static let stock = ImportPreview(
    format: .csv(.comma, .utf8),
    header: ["name", "sku", "amount"],
    rows: [["Saw", "A-1", "2"]],
    options: ImportOptions(mapping: ColumnMapping(columns: [.name, .sku, .quantity]))
  )
}

extension ImportFeature.State {
  /// The sheet with a file that has been looked at.
  static var ready: Self {
    var state = Self(file: URL(filePath: "/tmp/stock.csv"))
    state.preview = .stock
    state.options = ImportPreview.stock.options
    return state
  }
}
