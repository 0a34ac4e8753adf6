import ComposableArchitecture
import Testing

@Reducer
private struct Feature {
  @ObservableState
  struct State: Equatable { var taps = 0 }
  enum Action: ViewAction {
    case response
    case view(View)

    @CasePathable
    enum View { case tapped }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action.is(\.view.tapped) { state.taps += 1 }
      return .none
    }
  }
}

@ViewAction(for: Feature.self)
@MainActor
private struct FeatureView {
  let store: StoreOf<Feature>

  func tap() { send(.tapped) }
}

@MainActor
@Suite struct ViewActionMacroTests {
  @Test func `a view sends the view actions of its feature`() {
    let view = FeatureView(store: Store(initialState: Feature.State()) { Feature() })
    view.tap()
    #expect(view.store.taps == 1)
  }
}
