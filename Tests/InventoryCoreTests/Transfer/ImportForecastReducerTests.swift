import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ImportForecastReducerTests {
  private let file = URL(filePath: "/tmp/stock.csv")

  private func preview(rows: Int) -> ImportPreview {
    var preview = ImportPreview(
      format: .csv(.comma, .utf8),
      header: ["name", "sku"],
      rows: [["Saw", "A-1"]],
      options: ImportOptions(mapping: ColumnMapping(columns: [.name, .sku]))
    )
    preview.rowCount = rows
    return preview
  }

  private func store(
    rows: Int,
    trial: @escaping @Sendable (ImportOptions) throws -> ImportSummary
  ) -> TestStoreOf<ImportFeature> {
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [preview = preview(rows: rows)] _, _, _ in preview }
      $0.transfer.tryImport = { _, options in try trial(options) }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `what an import would do is told before it begins, and after each change`() async {
    let store = store(rows: 2) { options in
      ImportSummary(added: options.duplicates == .skip ? 1 : 2)
    }
    await store.send(\.task)
    await store.receive(\.forecastResponse.success)
    #expect(store.state.forecast == ImportSummary(added: 2))
    await store.send(.binding(.set(\.options.duplicates, .skip)))
    await store.receive(\.forecastResponse.success)
    #expect(store.state.forecast == ImportSummary(added: 1))
    // Without a column of names, there is nothing to tell.
    await store.send(.columnChanged(index: 0, nil))
    await store.send(.columnChanged(index: 1, .quantity))
    await store.finish()
    #expect(store.state.forecast == nil)
  }

  @Test func `a large file is not tried`() async {
    let store = store(rows: ImportForecastReducer.rowLimit + 1) { _ in
      Issue.record("The file was tried.")
      return ImportSummary()
    }
    await store.send(\.task)
    await store.receive(\.previewResponse.success)
    await store.finish()
    #expect(store.state.forecast == nil)
  }

  @Test func `a trial that fails tells nothing`() async {
    let store = store(rows: 1) { _ in throw FileError(file: "stock.csv", problem: "is gone") }
    await store.send(\.task)
    await store.receive(\.forecastResponse.failure)
    #expect(store.state.forecast == nil)
    #expect(store.state.alert == nil)
  }
}
