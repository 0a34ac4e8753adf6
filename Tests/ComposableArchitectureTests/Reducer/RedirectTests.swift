import ComposableArchitecture
import Testing

@MainActor
@Suite struct RedirectTests {
  @Test func `a declined dismissal keeps what is presented, and its effects`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Kiln.State(firing: Firing.State())) {
      Kiln()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.firing.startButtonTapped) { $0.firing?.isHot = true }
    await store.send(\.firing.dismiss)
    await clock.advance(by: .seconds(60))
    await store.receive(\.firing.cooled) { $0.firing?.isHot = false }
    await store.send(\.firing.dismiss) { $0.firing = nil }
  }

  @Test func `a declined pop keeps the element and those above it`() async {
    let store = TestStore(
      initialState: Kiln.State(path: StackState([Firing.State(isHot: true), Firing.State()]))
    ) {
      Kiln()
    }
    await store.send(\.path.popFrom, 0)
    await store.send(\.path.popFrom, 1) { $0.path[id: 1] = nil }
  }

  @Test func `an action that is sent instead is received, and redirected as well`() async {
    let store = TestStore(initialState: Kiln.State()) { Kiln() }
    await store.send(.openButtonTapped)
    await store.receive(\.openAsked)
    await store.receive(\.opened) { $0.isOpen = true }
  }

  @Test func `the closures see the state from before the action`() async {
    let store = TestStore(initialState: Kiln.State(isOpen: true)) { Kiln() }
    await store.send(.openButtonTapped) { $0.isOpen = false }
    await store.send(.openButtonTapped)
    await store.receive(\.openAsked)
    await store.receive(\.opened) { $0.isOpen = true }
  }

  @Test func `a store sends what is left in its place at once`() {
    let store = Store(initialState: Kiln.State()) { Kiln() }
    store.send(.openButtonTapped)
    #expect(store.isOpen)
  }

  @Test func `operators that are applied later decide first`() async {
    let store = TestStore(initialState: Kiln.State(firing: Firing.State())) {
      Kiln()
        .redirect { _, action in action.is(\.firing.dismiss) ? .opened : nil }
        .decline { state, action in state.isOpen && action.is(\.firing.dismiss) }
    }
    await store.send(\.firing.dismiss)
    await store.receive(\.opened) { $0.isOpen = true }
    await store.send(\.firing.dismiss)
  }
}

@Reducer
private struct Kiln {
  @ObservableState
  struct State: Equatable {
    @Presents var firing: Firing.State?
    var isOpen = false
    var path = StackState<Firing.State>()
  }

  enum Action {
    case firing(PresentationAction<Firing.Action>)
    case openAsked
    case openButtonTapped
    case opened
    case path(StackActionOf<Firing>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openButtonTapped:
        state.isOpen = false
        return .none
      case .opened:
        state.isOpen = true
        return .none
      case .firing, .openAsked, .path:
        return .none
      }
    }
    .ifLet(\.$firing, action: \.firing) { Firing() }
    .forEach(\.path, action: \.path) { Firing() }
    .decline { state, action in
      switch action {
      case .firing(.dismiss): state.firing?.isHot == true
      case .path(.popFrom(let id)): state.path[id: id]?.isHot == true
      default: false
      }
    }
    .redirect { state, action in
      switch action {
      case .openButtonTapped: state.isOpen ? nil : .openAsked
      case .openAsked: .opened
      default: nil
      }
    }
  }
}

@Reducer
private struct Firing {
  @ObservableState
  struct State: Equatable {
    var isHot = false
  }

  enum Action {
    case cooled
    case startButtonTapped
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cooled:
        state.isHot = false
        return .none
      case .startButtonTapped:
        state.isHot = true
        return .run { send in
          try await clock.sleep(for: .seconds(60))
          await send(.cooled)
        }
      }
    }
  }
}
