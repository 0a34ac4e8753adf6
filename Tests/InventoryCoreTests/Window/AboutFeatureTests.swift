import ComposableArchitecture
import InventoryCore
import Testing

@MainActor
@Suite struct AboutFeatureTests {
  private let store = TestStore(initialState: AboutFeature.State()) { AboutFeature() }

  @Test func `the sheet tells the version, and closes`() async {
    #expect(store.state.version.contains(/^\d+\.\d+\.\d+$/))
    await store.send(\.closeButtonTapped).finish()
    #expect(store.isDismissed)
  }

  @Test func `the licenses are on a page of the sheet, from which one goes back`() async {
    await store.send(\.legalButtonTapped) { $0.legal = LegalFeature.State() }
    await store.send(\.legal.dismiss) { $0.legal = nil }
  }
}
