import ComposableArchitecture
import Testing

@Reducer
struct Tally {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case minusButtonTapped
    case plusButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .minusButtonTapped:
        state.count -= 1
        return .none
      case .plusButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
struct TwoTallies {
  @ObservableState
  struct State: Equatable {
    var left = Tally.State()
    var right = Tally.State()
  }

  enum Action {
    case left(Tally.Action)
    case right(Tally.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: \.left) {
      Tally()
    }
    Scope(state: \.right, action: \.right) {
      Tally()
    }
  }
}

@Reducer
struct MaybeTally {
  @ObservableState
  struct State: Equatable {
    var tally: Tally.State?
  }

  enum Action {
    case tally(Tally.Action)
    case toggleButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      switch action {
      case .toggleButtonTapped:
        state.tally = state.tally == nil ? Tally.State() : nil
        return .none
      case .tally:
        return .none
      }
    }
    .ifLet(\.tally, action: \.tally) {
      Tally()
    }
    ._printChanges(.actionLabels)
  }
}

@MainActor
struct TallyTests {
  @Test func countsUpAndDown() async {
    let store = TestStore(initialState: Tally.State()) {
      Tally()
    }

    await store.send(.plusButtonTapped) {
      $0.count = 1
    }
    await store.send(\.minusButtonTapped) {
      $0.count = 0
    }
    #expect(store.state.count == 0)
  }

  @Test func twoTalliesAreIndependent() async {
    let store = TestStoreOf<TwoTallies>(initialState: .init()) { TwoTallies() }
    await store.send(.left(.plusButtonTapped)) { $0.left.count = 1 }
    await store.send(\.right.minusButtonTapped) { $0.right.count = -1 }
  }

  @Test func optionalState() async {
    let store = TestStore(initialState: MaybeTally.State(), reducer: { MaybeTally() })
    await store.send(.toggleButtonTapped) { $0.tally = Tally.State() }
    await store.send(.tally(.plusButtonTapped)) { $0.tally?.count = 1 }
    await store.send(\.tally.plusButtonTapped) { $0.tally?.count = 2 }
    await store.send(.toggleButtonTapped) { $0.tally = nil }
  }

  @Test func liveStore() {
    let store = Store(initialState: TwoTallies.State()) {
      TwoTallies()
    }
    let left: StoreOf<Tally> = store.scope(state: \.left, action: \.left)
    left.send(.plusButtonTapped)
    #expect(store.left.count == 1)
    #expect(store.state.right.count == 0)
    #expect(store.withState(\.left.count) == 1)
    #expect(store.withState { $0.left.count + $0.right.count } == 1)

    let optional = Store(
      initialState: MaybeTally.State(tally: .init(count: 7)),
      reducer: MaybeTally.init
    )
    if let child = optional.scope(state: \.tally, action: \.tally) {
      child.send(.minusButtonTapped)
      #expect(child.count == 6)
    } else {
      Issue.record("no child")
    }
  }
}
