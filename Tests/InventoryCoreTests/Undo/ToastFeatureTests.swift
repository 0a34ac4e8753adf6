import ComposableArchitecture
import InventoryCore
import Testing

@MainActor
@Suite struct ToastFeatureTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<ToastFeature> {
    TestStore(
      initialState: ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    ) {
      ToastFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a message goes by itself`() async {
    let store = makeStore()
    await store.send(\.shown)
    await clock.advance(by: .seconds(9))
    #expect(!store.isDismissed)
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `a message stays while the user is at it, and then as long as a new one`() async {
    let store = makeStore()
    await store.send(\.shown)
    await clock.advance(by: .seconds(9))
    await store.send(\.held, true)
    await clock.advance(by: .seconds(60))
    #expect(!store.isDismissed)
    await store.send(\.held, false)
    await clock.advance(by: .seconds(9))
    #expect(!store.isDismissed)
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `the button is the parent's`() async {
    let store = makeStore()
    await store.send(\.buttonTapped)
    await store.receive(\.delegate.buttonTapped, .undo)
  }
}
