import ComposableArchitecture
import Testing

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case increment }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Unwritten {}

@Reducer
private struct Inferred {
  var body: some Reducer<Int, Bool> {
    Reduce { state, action in
      state += action ? 1 : -1
      return .none
    }
  }
}

@Reducer
private struct Generic<Value: Equatable & Sendable> {
  @ObservableState
  struct State: Equatable { var value: Value }
  enum Action: Equatable { case set(Value) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let value): state.value = value
      }
      return .none
    }
  }
}

@Reducer
private struct EnumState {
  enum State: Equatable {
    case counter(Counter.State)
    case done
  }
  enum Action {
    case counter(Counter.Action)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \State.Cases.counter, action: \.counter) { Counter() }
  }
}

@Reducer
private enum Inner {
  case counter(Counter)
  case unwritten(Unwritten)
}

@Reducer(state: .equatable, action: .equatable)
private enum Path {
  case counter(Counter)
  case number(Generic<Int>)
  case inner(Inner)
  case alert(AlertState<Alert>)
  case empty
  @ReducerCaseIgnored
  case page(Int, title: String)
  #if os(Linux)
    case here(Counter)
  #else
    case elsewhere(Missing)
  #endif

  enum Alert: Equatable { case confirm }
}

extension Inner.State: Equatable {}
extension Inner.Action: Equatable {}

@Reducer
private enum Prompt {
  case alert(AlertState<Never>)
}

/// What users get from `@Reducer`, compiled as they would.
@MainActor
@Suite struct ReducerMacroTests {
  @Test func `what is not written is supplied`() {
    #expect(Unwritten.State() == Unwritten.State())
    let store = Store(initialState: Unwritten.State()) { Unwritten() }
    #expect(store.state == Unwritten.State())
  }

  @Test func `state and action follow from the body`() {
    var state = 1
    _ = Inferred().reduce(into: &state, action: true)
    #expect(state == 2)
  }

  @Test func `enum state has case paths and dynamic members`() {
    var state = EnumState.State.counter(Counter.State())
    _ = EnumState().reduce(into: &state, action: .counter(.increment))
    #expect(state.counter?.count == 1)
    #expect(EnumState.State.done.is(\.done))
  }

  @Test func `the body of an enum runs the feature of the current case`() {
    var state = Path.State.counter(Counter.State())
    _ = Path.body.reduce(into: &state, action: .counter(.increment))
    #expect(state == .counter(Counter.State(count: 1)))
    state = .number(Generic.State(value: 1))
    _ = Path.body.reduce(into: &state, action: .number(.set(7)))
    #expect(state.number?.value == 7)
    state = .here(Counter.State())
    _ = Path.body.reduce(into: &state, action: .here(.increment))
    #expect(state.here?.count == 1)
  }

  @Test func `an enum of features is a feature, and nests`() {
    var state = Path.State.inner(.counter(Counter.State()))
    _ = Path().reduce(into: &state, action: .inner(.counter(.increment)))
    #expect(state[case: \.inner.counter]?.count == 1)
  }

  @Test func `the store of an enum has the stores of its cases`() {
    let store = Store(initialState: .inner(.counter(Counter.State()))) { Path() }
    guard case .inner(let inner) = store.case, case .counter(let counter) = inner.case else {
      Issue.record("Expected a counter in an inner path.")
      return
    }
    counter.send(.increment)
    #expect(counter.count == 1)
    #expect(store.state == .inner(.counter(Counter.State(count: 1))))
  }

  @Test func `plain values, empty cases and alerts are in the case scope as they are`() {
    let page = Store(initialState: .page(3, title: "Help")) { Path() }
    guard case .page(let number, let title) = page.case else {
      Issue.record("Expected a page.")
      return
    }
    #expect(number == 3)
    #expect(title == "Help")
    let empty = Store(initialState: .empty) { Path() }
    #expect(empty.case.is(\.empty))
    let alert = Store(initialState: .alert(AlertState { TextState("Hi") })) { Prompt() }
    #expect(alert.case.alert == AlertState { TextState("Hi") })
  }

  @Test func `cases of features have actions, others have none`() {
    #expect(
      Array(Path.Action.allCasePaths) == [\.counter, \.number, \.inner, \.alert, \.here]
    )
    #expect(Path.Action.alert(.confirm)[case: \.alert] == .confirm)
  }
}
