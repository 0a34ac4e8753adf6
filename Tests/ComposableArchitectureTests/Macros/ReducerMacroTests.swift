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

@Reducer
private struct Stepper {
  let step: Int
  @ObservableState
  struct State: Equatable { var count = 0 }
  enum Action { case tap }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += step
      return .none
    }
  }
}

@Reducer
private enum Steps {
  case one(Stepper = Stepper(step: 1))
  case ten(Stepper = .init(step: 10))
  case inner(Inner.Body = Inner.body)
  @ReducerCaseIgnored
  case page(Int = 3)
}

extension Steps.State: Equatable {}

@Reducer
private struct Constant {
  let body = EmptyReducer<Int, Bool>()
}

@Reducer
private struct Wrapping {
  var body: some ReducerOf<Counter> { Counter() }
}

@Reducer
private struct GenericWrapping<Base: Reducer> {
  let base: Base
  var body: some ReducerOf<Base> {
    base
    EmptyReducer()
  }
}

@Reducer
private struct Split {
  struct State: Equatable { var count = 0 }
  enum Action { case tap }
  var body: some ReducerOf<Self> { Logic() }

  @Reducer
  struct Logic {
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Elsewhere {
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

extension Elsewhere {
  struct State: Equatable { var count = 0 }
  @CasePathable
  enum Action { case tap }
}

@Reducer
private struct ByHand {
  struct State {}
  enum Action: CasePathable {
    case tap
    struct AllCasePaths {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct StateByHand {
  enum State: CasePathable {
    case number(Int)
    struct AllCasePaths: Sendable {
      var number: AnyCasePath<State, Int> {
        AnyCasePath(
          embed: { .number($0) },
          extract: { if case .number(let value) = $0 { value } else { nil } }
        )
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  enum Action { case number(Bool) }
  var body: some Reducer<State, Action> {
    Scope(state: \.number, action: \.number) { Inferred() }
  }
}

/// What users get from `@Reducer`, compiled as they would.
@MainActor
@Suite struct ReducerMacroTests {
  @Test func `missing declarations are generated`() {
    #expect(Unwritten.State() == Unwritten.State())
    let store = Store(initialState: Unwritten.State()) { Unwritten() }
    #expect(store.state == Unwritten.State())
  }

  @Test func `state and action follow from the body`() {
    var state = 1
    _ = Inferred().reduce(into: &state, action: true)
    #expect(state == 2)
  }

  @Test func `state and action follow from a constant body, and from that of another reducer`() {
    var number = 1
    _ = Constant().reduce(into: &number, action: true)
    #expect(number == 1)
    var state = Counter.State()
    _ = Wrapping().reduce(into: &state, action: .increment)
    _ = GenericWrapping(base: Counter()).reduce(into: &state, action: .increment)
    #expect(state.count == 2)
  }

  @Test func `state and action may be those of the enclosing type, or be declared in an extension`()
  {
    let split = Store(initialState: Split.State()) { Split() }
    split.send(.tap)
    #expect(split.withState(\.count) == 1)
    let elsewhere = Store(initialState: Elsewhere.State()) { Elsewhere() }
    elsewhere.send(.tap)
    #expect(elsewhere.withState(\.count) == 1)
  }

  @Test func `enums whose case paths are written by hand keep them`() {
    let store = Store(initialState: StateByHand.State.number(1)) { StateByHand() }
    store.send(.number(true))
    #expect(store.withState { AnyCasePath(\StateByHand.State.Cases.number).extract(from: $0) } == 2)
    Store(initialState: ByHand.State()) { ByHand() }.send(.tap)
  }

  @Test func `the default value of a case is its feature`() {
    var state = Steps.State.one(Stepper.State())
    _ = Steps.body.reduce(into: &state, action: .one(.tap))
    #expect(state == .one(Stepper.State(count: 1)))
    state = .ten(Stepper.State())
    _ = Steps.body.reduce(into: &state, action: .ten(.tap))
    #expect(state == .ten(Stepper.State(count: 10)))
    state = .inner(.counter(Counter.State()))
    _ = Steps.body.reduce(into: &state, action: .inner(.counter(.increment)))
    #expect(state[case: \.inner.counter]?.count == 1)
    #expect(Steps.State.page() == .page(3))
    let store = Store(initialState: state) { Steps() }
    guard case .inner(let inner) = store.case, case .counter(let counter) = inner.case else {
      Issue.record("Expected a counter.")
      return
    }
    #expect(counter.count == 1)
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
