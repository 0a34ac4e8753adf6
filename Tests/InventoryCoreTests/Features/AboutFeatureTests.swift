import ComposableArchitecture
import InventoryCore
import Testing

@MainActor
@Suite struct AboutFeatureTests {
  @Test func `the sheet tells the version, and closes`() async {
    let store = TestStore(initialState: AboutFeature.State()) {
      AboutFeature()
    }
    #expect(store.state.version.contains(/^\d+\.\d+\.\d+$/))
    await store.send(\.closeButtonTapped).finish()
    #expect(store.isDismissed)
  }
}
