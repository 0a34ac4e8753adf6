import ComposableArchitecture

/// A room of the inventory: a page or a popover, which presents everything there is to present.
@Reducer
struct Room {
  @Reducer
  enum Destination {
    case sheet(House)
    case cover(House)
    case popover(Room)
    case alert(AlertState<Choice>)
    case dialog(ConfirmationDialogState<Choice>)

    @CasePathable
    enum Choice: Equatable, Sendable { case yes, no }
  }

  @ObservableState
  struct State: Equatable, Sendable {
    /// Unique in a walk, so that widgets tell which state they show.
    let token: Int
    var count = 0
    /// Whether the user may not close what the room is shown in.
    var isSticky = false
    @Presents var destination: Destination.State?
    /// Presented from an optional state, by another view of the room.
    @Presents var extra: House.State?
    @Presents var note: AlertState<Destination.Choice>?
  }

  enum Action {
    case ask
    case destination(PresentationAction<Destination.Action>)
    case extra(PresentationAction<House.Action>)
    case increment
    case leave
    case note(PresentationAction<Destination.Choice>)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask:
        // Equal to the one before, but another.
        state.note = AlertState(title: "Question \(state.token)", buttons: [])
        return .none
      case .increment:
        state.count += 1
        return .none
      case .leave:
        return .run { _ in await dismiss() }
      case .destination, .extra, .note:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$extra, action: \.extra) { House() }
    .ifLet(\.$note, action: \.note)
  }
}
extension Room.Destination.State: Equatable, Sendable {}

/// A navigation stack of rooms: what a window, a sheet or a cover shows.
@Reducer
struct House {
  @Reducer
  enum Path {
    case room(Room)
    case hall(Room)
  }

  @ObservableState
  struct State: Equatable, Sendable {
    var root: Room.State
    var path = StackState<Path.State>()
  }

  enum Action {
    case path(StackActionOf<Path>)
    case root(Room.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.root, action: \.root) { Room() }
    EmptyReducer().forEach(\.path, action: \.path)
  }
}
extension House.Path.State: Equatable, Sendable {}

/// The whole inventory, which tells what it was sent, and may decline to let go of anything.
@Reducer
struct Walk {
  @ObservableState
  struct State: Equatable, Sendable {
    var house: House.State
    /// Whether dismissals and pops are declined.
    var isLocked = false
  }

  enum Action {
    case house(House.Action)
    case mutate(@Sendable (inout State) -> Void)
  }

  /// Takes the description of each action that is not a mutation.
  let log: LockIsolated<[String]>

  var body: some ReducerOf<Self> {
    let core = Scope<State, Action, House>(state: \.house, action: \.house) { House() }
    Reduce { state, action in
      switch action {
      case .mutate(let mutation):
        mutation(&state)
        return .none
      case .house(let action):
        let description = action.description
        log.withValue { $0.append(description) }
        let isDismissal = description.hasSuffix(".dismiss") || description.contains(".popFrom")
        if state.isLocked, isDismissal { return .none }
      }
      return core.reduce(into: &state, action: action)
    }
  }
}

// MARK: - Descriptions of actions

extension House.Action {
  /// The way to the action from here, for example `path[1].destination.sheet.root.increment`.
  var description: String {
    switch self {
    case .root(let action): "root.\(action.description)"
    case .path(.element(let id, .room(let action))), .path(.element(let id, .hall(let action))):
      "path[\(id)].\(action.description)"
    case .path(.popFrom(let id)): "path.popFrom(\(id))"
    case .path(.push): "path.push"
    }
  }
}

extension Room.Action {
  var description: String {
    switch self {
    case .ask: "ask"
    case .increment: "increment"
    case .leave: "leave"
    case .note(.dismiss): "note.dismiss"
    case .note(.presented(let choice)): "note.\(choice)"
    case .extra(.dismiss): "extra.dismiss"
    case .extra(.presented(let action)): "extra.\(action.description)"
    case .destination(.dismiss): "destination.dismiss"
    case .destination(.presented(let action)):
      switch action {
      case .sheet(let action), .cover(let action): "destination.\(action.description)"
      case .popover(let action): "destination.\(action.description)"
      case .alert(let choice), .dialog(let choice): "destination.\(choice)"
      }
    }
  }
}

// MARK: - Equal values that are not the same

extension House.State {
  /// An equal house with other identities everywhere.
  var renewed: House.State {
    var house = House.State(root: root.renewed)
    house.path = StackState(
      path.map { page in
        switch page {
        case .room(let room): .room(room.renewed)
        case .hall(let room): .hall(room.renewed)
        }
      }
    )
    return house
  }
}

extension Room.State {
  /// An equal room with other identities everywhere.
  var renewed: Room.State {
    var room = Room.State(token: token)
    room.count = count
    room.isSticky = isSticky
    room.extra = extra?.renewed
    room.note = note?.renewed
    room.destination = destination.map { destination in
      switch destination {
      case .sheet(let house): .sheet(house.renewed)
      case .cover(let house): .cover(house.renewed)
      case .popover(let room): .popover(room.renewed)
      case .alert(let alert): .alert(alert.renewed)
      case .dialog(let dialog): .dialog(dialog.renewed)
      }
    }
    return room
  }
}

extension AlertState<Room.Destination.Choice> {
  init(title: String, buttons: [ButtonState<Action>]) {
    self.init {
      TextState(title)
    } actions: {
      for button in buttons { button }
    }
  }

  /// An equal alert with another id.
  fileprivate var renewed: Self { Self(title: String(state: title), buttons: buttons) }
}

extension ConfirmationDialogState<Room.Destination.Choice> {
  init(title: String, buttons: [ButtonState<Action>]) {
    self.init(titleVisibility: .visible) {
      TextState(title)
    } actions: {
      for button in buttons { button }
    }
  }

  /// An equal dialog with another id.
  fileprivate var renewed: Self { Self(title: String(state: title), buttons: buttons) }
}
