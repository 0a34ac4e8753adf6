import Testing

@testable import ComposableArchitecture

/// An action that needs a `forEach` or an `ifLet` that is missing is reported once; one that a
/// reducer declines is not.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct IntegrationTests {
  /// A boat, which the harbor shows in each of the ways that there are.
  @Reducer
  struct Boat {
    @ObservableState
    struct State: Equatable, Identifiable {
      var id = 0
      var flags = 0
      var cabins = StackState<Cabin.State>()
    }
    enum Action {
      case flagTapped
      case cabins(StackActionOf<Cabin>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .flagTapped = action { state.flags += 1 }
        return .none
      }
      .forEach(\.cabins, action: \.cabins) { Cabin() }
    }
  }

  @Reducer
  struct Cabin {
    @ObservableState
    struct State: Equatable {
      var isOpen = false
    }
    enum Action { case doorTapped }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .doorTapped = action { state.isOpen.toggle() }
        return .none
      }
    }
  }

  /// The state and the actions of all harbors of these tests. Each harbor has its own type of
  /// actions, because what an operator handles is known by the type.
  @ObservableState
  struct HarborState: Equatable {
    var path = StackState<Boat.State>()
    @Presents var slip: Boat.State?
    @Presents var alert: AlertState<AlertAction>?
    var isOpen = true
  }

  enum AlertAction: Equatable { case confirm }

  /// A harbor without operators.
  @Reducer
  struct Unfinished {
    typealias State = HarborState
    enum Action {
      case path(StackActionOf<Boat>)
      case slip(PresentationAction<Boat.Action>)
      case alert(PresentationAction<AlertAction>)
    }
    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
    }
  }

  /// A harbor that lets boats in and out only while it is open.
  @Reducer
  struct Guarded {
    typealias State = HarborState
    enum Action {
      case path(StackActionOf<Boat>)
      case slip(PresentationAction<Boat.Action>)
    }
    var body: some ReducerOf<Self> {
      Declining(
        base: EmptyReducer()
          .forEach(\.path, action: \.path) { Boat() }
          .ifLet(\.$slip, action: \.slip) { Boat() }
      )
    }

    /// Does not pass actions on to its base while the harbor is closed.
    struct Declining<Base: Reducer>: Reducer where Base.State == HarborState {
      let base: Base

      func reduce(into state: inout HarborState, action: Base.Action) -> Effect<Base.Action> {
        state.isOpen ? base.reduce(into: &state, action: action) : .none
      }
    }
  }

  @Test func `a push without a forEach is reported at the scope, with both remedies, once`() {
    let store = Store(initialState: HarborState()) { Unfinished() }
    let line: UInt = #line + 1
    let path = store.scope(state: \.path, action: \.path)
    let reported = issues {
      path.send(.push(id: .next(), state: Boat.State()))
      path.send(.push(id: .next(), state: Boat.State()))
      store.scope(state: \.path, action: \.path).send(.popFrom(id: .next()))
    }
    #expect(
      reported.map(\.message) == [
        """
        An action was sent to a navigation stack, but there is no "forEach" that handles it:

          Action:
            IntegrationTests.Unfinished.Action.path(.push(id:, state:))

        The store was scoped at "ComposableArchitectureTests/IntegrationTests.swift:\(line)" from the state "IntegrationTests.HarborState". No operator integrates the feature there with its parent, so nothing was pushed or popped, and no element's reducer has run. To make it work:

        • Apply the operator to the reducer of "IntegrationTests.HarborState": ".forEach(\\.path, action: \\.path)", with the property and the case of this feature.

        • If that reducer has the operator, make sure that the reducer runs: its own parent has to integrate it with "Scope", "ifLet" or "forEach".
        """
      ]
    )
    #expect(reported.first?.line == line)
    #expect(store.path.isEmpty)
  }

  @Test func `an action of an element without a forEach is reported once`() {
    let store = Store(initialState: HarborState(path: [Boat.State(), Boat.State()])) {
      Unfinished()
    }
    let path = store.scope(state: \.path, action: \.path)
    let boats = path.ids.compactMap { path.element(id: $0) as StoreOf<Boat>? }
    let reported = issues {
      for boat in boats { boat.send(.flagTapped) }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains(#"there is no "forEach""#) == true)
  }

  @Test func `an action of a presented feature, and its dismissal, without an ifLet are reported`()
  {
    let store = Store(initialState: HarborState(slip: Boat.State())) { Unfinished() }
    let acted = issues { store.scope(state: \.slip, action: \.slip)?.send(.flagTapped) }
    #expect(acted.count == 1)
    #expect(
      acted.first?.message.contains(
        "IntegrationTests.Unfinished.Action.slip(.presented(.flagTapped))"
      )
        == true
    )
    #expect(
      acted.first?.message.contains(#".ifLet(\.$destination, action: \.destination)"#) == true
    )
    // The same place again, in the other way.
    let dismissed = issues { store.dismiss(\.slip, .here()) }
    #expect(dismissed.isEmpty)
    let other = Store(initialState: HarborState(slip: Boat.State())) { Unfinished() }
    let first = issues {
      other.dismiss(\.slip, .here())
      other.dismiss(\.slip, .here())
    }
    #expect(first.count == 1)
    #expect(first.first?.message.contains("slip(.dismiss)") == true)
  }

  @Test func `the parent may handle the buttons of an alert by itself, but not its dismissal`() {
    let store = Store(initialState: HarborState(alert: AlertState { TextState("Storm") })) {
      Unfinished()
    }
    let pressed = issues { store.scope(state: \.alert, action: \.alert)?.send(.confirm) }
    #expect(pressed.isEmpty)
    let dismissed = issues { store.dismiss(\.alert, .here()) }
    #expect(dismissed.count == 1)
  }

  @Test func `what is inside of a feature that is not integrated is not reported as well`() {
    let store = Store(
      initialState: HarborState(path: [Boat.State(cabins: [Cabin.State()])])
    ) {
      Unfinished()
    }
    let path = store.scope(state: \.path, action: \.path)
    let boat: StoreOf<Boat>? = path.ids.first.flatMap { path.element(id: $0) }
    let cabins = boat?.scope(state: \.cabins, action: \.cabins)
    let cabin: StoreOf<Cabin>? = cabins?.ids.first.flatMap { cabins?.element(id: $0) }
    let reported = issues {
      cabin?.send(.doorTapped)
      cabin?.send(.doorTapped)
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("HarborState") == true)
  }

  @Test func `a reducer that declines, from its first action on, is not reported`() {
    let store = Store(
      initialState: HarborState(path: [Boat.State()], slip: Boat.State(), isOpen: false)
    ) {
      Guarded()
    }
    let reported = issues {
      let path = store.scope(state: \.path, action: \.path)
      path.send(.push(id: .next(), state: Boat.State()))
      path.send(.popFrom(id: path.ids[0]))
      store.scope(state: \.slip, action: \.slip)?.send(.flagTapped)
      store.dismiss(\.slip, .here())
    }
    #expect(reported.isEmpty)
    #expect(store.path.count == 1)
    #expect(store.slip != nil)
  }

  /// A harbor with its operators, in a type that no other test uses.
  @Reducer
  struct Complete {
    typealias State = HarborState
    enum Action {
      case path(StackActionOf<Boat>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.path, action: \.path) { Boat() }
    }
  }

  /// Does not pass the first actions on to a whole feature.
  struct Hesitant: Reducer {
    let base = Complete()
    let isOpen: LockIsolated<Bool>

    func reduce(into state: inout HarborState, action: Complete.Action) -> Effect<Complete.Action> {
      isOpen.value ? base.reduce(into: &state, action: action) : .none
    }
  }

  @Test func `a reducer around a whole feature may decline before the feature has run at all`() {
    let isOpen = LockIsolated(false)
    let store = Store(initialState: HarborState()) { Hesitant(isOpen: isOpen) }
    let path = store.scope(state: \.path, action: \.path)
    let reported = issues {
      path.send(.push(id: .next(), state: Boat.State()))
      isOpen.setValue(true)
      path.send(.push(id: .next(), state: Boat.State()))
    }
    #expect(reported.isEmpty)
    #expect(store.path.count == 1)
  }

  @Test func `a feature with its operators is not reported`() {
    let store = Store(initialState: HarborState(path: [Boat.State()], slip: Boat.State())) {
      Guarded()
    }
    let reported = issues {
      let path = store.scope(state: \.path, action: \.path)
      path.send(.push(id: .next(), state: Boat.State()))
      (path.element(id: path.ids[0]) as StoreOf<Boat>?)?.send(.flagTapped)
      store.scope(state: \.slip, action: \.slip)?.send(.flagTapped)
      store.dismiss(\.slip, .here())
    }
    #expect(reported.isEmpty)
    #expect(store.path.count == 2)
    #expect(store.path.first?.flags == 1)
    #expect(store.slip == nil)
  }

  @Test func `a store without any reducer, as previews have, is not reported`() {
    let store: Store<HarborState, Unfinished.Action> = Store(initialState: HarborState()) {}
    let reported = issues {
      store.scope(state: \.path, action: \.path).send(.push(id: .next(), state: Boat.State()))
    }
    #expect(reported.isEmpty)
  }

  @Test func `an action that is sent while another is reduced is checked after it`() {
    let store = Store(initialState: HarborState(slip: Boat.State())) { Guarded() }
    let path = store.scope(state: \.path, action: \.path)
    let reported = issues {
      withObservationTracking {
        _ = store.slip
      } onChange: {
        MainActor.assumeIsolated { _ = path.send(.push(id: .next(), state: Boat.State())) }
      }
      store.dismiss(\.slip, .here())
    }
    #expect(reported.isEmpty)
    #expect(store.path.count == 1)
  }
}

extension IssueLocation {
  fileprivate static func here(line: UInt = #line) -> Self {
    IssueLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
  }
}
