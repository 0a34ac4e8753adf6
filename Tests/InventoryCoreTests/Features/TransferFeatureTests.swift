import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct TransferFeatureTests {
  private let file = URL(filePath: "/tmp/stock.csv")

  @Test func `a file is imported and the number of its rows told`() async {
    let store = TestStore(initialState: TransferFeature.State()) {
      TransferFeature()
    } withDependencies: {
      $0.database.importFile = { [file] in
        #expect($0 == file)
        return 12
      }
    }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importCsv }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.isTransferring = true
    }
    await store.receive(\.importResponse.success) {
      $0.isTransferring = false
      $0.alert = alert("Import finished", "12 rows were read from stock.csv.")
    }
  }

  @Test func `a bad file is told and nothing is imported`() async {
    let error = CsvError(file: "stock.csv", line: 3, column: 5, problem: "expected a name")
    let store = TestStore(initialState: TransferFeature.State()) {
      TransferFeature()
    } withDependencies: {
      $0.database.importFile = { _ in throw error }
    }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importCsv }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.isTransferring = true
    }
    await store.receive(\.importResponse.failure) {
      $0.isTransferring = false
      $0.alert = alert("Nothing was imported", "stock.csv, line 3, column 5: expected a name")
    }
  }

  @Test func `all items are exported to a file`() async {
    let store = TestStore(initialState: TransferFeature.State()) {
      TransferFeature()
    } withDependencies: {
      $0.database.exportFile = { _ in 1 }
    }
    await store.send(\.exportButtonTapped) { $0.fileChooser = .exportCsv }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.isTransferring = true
    }
    await store.receive(\.exportResponse.success) {
      $0.isTransferring = false
      $0.alert = alert("Export finished", "1 row was written to stock.csv.")
    }
  }

  @Test func `a file dialog may be cancelled`() async {
    let store = TestStore(initialState: TransferFeature.State()) { TransferFeature() }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importCsv }
    await store.send(\.fileChooserCancelled) { $0.fileChooser = nil }
    await store.send(\.fileChosen, file)
  }

  @Test func `sample data is loaded from where the program has it`() async {
    let store = TestStore(initialState: TransferFeature.State()) {
      TransferFeature()
    } withDependencies: {
      $0.sampleDataURL = file
      $0.database.importFile = { [file] in
        #expect($0 == file)
        return 200
      }
    }
    await store.send(\.loadSampleDataButtonTapped) { $0.isTransferring = true }
    await store.receive(\.sampleDataResponse.success) { $0.isTransferring = false }
  }

  @Test func `a program without sample data says so`() async {
    let store = TestStore(initialState: TransferFeature.State()) { TransferFeature() }
    await store.send(\.loadSampleDataButtonTapped) {
      $0.alert = alert(
        "There is no sample data",
        "sample-data.csv: expected the file beside the program"
      )
    }
  }
}
