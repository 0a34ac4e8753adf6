import ComposableArchitecture
import Testing

/// A bell that is written with both, as old code sometimes is.
private struct Bell: Reducer {
  struct State: Equatable, Identifiable {
    var id = 1
    var log: [String] = []
  }

  enum Action { case ring }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.log.append("reduce")
    return .none
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.log.append("body")
      return .none
    }
  }
}

/// A bell whose own function calls its body.
private struct Carillon: Reducer {
  func reduce(into state: inout Bell.State, action: Bell.Action) -> Effect<Bell.Action> {
    state.log.append("before")
    return body.reduce(into: &state, action: action)
  }

  var body: some Reducer<Bell.State, Bell.Action> {
    Reduce { state, _ in
      state.log.append("body")
      return .none
    }
  }
}

@Reducer private struct Tower {
  @ObservableState struct State: Equatable {
    var bell = Bell.State()
    var bells: IdentifiedArrayOf<Bell.State> = [Bell.State()]
    @Presents var visited: Bell.State?
  }

  enum Action {
    case bell(Bell.Action)
    case bells(IdentifiedAction<Int, Bell.Action>)
    case visited(PresentationAction<Bell.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.bell, action: \.bell) { Bell() }
    EmptyReducer()
      .forEach(\.bells, action: \.bells) { Bell() }
      .ifLet(\.$visited, action: \.visited) { Bell() }
  }
}

@MainActor
@Suite struct OwnReduceTests {
  @Test func `a reducer with its own reduce runs it, and not its body`() {
    let store = Store(initialState: Bell.State()) { Bell() }
    store.send(.ring)
    store.send(.ring)
    #expect(store.withState(\.log) == ["reduce", "reduce"])
  }

  @Test func `a reduce of its own may run the body`() {
    let store = Store(initialState: Bell.State()) { Carillon() }
    store.send(.ring)
    store.send(.ring)
    #expect(store.withState(\.log) == ["before", "body", "before", "body"])
  }

  @Test func `it runs wherever the reducer stands`() {
    let store = Store(initialState: Tower.State(visited: Bell.State())) { Tower() }
    for _ in 0..<2 {
      store.send(.bell(.ring))
      store.send(.bells(.element(id: 1, action: .ring)))
      store.send(.visited(.presented(.ring)))
    }
    let state = store.withState { $0 }
    #expect(state.bell.log == ["reduce", "reduce"])
    #expect(state.bells[id: 1]?.log == ["reduce", "reduce"])
    #expect(state.visited?.log == ["reduce", "reduce"])
  }
}
