import ComposableArchitecture
import XCTest

// This target is in the Swift 5 language mode, in which many apps and their tests are written.

@Reducer
private struct Lantern {
  @ObservableState
  struct State: Equatable { var isLit = false }
  enum Action: Equatable { case switchFlipped }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .switchFlipped:
        state.isLit.toggle()
        return .none
      }
    }
  }
}

/// A function that does not say that it runs on the main actor, as code from before Swift 6.
private func flip(store: StoreOf<Lantern>) {
  store.send(.switchFlipped)
}

final class SwiftFiveTests: XCTestCase {
  @MainActor
  func testAStoreIsUsedInCodeThatDoesNotNameTheMainActor() async {
    let store = Store(initialState: Lantern.State()) { Lantern() }
    flip(store: store)
    LockIsolated(0).withValue { _ in XCTAssertTrue(store.state.isLit) }
  }

  func testATestStoreIsUsedInATestThatDoesNotNameTheMainActor() async {
    let store = await TestStore(initialState: Lantern.State()) { Lantern() }
    await store.send(.switchFlipped) { $0.isLit = true }
  }
}
