import ComposableArchitecture
import GtkKit

/// What a state means for the screen, and for the actions that input on this screen sends.
@MainActor
struct WalkPlaces {
  struct RoomPlace {
    let room: Room.State
    /// What stands before the description of an action of the room.
    let prefix: String
    /// What is sent when the room is left, `nil` for the first room of the window.
    let dismissal: String?
    /// What stands before the action that pushes from here, `nil` in a popover.
    let stack: String?
    /// How many presentations deep the room is.
    let depth: Int
    let isShown: Bool
    /// The index of the house whose window shows the room.
    let house: Int
  }

  struct HousePlace {
    let house: House.State
    let prefix: String
    /// What is sent when its window is closed, `nil` for the main window.
    let dismissal: String?
    let depth: Int
    let isShown: Bool

    /// Whether something takes all input of the window.
    var isCovered = false

    var top: Room.State { house.path.last?.content ?? house.root }
    var isSticky: Bool { house.root.isSticky || house.path.contains { $0.content.isSticky } }
  }

  struct MessagePlace {
    let title: String
    /// What each button sends, in the order of the state; the last one is what closing sends.
    let answers: [String]
  }

  struct PopoverPlace {
    let room: Room.State
    let dismissal: String
  }

  private(set) var rooms: [RoomPlace] = []
  private(set) var houses: [HousePlace] = []
  private(set) var messages: [MessagePlace] = []
  private(set) var popovers: [PopoverPlace] = []
  private(set) var screen = Screen(kind: .window, title: "")

  /// Whether a popover has something to point at in a room.
  private let canAnchor: @MainActor (Room.State) -> Bool

  /// - Parameters:
  ///   - state: The state.
  ///   - widgets: The widgets that show the state.
  ///   - undrawn: The windows that have had no frame for a while. Newer compositors draw no windows
  ///     that others cover. There, a new page gets no size and a transition no end until the window
  ///     can be seen again, so popovers wait.
  init(
    _ state: Walk.State,
    shownBy widgets: WalkWidgets? = nil,
    undrawn: Set<WidgetPointer> = []
  ) {
    canAnchor = { room in
      guard let anchor = widgets?.room(room), let window = gtk_widget_get_root(anchor),
        undrawn.contains(WidgetPointer(window))
      else { return true }
      return gtk_widget_get_width(anchor) > 0 && !PageStack.isMoving(anchor)
    }
    screen = visit(state.house, .window, prefix: "", dismissal: nil, depth: 0, isShown: true)
  }

  /// Returns whether something takes all input of the window that shows a room.
  func isCovered(_ place: RoomPlace) -> Bool { houses[place.house].isCovered }

  private mutating func visit(
    _ house: House.State,
    _ kind: Screen.Kind,
    prefix: String,
    dismissal: String?,
    depth: Int,
    isShown: Bool
  ) -> Screen {
    let index = houses.count
    houses.append(
      HousePlace(house: house, prefix: prefix, dismissal: dismissal, depth: depth, isShown: isShown)
    )
    var pages = [RoomPlace]()
    pages.append(
      RoomPlace(
        room: house.root,
        prefix: prefix + "root.",
        dismissal: dismissal,
        stack: prefix,
        depth: depth,
        isShown: isShown && house.path.isEmpty,
        house: index
      )
    )
    for (id, element) in zip(house.path.ids, house.path) {
      pages.append(
        RoomPlace(
          room: element.content,
          prefix: prefix + "path[\(id)].",
          dismissal: prefix + "path.popFrom(\(id))",
          stack: prefix,
          depth: depth,
          isShown: isShown && id == house.path.ids.last,
          house: index
        )
      )
    }
    var screen = Screen(kind: kind, title: pages.last!.room.title)  // There is always the root.
    screen.pages = pages.map { "\($0.room.label) \($0.room.title)" }.sorted()
    screen.top = pages.last!.room.label
    screen.back = pages.count > 1 ? pages[pages.count - 2].room.title : nil
    for page in pages { screen.children += visit(page, isMade: isShown) }
    houses[index].isCovered = screen.children.contains { $0.kind != .popover }
    return screen
  }

  /// - Parameter isMade: Whether there are widgets for the room, seen or not.
  private mutating func visit(_ place: RoomPlace, isMade: Bool) -> [Screen] {
    rooms.append(place)
    let room = place.room
    let depth = place.depth + 1
    var children: [Screen] = []
    let dismissal = place.prefix + "destination.dismiss"
    let presented = place.prefix + "destination."
    switch room.destination {
    case .sheet(let house):
      children.append(
        visit(
          house,
          .sheet,
          prefix: presented,
          dismissal: dismissal,
          depth: depth,
          isShown: isMade
        )
      )
    case .cover(let house):
      children.append(
        visit(
          house,
          .cover,
          prefix: presented,
          dismissal: dismissal,
          depth: depth,
          isShown: isMade
        )
      )
    case .popover(let room):
      // A popover needs the widget that it points at.
      let isShown = place.isShown && canAnchor(place.room)
      if isShown { popovers.append(PopoverPlace(room: room, dismissal: dismissal)) }
      let inner = visit(
        RoomPlace(
          room: room,
          prefix: presented,
          dismissal: dismissal,
          stack: nil,
          depth: depth,
          isShown: isShown,
          house: place.house
        ),
        isMade: isShown
      )
      if isShown {
        var popover = Screen(kind: .popover, title: "")
        popover.top = room.label
        children += [popover] + inner
      }
    case .alert(let state):
      if isMade { children.append(visit(state.title, state.buttons, presented, dismissal)) }
    case .dialog(let state):
      if isMade { children.append(visit(state.title, state.buttons, presented, dismissal)) }
    case nil:
      break
    }
    if let note = room.note, isMade {
      children.append(
        visit(note.title, note.buttons, place.prefix + "note.", place.prefix + "note.dismiss")
      )
    }
    if let house = room.extra {
      children.append(
        visit(
          house,
          .sheet,
          prefix: place.prefix + "extra.",
          dismissal: place.prefix + "extra.dismiss",
          depth: depth,
          isShown: isMade
        )
      )
    }
    return isMade ? children : []
  }

  private mutating func visit(
    _ title: TextState,
    _ buttons: [ButtonState<Room.Destination.Choice>],
    _ prefix: String,
    _ dismissal: String
  ) -> Screen {
    var answers = buttons.map { button in button.action.action.map { "\(prefix)\($0)" } ?? dismissal
    }
    let cancel = buttons.firstIndex { $0.role == .cancel }
    answers.append(cancel.map { answers[$0] } ?? dismissal)
    let title = String(state: title)
    messages.append(MessagePlace(title: title, answers: answers))
    return Screen(kind: .message, title: title)
  }
}

extension Room.State {
  var title: String { "Room \(token)" }
  var label: String { "\(token): \(count)" }
}

extension House.Path.State {
  var content: Room.State {
    get {
      switch self {
      case .room(let room), .hall(let room): room
      }
    }
    set {
      switch self {
      case .room: self = .room(newValue)
      case .hall: self = .hall(newValue)
      }
    }
  }
}

// MARK: - Changes of parts

extension House.State {
  /// Changes the room with a token, wherever it is.
  mutating func modifyRoom(_ token: Int, _ body: (inout Room.State) -> Void) {
    root.modifyRoom(token, body)
    for id in path.ids { path[id: id]?.content.modifyRoom(token, body) }
  }

  /// Changes the house whose first room has a token, wherever it is.
  mutating func modifyHouse(_ token: Int, _ body: (inout House.State) -> Void) {
    if root.token == token { return body(&self) }
    root.modifyHouse(token, body)
    for id in path.ids { path[id: id]?.content.modifyHouse(token, body) }
  }
}

extension Room.State {
  mutating func modifyRoom(_ token: Int, _ body: (inout Room.State) -> Void) {
    if self.token == token { return body(&self) }
    modifyHouses {
      $0.modifyRoom(token, body)
    } popover: {
      $0.modifyRoom(token, body)
    }
  }

  fileprivate mutating func modifyHouse(_ token: Int, _ body: (inout House.State) -> Void) {
    modifyHouses {
      $0.modifyHouse(token, body)
    } popover: {
      $0.modifyHouse(token, body)
    }
  }

  /// Changes what the room presents.
  private mutating func modifyHouses(
    _ body: (inout House.State) -> Void,
    popover: (inout Room.State) -> Void
  ) {
    if extra != nil { body(&extra!) }  // Just seen not to be nil.
    switch destination {
    case .sheet: destination?.modify(\.sheet, yield: body)
    case .cover: destination?.modify(\.cover, yield: body)
    case .popover: destination?.modify(\.popover, yield: popover)
    case .alert, .dialog, nil: break
    }
  }
}
