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
    texts: TextsOfFile = TextsOfFile(),
    trial: @escaping @Sendable (ImportOptions) throws -> ImportSummary
  ) -> TestStoreOf<ImportFeature> {
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { [preview = preview(rows: rows)] _, _, _ in preview }
      $0.importFileReader.texts = { _, _ in texts }
      $0.transfer.similarTexts = { texts in
        texts.similar(storedSkus: ["A-1"], storedTags: [], storedLocations: [])
      }
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

  @Test func `an import with problems begins once somebody has said what becomes of them`() async {
    let problem = ImportProblem(line: 3, column: 5, problem: "quantity is bad")
    let store = store(rows: 2) { _ in ImportSummary(added: 1, problems: [problem], badRows: 1) }
    await store.send(\.task)
    await store.receive(\.forecastResponse.success)
    #expect(store.state.obstacle == .problems)
    #expect(store.state.knownProblems?.problems == [problem])
    #expect(!store.state.canImport)
    await store.send(.binding(.set(\.options.leavesOutProblems, true)))
    await store.receive(\.forecastResponse.success)
    #expect(store.state.obstacle == nil)
    #expect(store.state.canImport)
    #expect(store.state.forecast?.badRows == 1)
  }

  @Test func `each kind of problem can be left out on its own`() async {
    var trial = ImportSummary(added: 1, badRows: 4)
    trial.badRowCounts.add(2, of: [.column(.quantity)])
    trial.badRowCounts.add(1, of: [.column(.quantity), .column(.price)])
    trial.badRowCounts.add(1, of: [.repeated])
    let store = store(rows: 5) { [trial] _ in trial }
    await store.send(\.task)
    await store.receive(\.forecastResponse.success)
    let kinds = store.state.knownProblems?.badRowCounts.kinds ?? []
    #expect(kinds.map(\.kind) == [.column(.quantity), .column(.price), .repeated])
    #expect(kinds.map(\.rows) == [3, 1, 1])
    func leaveOut(_ kinds: Set<ImportProblem.Kind>) async {
      await store.send(.binding(.set(\.options.leftOutProblems, kinds)))
      await store.finish()
      await store.skipReceivedActions()
    }
    await leaveOut([.column(.quantity), .repeated])
    // One row has a problem with its price as well.
    #expect(store.state.obstacle == .problems)
    await leaveOut([.column(.quantity), .column(.price), .repeated])
    #expect(store.state.obstacle == nil)
  }

  @Test func `texts that are nearly the same are told, and taken for the same if asked for`() async
  {
    var texts = TextsOfFile()
    texts.add(Item(id: UUID(), name: "Saw", sku: "a-1"))
    let store = store(rows: 1, texts: texts) { options in
      options.spellings == [.sku: ["a-1": "A-1"]]
        ? ImportSummary(updated: 1) : ImportSummary(added: 1)
    }
    await store.send(\.task)
    await store.finish()
    await store.skipReceivedActions()
    #expect(
      store.state.similarTexts
        == [SimilarText(column: .sku, text: "a-1", other: "A-1", isStored: true)]
    )
    #expect(store.state.forecast == ImportSummary(added: 1))
    await store.send(.unifyChanged(.sku, true))
    await store.finish()
    await store.skipReceivedActions()
    #expect(store.state.forecast == ImportSummary(updated: 1))
    #expect(store.state.options.spellings == [.sku: ["a-1": "A-1"]])
    await store.send(.unifyChanged(.sku, false))
    await store.finish()
    await store.skipReceivedActions()
    #expect(store.state.forecast == ImportSummary(added: 1))
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
