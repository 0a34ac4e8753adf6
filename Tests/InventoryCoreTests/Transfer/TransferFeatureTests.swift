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
    await store.receive(\.delegate.imported, summary)
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
