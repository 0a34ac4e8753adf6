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
    await store.send(\.cancelButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }
}
