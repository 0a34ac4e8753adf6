import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

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
      $0.importFileReader.preview = { [file, preview] in
        #expect($0 == file)
        #expect($1 == ImportRequest())
        #expect($2 == .plain)
        return preview
      }
      $0.transfer.importItems = { [file, preview] in
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
      $0.importFileReader.preview = { _, _, _ in throw FileError(file: "sample", problem: "is bad")
      }
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
