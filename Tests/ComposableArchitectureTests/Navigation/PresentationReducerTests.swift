import ComposableArchitecture
import Testing

@MainActor
@Suite
struct PresentationReducerTests {
  @Test
  func `a presented feature handles its actions, and dismisses itself`() async {
    let store = TestStore(
      initialState: PresentingFeature.State(single: CounterFeature.State(count: 3))
    ) {
      PresentingFeature()
    }
    await store.send(\.single.incrementButtonTapped) { $0.single?.count = 4 }
    await store.send(\.single.incrementButtonTapped) { $0.single?.count = 5 }
    await store.receive(\.single.dismiss) { $0.single = nil }
  }

  @Test
  func `a case of an enum destination handles its actions, and dismisses itself`() async {
    let store = TestStore(
      initialState: PresentingFeature.State(destination: .counter(CounterFeature.State()))
    ) {
      PresentingFeature()
    }
    await store.send(\.destination.counter.incrementButtonTapped) {
      $0.destination?.modify(\.counter) { $0.count = 1 }
    }
    await store.send(\.destination.counter.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test
  func `an alert is dismissed by any of its actions`() async {
    let store = TestStore(initialState: PresentingFeature.State()) { PresentingFeature() }
    store.exhaustivity = .off
    await store.send(.presentAlert)
    store.exhaustivity = .on
    await store.send(\.destination.alert.confirm) {
      $0.destination = nil
      $0.confirmed = 1
    }
  }

  @Test(arguments: [
    PresentingFeature.Action.clear, .presentOther, .destination(.dismiss),
  ])
  func `the effects of a feature are cancelled when it is removed or replaced`(
    leaving: PresentingFeature.Action
  ) async {
    let clock = TestClock()
    let store = TestStore(
      initialState: PresentingFeature.State(destination: .counter(CounterFeature.State()))
    ) {
      PresentingFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.destination.counter.startTimer)
    store.exhaustivity = .off
    await store.send(leaving)
    store.exhaustivity = .on
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test
  func `an action for a feature that is not presented is reported`() async {
    let store = TestStore(initialState: PresentingFeature.State()) { PresentingFeature() }
    await withExpectedIssue { await store.send(\.single.incrementButtonTapped) }
    await withExpectedIssue { await store.send(\.destination.dismiss) }
  }

  @Test
  func `dismissing a root feature marks the test store as dismissed`() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await store.send(.closeButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test
  func `dismissing a feature that is not presented is reported`() async {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    await withExpectedIssue { await store.send(.closeButtonTapped).finish() }
  }
}
