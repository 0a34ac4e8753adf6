import ComposableArchitecture
import Testing

/// Counts who is inside. Nobody leaves who has not come in.
@Reducer
struct Turnstile {
  @ObservableState
  struct State: Equatable {
    var inside = 0
  }

  enum Action {
    case cameIn
    case wentOut
  }

  var body: some Reducer<State, Action> {
    Reduce { turnstile, action in
      switch action {
      case .cameIn:
        turnstile.inside += 1
        return .none
      case .wentOut:
        turnstile.inside = max(0, turnstile.inside - 1)
        return .none
      }
    }
  }
}

/// Two turnstiles that know nothing of each other.
@Reducer
struct Zoo {
  @ObservableState
  struct State: Equatable {
    var harbourGate = Turnstile.State()
    var parkGate = Turnstile.State()
    var visitors: Int { harbourGate.inside + parkGate.inside }
  }

  enum Action {
    case harbourGate(Turnstile.Action)
    case parkGate(Turnstile.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.harbourGate, action: \.harbourGate) {
      Turnstile()
    }
    Scope(state: \.parkGate, action: \.parkGate) {
      Turnstile()
    }
  }
}

/// A turnstile that is put up in the morning and taken away at night.
@Reducer
struct Beach {
  @ObservableState
  struct State: Equatable {
    var best = 0
    var turnstile: Turnstile.State?
  }

  enum Action {
    case night
    case sunrise
    case turnstile(Turnstile.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { beach, action in
      switch action {
      case .night:
        beach.best = max(beach.best, beach.turnstile?.inside ?? 0)
        beach.turnstile = nil
        return .none
      case .sunrise:
        beach.turnstile = Turnstile.State()
        return .none
      case .turnstile:
        return .none
      }
    }
    .ifLet(\.turnstile, action: \.turnstile) {
      Turnstile()
    }
    ._printChanges(.actionLabels)
  }
}

@MainActor
struct TurnstileTests {
  @Test func `a turnstile counts in and out, and never below nobody`() async {
    let store = TestStore(initialState: Turnstile.State()) {
      Turnstile()
    }
    await store.send(.cameIn) {
      $0.inside = 1
    }
    await store.send(\.wentOut) {
      $0.inside = 0
    }
    await store.send(\.wentOut)
    #expect(store.state.inside == 0)
  }

  @Test func `two gates count for themselves`() async {
    let store = TestStoreOf<Zoo>(initialState: .init()) { Zoo() }
    await store.send(.harbourGate(.cameIn)) { $0.harbourGate.inside = 1 }
    await store.send(\.parkGate.cameIn) { $0.parkGate.inside = 1 }
    await store.send(\.harbourGate.wentOut) { $0.harbourGate.inside = 0 }
    #expect(store.state.visitors == 1)
  }

  @Test func `a turnstile counts from its day's beginning to its end`() async {
    let store = TestStore(initialState: Beach.State(), reducer: { Beach() })
    await store.send(.sunrise) { $0.turnstile = Turnstile.State() }
    await store.send(.turnstile(.cameIn)) { $0.turnstile?.inside = 1 }
    await store.send(\.turnstile.cameIn) { $0.turnstile?.inside = 2 }
    await store.send(.night) {
      $0.best = 2
      $0.turnstile = nil
    }
    await store.send(.sunrise) { $0.turnstile = Turnstile.State() }
    await store.send(.night) { $0.turnstile = nil }
  }

  @Test func `a live store is scoped to one of its gates`() {
    let zoo = Store(initialState: Zoo.State()) {
      Zoo()
    }
    let gate: StoreOf<Turnstile> = zoo.scope(state: \.parkGate, action: \.parkGate)
    gate.send(.cameIn)
    #expect(zoo.parkGate.inside == 1)
    #expect(zoo.state.harbourGate.inside == 0)
    #expect(zoo.withState(\.parkGate.inside) == 1)
    #expect(zoo.withState { $0.visitors } == 1)
  }

  @Test func `a live store is scoped to a turnstile that is there`() throws {
    let beach = Store(
      initialState: Beach.State(turnstile: .init(inside: 40)),
      reducer: Beach.init
    )
    let turnstile = try #require(beach.scope(state: \.turnstile, action: \.turnstile))
    turnstile.send(.wentOut)
    #expect(turnstile.inside == 39)
    beach.send(.night)
    #expect(beach.scope(state: \.turnstile, action: \.turnstile) == nil)
    #expect(beach.best == 39)
  }
}
