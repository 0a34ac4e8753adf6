import ComposableGtk
import GtkKit
import Testing

@Reducer
private struct PlanFeature {
  @ObservableState
  struct State: Equatable {
    var goal = "Rest"
    var hours = 8
  }

  enum Action: ViewAction {
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case startButtonTapped
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .view(.binding(\.goal)): state.hours = 0
      case .view: break
      }
      return .none
    }
  }
}

@MainActor
@Suite struct ViewActionBindingTests {
  @Test func `a binding reads the state, and writes with an action of the view`() {
    @Bindable var store = Store(initialState: PlanFeature.State()) { PlanFeature() }
    let goal: Binding<String> = $store.goal
    #expect(goal.wrappedValue == "Rest")
    goal.wrappedValue = "Work"
    #expect(store.goal == "Work" && goal.wrappedValue == "Work")
    #expect(store.hours == 0)
  }

  @Test func `a property of the store can be assigned`() {
    let store = Store(initialState: PlanFeature.State()) { PlanFeature() }
    store.hours = 3
    #expect(store.withState(\.hours) == 3)
  }
}
