import ComposableArchitecture

/// A feature that presents itself in every way that there is, to any depth.
@Reducer
struct Tree {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var ticks = 0
    @Presents var sheet: Tree.State?
    var path = StackState<Tree.State>()
    var rows: IdentifiedArrayOf<Tree.State> = []
    var part: Leaf.State?
    var branch = Branch.State.none
    var first = Leaf.State()
    var second = Leaf.State()
  }

  indirect enum Action {
    /// Changes the state in whatever way a test wants.
    case change(@Sendable (inout State) -> Void)
    case listen
    case startTimer
    case startTimerBesides
    case stopTimer
    case stopTimerFromWithin
    case sleepThenTick
    case tick
    case dismiss
    case sheet(PresentationAction<Tree.Action>)
    case path(StackActionOf<Tree>)
    case rows(IdentifiedActionOf<Tree>)
    case part(Leaf.Action)
    case branch(Branch.Action)
    case first(Leaf.Action)
    case second(Leaf.Action)
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Leaf() }
    Scope(state: \.second, action: \.second) { Leaf() }
    Scope(state: \.branch, action: \.branch) { Branch() }
    Reduce { state, action in
      switch action {
      case .change(let change):
        change(&state)
        return .none
      case .listen:
        return .run { _ in for await _ in AsyncStream<Void>.never {} }
      case .startTimer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer)
      case .startTimerBesides:
        return .run { [clock] send in
          try await withTaskCancellation(id: CancelID.timer) {
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          }
        }
      case .stopTimer:
        return .cancel(id: CancelID.timer)
      case .stopTimerFromWithin:
        return .run { _ in Task.cancel(id: CancelID.timer) }
      case .sleepThenTick:
        return .concatenate(
          .run { [clock] _ in try? await clock.sleep(for: .seconds(1)) },
          .send(.tick)
        )
      case .tick:
        state.ticks += 1
        return .none
      case .dismiss:
        return .run { [dismiss] _ in await dismiss() }
      case .sheet, .path, .rows, .part, .branch, .first, .second:
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet) { Tree() }
    .forEach(\.path, action: \.path) { Tree() }
    .forEach(\.rows, action: \.rows) { Tree() }
    .ifLet(\.part, action: \.part) { Leaf() }
  }
}

/// A feature that presents another, and nothing else.
@Reducer
struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var ticks = 0
    @Presents var sheet: CounterFeature.State?
  }
  enum Action {
    case startTimer
    case tick
    case present
    case sheet(PresentationAction<CounterFeature.Action>)
  }
  @Dependency(\.continuousClock) var clock
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTimer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: Tree.CancelID.timer)
      case .tick:
        state.ticks += 1
        return .none
      case .present:
        state.sheet = CounterFeature.State()
        return .none
      case .sheet:
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet) { CounterFeature() }
  }
}

/// A feature in one of several cases.
@Reducer
struct Branch {
  @CasePathable
  @dynamicMemberLookup
  @ObservableState
  enum State: Equatable {
    case none
    case leaf(Leaf.State)
    case other(Leaf.State)
  }
  enum Action {
    case leaf(Leaf.Action)
    case other(Leaf.Action)
    case leave
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .leave = action { state = .other(Leaf.State()) }
      return .none
    }
    .ifCaseLet(\.leaf, action: \.leaf) { Leaf() }
    .ifCaseLet(\.other, action: \.other) { Leaf() }
  }
}
