import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct ExportFeatureTests {
  @Test func `cancelling closes the sheet`() async {
    let state = ExportFeature.State(
      fileName: "stock.csv",
      running: RunningTransfer(start: Date(timeIntervalSince1970: 0))
    )
    let store = TestStore(initialState: state) {
      ExportFeature()
    }
    await store.send(\.cancelButtonTapped) { $0.isStopped = true }
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `the export is stopped only when the user says so`() async {
    let state = ExportFeature.State(
      fileName: "stock.csv",
      running: RunningTransfer(start: Date(timeIntervalSince1970: 0))
    )
    let store = TestStore(initialState: state) {
      ExportFeature()
    }
    let question = AlertState<ExportFeature.Action.Alert> {
      TextState("Stop the export?")
    } actions: {
      ButtonState(role: .destructive, action: .stopConfirmed) { TextState("Stop") }
      ButtonState(role: .cancel) { TextState("Keep Exporting") }
    } message: {
      TextState("The file has not been written yet.")
    }
    await store.send(\.stopRequested) { $0.alert = question }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(!store.isDismissed)
    await store.send(\.stopRequested) { $0.alert = question }
    await store.send(\.alert.stopConfirmed) {
      $0.alert = nil
      $0.isStopped = true
    }
    await store.finish()
    #expect(store.isDismissed)
  }
}
