import ComposableArchitecture

/// The smallest feature, and one that has effects.
@Reducer
struct Meter {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }

  enum Action {
    case increment
    /// Starts an effect that sends an action.
    case ask
    /// Returns an effect that sends an action at once.
    case askNow
    case answer
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment, .answer:
        state.count += 1
        return .none
      case .ask:
        return .run { send in await send(.answer) }
      case .askNow:
        return .send(.answer)
      }
    }
  }
}

/// A stack of meters.
@Reducer
struct Book {
  @Reducer
  enum Path {
    case meter(Meter)
  }

  @ObservableState
  struct State {
    var path = StackState<Path.State>()
  }

  enum Action {
    case path(StackActionOf<Path>)
    case push
    case popLast
    case fill(StackState<Path.State>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path:
        break
      case .push:
        state.path.append(.meter(Meter.State()))
      case .popLast:
        state.path.popLast()
      case .fill(let path):
        state.path = path
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

/// A feature that presents a meter.
@Reducer
struct Presenter {
  @ObservableState
  struct State {
    @Presents var meter: Meter.State?
  }

  enum Action {
    case present
    case meter(PresentationAction<Meter.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .present = action { state.meter = Meter.State() }
      return .none
    }
    .ifLet(\.$meter, action: \.meter) {
      Meter()
    }
  }
}

/// A feature that presents one of several features.
@Reducer
struct Menu {
  @Reducer
  enum Destination {
    case meter(Meter)
    case table(Table)
  }

  @ObservableState
  struct State {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case present
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .present = action { state.destination = .meter(Meter.State()) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

/// A collection of meters.
@Reducer
struct Table {
  @ObservableState
  struct State {
    var rows: IdentifiedArrayOf<Meter.State> = []
    var touches = 0
  }

  enum Action {
    case rows(IdentifiedActionOf<Meter>)
    case insert(Meter.State, at: Int)
    case remove(id: Int)
    case nothing
    case touch
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows, .nothing:
        break
      case .touch:
        state.touches += 1
      case .insert(let row, let position):
        state.rows.insert(row, at: position)
      case .remove(let id):
        state.rows.remove(id: id)
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) {
      Meter()
    }
  }
}

// MARK: - Features in features

@Reducer
struct Nest1 {
  @ObservableState
  struct State { var child = Meter.State() }
  enum Action { case child(Meter.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Meter() }
  }
}

@Reducer
struct Nest2 {
  @ObservableState
  struct State { var child = Nest1.State() }
  enum Action { case child(Nest1.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Nest1() }
  }
}

@Reducer
struct Nest3 {
  @ObservableState
  struct State { var child = Nest2.State() }
  enum Action { case child(Nest2.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Nest2() }
  }
}

@Reducer
struct Nest4 {
  @ObservableState
  struct State { var child = Nest3.State() }
  enum Action { case child(Nest3.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Nest3() }
  }
}

@Reducer
struct Nest5 {
  @ObservableState
  struct State { var child = Nest4.State() }
  enum Action { case child(Nest4.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Nest4() }
  }
}

@Reducer
struct Nest6 {
  @ObservableState
  struct State { var child = Nest5.State() }
  enum Action { case child(Nest5.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Nest5() }
  }
}
