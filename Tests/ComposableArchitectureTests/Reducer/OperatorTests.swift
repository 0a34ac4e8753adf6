import ComposableArchitecture
import Testing

@Reducer
private struct Row {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isOn = false
  }
  enum Action { case toggle, wait, cancel }
  @Dependency(\.continuousClock) var clock
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggle:
        state.isOn.toggle()
        return .none
      case .wait:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.toggle)
        }
      case .cancel:
        return .none
      }
    }
  }
}

@Reducer
private struct Parent {
  @ObservableState
  struct State: Equatable {
    var child = Row.State(id: 0)
    var optional: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    var name = ""
    var changes = 0
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case child(Row.Action)
    case optional(Row.Action)
    case rows(IdentifiedActionOf<Row>)
    case removeAll
    case changeRows(@Sendable (inout IdentifiedArrayOf<Row.State>) -> Void)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.name) { _, _ in
        Reduce { state, _ in
          state.changes += 1
          return .none
        }
      }
    Scope(state: \.child, action: \.child) { Row() }
    Reduce { state, action in
      switch action {
      case .removeAll:
        state.optional = nil
        state.rows = []
      case .changeRows(let change):
        change(&state.rows)
      default:
        break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Row() }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

@Reducer
private struct Either {
  @CasePathable
  @dynamicMemberLookup
  @ObservableState
  enum State: Equatable {
    case on(Row.State)
    case off
  }
  enum Action {
    case on(Row.Action)
    case leave
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .leave = action { state = .off }
      return .none
    }
    .ifCaseLet(\.on, action: \.on) { Row() }
  }
}

@MainActor
@Suite
struct OperatorTests {
  @Test
  func `'Scope' runs the child on its part of the state`() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(\.child.toggle) { $0.child.isOn = true }
  }

  @Test
  func
    `'ifLet' runs the child while its state is there, and cancels its effects when it is removed`()
    async
  {
    let clock = TestClock()
    let store = TestStore(initialState: Parent.State(optional: Row.State(id: 1))) {
      Parent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.optional.toggle) { $0.optional?.isOn = true }
    await store.send(\.optional.wait)
    await store.send(.removeAll) { $0.optional = nil }
    await clock.advance(by: .seconds(1))
    await store.finish()
    await withExpectedIssue { await store.send(\.optional.toggle) }
  }

  @Test
  func `'forEach' runs an element's reducer, and cancels the effects of removed elements`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Parent.State(rows: [Row.State(id: 1), Row.State(id: 2)])
    ) {
      Parent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.rows[id: 2].toggle) { $0.rows[id: 2]?.isOn = true }
    await store.send(\.rows[id: 1].wait)
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: 1].toggle) { $0.rows[id: 1]?.isOn = true }
    await store.send(\.rows[id: 1].wait)
    await store.send(.removeAll) { $0.rows = [] }
    await clock.advance(by: .seconds(1))
    await store.finish()
    await withExpectedIssue { await store.send(\.rows[id: 1].toggle) }
  }

  @Test(arguments: [10, 5_000])
  func `'forEach' cancels the effects of removed elements, and no others`(count: Int) async {
    let clock = TestClock()
    let store = Store(
      initialState: Parent.State(
        rows: IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) })
      )
    ) {
      Parent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let tasks = [1, 2, 3, 4].map { store.send(.rows(.element(id: $0, action: .wait))) }
    // Elsewhere, and in place.
    store.send(.changeRows { $0.remove(id: count - 1) })
    store.send(.changeRows { $0[id: 2] = nil })
    store.send(.changeRows { $0.insert(Row.State(id: -1), at: 0) })
    store.send(.changeRows { $0[id: 1]?.isOn = true })
    // Away and back by one action: it has not left.
    store.send(
      .changeRows {
        let row = $0.remove(id: 3)
        $0.insert(row!, at: 0)
      }
    )
    // Away and back by two.
    store.send(.changeRows { $0.remove(id: 4) })
    store.send(.changeRows { $0.append(Row.State(id: 4)) })
    await tasks[1].finish()
    await tasks[3].finish()
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(store.rows[id: 1]?.isOn == false)
    #expect(store.rows[id: 3]?.isOn == true)
    #expect(store.rows[id: 4]?.isOn == false)
  }

  @Test
  func `'ifCaseLet' runs the child while its case is current, and cancels its effects afterwards`()
    async
  {
    let clock = TestClock()
    let store = TestStore(initialState: Either.State.on(Row.State(id: 1))) {
      Either()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.on.toggle) { $0.modify(\.on) { $0.isOn = true } }
    await store.send(\.on.wait)
    await store.send(.leave) { $0 = .off }
    await clock.advance(by: .seconds(1))
    await store.finish()
    await withExpectedIssue { await store.send(\.on.toggle) }
  }

  @Test
  func `bindings write into the state, and 'onChange' runs after their changes`() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(\.binding.name, "Ida") {
      $0.name = "Ida"
      $0.changes = 1
    }
    await store.send(\.binding.name, "Ida")
    let live = Store(initialState: Parent.State()) { Parent() }
    live.name = "Junior"
    #expect(live.changes == 1)
  }

  @Test
  func `'dependency' overrides for the reducer and its effects`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Row.State(id: 1)) {
      Row().dependency(\.continuousClock, clock)
    }
    await store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.receive(\.toggle) { $0.isOn = true }
  }
}
