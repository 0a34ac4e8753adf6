import ComposableArchitecture
import Testing

/// The features of the article "Features in a module of their own" do what it says.
@MainActor
@Suite struct FeatureModulesArticleTests {
  @Test func `the kettle boils, and the kitchen takes the water`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Kitchen.State()) {
      Kitchen()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.kettleButtonTapped) { $0.destination = .kettle(Kettle.State()) }
    await store.send(\.destination.kettle.switchedOn) {
      $0.destination?.modify(\.kettle) { $0.isOn = true }
    }
    await clock.advance(by: .seconds(60))
    await store.receive(\.destination.kettle.boiled) {
      $0.destination?.modify(\.kettle) {
        $0.isOn = false
        $0.temperature = 100
      }
    }
    await store.receive(\.destination.kettle.delegate.waterIsReady) {
      $0.cups = 1
      $0.destination = nil
    }
  }
}
