import ComposableGtk
import ComposableGtkTestSupport
import Foundation
import GtkKit
import Testing

/// Numbers that follow from a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// Walks at random through the states of one window and compares what it shows.
@MainActor
final class Walker {
  /// What went wrong, with the steps that led there.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let seed: UInt64
  private(set) var steps = 0
  private(set) var settles = 0

  private var random: SeededGenerator
  private var nextToken = 1
  private let log = LockIsolated<[String]>([])
  private var expectedLog: [String] = []
  private var recentSteps: [String] = []
  private let store: StoreOf<Walk>
  private let window: TestWindow
  private let isTraced: Bool
  /// Whether the widgets have been compared since the last change.
  private var isSettled = true

  /// The windows that had no frame while the widgets were last compared, if that took long.
  private var undrawnWindows: Set<WidgetPointer> = []

  /// How many presentations may stand on top of each other.
  private let maxDepth = 3

  /// Whether there are popovers. Those of one window close when another one becomes active.
  private let hasPopovers: Bool

  /// - Parameters:
  ///   - seed: The seed of the random numbers.
  ///   - isTraced: Whether each step is printed.
  ///   - number: The number of the window, if there are several.
  init(seed: UInt64, isTraced: Bool = false, window number: Int? = nil) {
    self.seed = seed
    self.isTraced = isTraced
    hasPopovers = number == nil
    random = SeededGenerator(seed: seed &+ UInt64(number ?? 0) &* 1_000_003)
    // A deep link: the window opens with whatever there may be.
    var draft = Draft(
      random: random,
      nextToken: 1 + 10_000_000 * (number ?? 0),
      maxDepth: maxDepth,
      hasPopovers: hasPopovers
    )
    let state = Walk.State(house: draft.house(depth: 0))
    random = draft.random
    nextToken = draft.nextToken
    let log = log
    store = Store(initialState: state) { Walk(log: log) }
    window = TestWindow(HouseView(store: store.scope(state: \.house, action: \.house)))
  }

  /// Gives the store and the window away and closes it in the midst of everything.
  func finish() -> () -> Bool {
    window.close()
    weak let store = store
    weak let window = window
    return { store == nil && window == nil }
  }

  func walk(steps count: Int) async throws {
    try await settle()
    while steps < count { try await walk() }
  }

  /// Takes a few steps.
  func walk() async throws {
    // Several changes before one frame, then the user.
    for _ in 0..<Int.random(in: 1...4, using: &random) { mutate() }
    if Bool.random(using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        // The user acts before the next frame, which GLib lets happen only after the update.
        MainLoop.schedule(priority: .events) { [self] in
          isSettled = false
          act()
          isSettled = true
        }
      } else {
        try await settle()
        act()
      }
    }
    try await settle()
  }

  private func note(_ step: @autoclosure () -> String) {
    steps += 1
    if isTraced { print("\(steps): \(step())") }
    recentSteps.append(step())
    GLibWarnings.setContext("Seed \(seed), step \(steps): \(step())")
    if recentSteps.count > 12 { recentSteps.removeFirst() }
  }

  // MARK: Settling

  /// Waits until the window shows the state and the actions are those expected.
  func settle() async throws {
    settles += 1
    var screens = (
      expected: Screen(kind: .window, title: ""), actual: Screen(kind: .window, title: "")
    )
    let start = ContinuousClock.now
    var frames: [WidgetPointer: (number: gint64, time: ContinuousClock.Instant)] = [:]
    undrawnWindows = []
    while true {
      MainLoop.pump(limit: 200)
      if log.value == expectedLog {
        let widgets = WalkWidgets(main: window.window.widget)
        let now = ContinuousClock.now
        for (window, number) in widgets.frames where frames[window]?.number != number {
          frames[window] = (number, now)
        }
        undrawnWindows = Set(frames.filter { $0.value.time < now - .milliseconds(500) }.keys)
        screens.expected = store.withState {
          WalkPlaces($0, shownBy: widgets, undrawn: undrawnWindows).screen
        }
        screens.actual = widgets.screen
        if screens.expected == screens.actual {
          log.setValue([])
          expectedLog = []
          return
        }
      }
      if ContinuousClock.now > start + .seconds(5) { break }
      await Task.yield()
    }
    throw Failure(
      description: """
        Seed \(seed), step \(steps).
        Last steps: \(recentSteps.joined(separator: "\n  "))
        Actions sent:     \(log.value)
        Actions expected: \(expectedLog)
        Shown:
        \(screens.actual)
        Expected:
        \(screens.expected)
        """
    )
  }

  // MARK: Changes of state

  private func mutate() {
    let state = store.withState { $0 }
    let places = WalkPlaces(state)
    switch Int.random(in: 0..<21, using: &random) {
    case 0:
      change("lock \(!state.isLocked)") { $0.isLocked.toggle() }
    case 20:
      renew()
    case 1..<9:
      mutatePath(places.houses.randomElement(using: &random)!)  // There is always the window's.
    default:
      mutateRoom(places.rooms.randomElement(using: &random)!)  // There is always the first.
    }
  }

  /// Replaces the state by an equal one with other identities, as a link does that is opened twice.
  private func renew() {
    change("renew") { $0.house = $0.house.renewed }
  }

  private func change(_ step: String, _ mutation: @escaping @Sendable (inout Walk.State) -> Void) {
    note(step)
    store.send(.mutate(mutation))
  }

  private func draft<Result>(_ body: (inout Draft) -> Result) -> Result {
    var draft = Draft(
      random: random,
      nextToken: nextToken,
      maxDepth: maxDepth,
      hasPopovers: hasPopovers
    )
    defer {
      random = draft.random
      nextToken = draft.nextToken
    }
    return body(&draft)
  }

  private func mutatePath(_ place: WalkPlaces.HousePlace) {
    let token = place.house.root.token
    let count = place.house.path.count
    let ids = Array(place.house.path.ids)
    func change(
      _ step: String,
      _ body: @escaping @Sendable (inout StackState<House.Path.State>) -> Void
    ) {
      self.change("house \(token): \(step)") { $0.house.modifyHouse(token) { body(&$0.path) } }
    }
    let new = draft { $0.page(depth: place.depth) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<3 where count < 5:
      change("push") { $0.append(new) }
    case 3:
      let more = draft { $0.page(depth: place.depth) }
      if count < 4 { change("push two") { $0.append(contentsOf: [new, more]) } }
    case 4:
      change("pop") { _ = $0.popLast() }
    case 5:
      if let id = ids.randomElement(using: &random) { change("pop to \(id)") { $0.pop(to: id) } }
    case 6:
      if let id = ids.randomElement(using: &random) {
        change("pop from \(id)") { $0.pop(from: id) }
      }
    case 7:
      if let id = ids.randomElement(using: &random) { change("replace \(id)") { $0[id: id] = new } }
    case 8 where count < 5:
      let index = Int.random(in: 0...count, using: &random)
      change("insert at \(index)") { $0.insert(new, at: index) }
    case 9:
      guard count > 0 else { return }
      let index = Int.random(in: 0..<count, using: &random)
      change("remove at \(index)") { $0.remove(at: index) }
    case 10:
      let order = Array(place.house.path).shuffled(using: &random)
      change("reorder") { $0 = StackState(order) }
    default:
      let pages = draft { draft in
        (0..<draft.number(0...3)).map { _ in draft.page(depth: place.depth) }
      }
      change("whole new stack of \(pages.count)") { $0 = StackState(pages) }
    }
  }

  private func mutateRoom(_ place: WalkPlaces.RoomPlace) {
    let token = place.room.token
    func change(_ step: String, _ body: @escaping @Sendable (inout Room.State) -> Void) {
      self.change("room \(token): \(step)") { $0.house.modifyRoom(token, body) }
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<3:
      change("count") { $0.count += 1 }
    case 3:
      change("sticky \(!place.room.isSticky)") { $0.isSticky.toggle() }
    case 4..<7:
      let new = draft { $0.destination(depth: place.depth) }
      change("present \(new.map { "\($0)".prefix(40) } ?? "nothing")") { $0.destination = new }
    case 7..<9:
      change("dismiss") { $0.destination = nil }
    case 9:
      let new = place.depth < maxDepth ? draft { $0.house(depth: place.depth + 1) } : nil
      change("extra \(new == nil ? "nil" : "house")") { $0.extra = new }
    case 10:
      let new = draft { $0.alert() }
      change("note") { $0.note = new }
    default:
      change("nothing presented") {
        $0.destination = nil
        $0.extra = nil
        $0.note = nil
      }
    }
  }

  // MARK: What the user does

  private func act() {
    let state = store.withState { $0 }
    let widgets = WalkWidgets(main: window.window.widget)
    let places = WalkPlaces(state, shownBy: widgets, undrawn: undrawnWindows)
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<3:
      actInRoom(places.rooms.filter(\.isShown).randomElement(using: &random), widgets, state)
    case 3..<6:
      goBack(places.houses.filter(\.isShown).randomElement(using: &random), widgets)
    case 6:
      if let place = places.houses.filter({ $0.isShown && $0.dismissal != nil }).randomElement(
        using: &random
      ) {
        close(place, widgets, isLocked: state.isLocked)
      }
    case 7..<9:
      if let place = places.messages.randomElement(using: &random) { answer(place, widgets, state) }
    case 9:
      pressEscape(places.houses.filter(\.isShown).randomElement(using: &random), widgets)
    case 10:
      lookBack(places.houses.filter(\.isShown).randomElement(using: &random), widgets)
    default:
      if let place = places.popovers.randomElement(using: &random) {
        guard let popover = widgets.popover(place.room) else { return missing("popover") }
        // A popover that closes there without a grab was closed by the compositor, not by the user.
        guard !UngrabbedPopover.isBehindDialog(popover) else { return }
        note("user closes popover \(place.room.token)")
        if !place.room.isSticky { expectedLog.append(place.dismissal) }
        gtk_popover_popdown(popover.cast())
      }
    }
  }

  /// What is still on its way to the screen is nothing that a user could miss.
  private func missing(_ what: String) {
    guard isSettled else { return }
    note("MISSING: \(what)")
    expectedLog.append("a widget: \(what)")
  }

  private func actInRoom(
    _ place: WalkPlaces.RoomPlace?,
    _ widgets: WalkWidgets,
    _ state: Walk.State
  ) {
    guard let place else { return }
    guard let widget = widgets.room(place.room) else { return missing("room \(place.room.token)") }
    let room = place.room
    let isCovered = WalkPlaces(state).isCovered(place)
    // What covers the window may wait for its first frame.
    if isCovered, !isSettled { return }
    func click(_ title: String, expecting actions: [String]) {
      guard let button = widget.button(title) else { return missing(title) }
      note("user clicks \(title) in room \(room.token)")
      if !isCovered { expectedLog += actions }
      button.click()
    }
    /// The second click comes before the views are updated, or right after.
    func doubleClick(_ title: String, expecting actions: [String]) {
      click(title, expecting: actions)
      guard let button = widget.button(title) else { return }
      if Bool.random(using: &random) { updateViewsNow() }
      note("a second time")
      button.click()
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      click("Increment", expecting: [place.prefix + "increment"])
    case 4:
      doubleClick("Ask", expecting: [place.prefix + "ask"])
    case 5:
      guard !isCovered else { return }
      clickLate("Increment", in: place, widget, action: "increment")
    case 1:
      guard let dismissal = place.dismissal else { return }
      click("Leave", expecting: [place.prefix + "leave", dismissal])
    case 2:
      guard let dismissal = place.dismissal else { return }
      click("Close", expecting: [dismissal])
    default:
      let linked = -room.token - 1_000 * (room.count + 1)
      let isTaken = WalkPlaces(state).rooms.contains { $0.room.token == linked }
      guard let stack = place.stack, room.token > 0, !isTaken else { return }
      if Bool.random(using: &random) {
        click("Push", expecting: [stack + "path.push"])
      } else {
        doubleClick("Push", expecting: [stack + "path.push"])
      }
    }
  }

  /// Clicks in the turn in which the state changes: what is on the screen may be gone already.
  private func clickLate(
    _ title: String,
    in place: WalkPlaces.RoomPlace,
    _ widget: WidgetPointer,
    action: String
  ) {
    guard let button = widget.button(title) else { return missing(title) }
    let houses = WalkPlaces(store.withState { $0 }).houses
    // There is always the house of the window.
    let house = houses.randomElement(using: &random)!.house.root.token
    if Bool.random(using: &random) {
      renew()
    } else {
      change("house \(house): pop all") { $0.house.modifyHouse(house) { $0.path.removeAll() } }
    }
    note("user clicks \(title) in room \(place.room.token), which may be gone")
    let rooms = WalkPlaces(store.withState { $0 }).rooms
    if rooms.contains(where: { $0.prefix == place.prefix }) {
      expectedLog.append(place.prefix + action)
    }
    button.click()
  }

  private func goBack(_ place: WalkPlaces.HousePlace?, _ widgets: WalkWidgets) {
    guard let place else { return }
    guard let window = widgets.window(place.top) else { return missing("window") }
    guard let back = window.backButton else { return missing("back button") }
    let id = place.house.path.ids.last
    let pop = id.map { "\(place.prefix)path.popFrom(\($0))" }
    let isLocked = store.withState(\.isLocked)
    // What covers the window may wait for its first frame.
    guard isSettled || !place.isCovered else { return }
    switch Int.random(in: 0..<3, using: &random) {
    case _ where place.isCovered:
      note("user goes back in the covered house \(place.house.root.token)")
      back.click()
    case 0:
      guard let pop else { return }
      note("user clicks back in house \(place.house.root.token)")
      expectedLog.append(pop)
      back.click()
    case 1:
      guard let pop else { return }
      note("user clicks back twice in house \(place.house.root.token)")
      expectedLog += isLocked ? [pop, pop] : [pop]
      back.click()
      back.click()
    default:
      guard let pop else { return }
      note("user presses Alt+Left in house \(place.house.root.token)")
      expectedLog.append(pop)
      window.press(GDK_KEY_Left, GDK_ALT_MASK)
    }
  }

  /// Escape goes back where there are pages, and else closes what may be closed.
  private func pressEscape(_ place: WalkPlaces.HousePlace?, _ widgets: WalkWidgets) {
    guard let place else { return }
    guard let window = widgets.window(place.top) else { return missing("window") }
    guard isSettled || !place.isCovered else { return }
    note("user presses Escape in house \(place.house.root.token)")
    if let id = place.house.path.ids.last {
      if !place.isCovered { expectedLog.append("\(place.prefix)path.popFrom(\(id))") }
    } else if let dismissal = place.dismissal, !place.isSticky {
      expectedLog.append(dismissal)
    }
    window.pressEscape()
  }

  /// Opens the menu of the pages below, which lists them in the order of the path, and goes to one
  /// of them.
  private func lookBack(_ place: WalkPlaces.HousePlace?, _ widgets: WalkWidgets) {
    guard let place, !place.house.path.isEmpty, !place.isCovered else { return }
    guard let window = widgets.window(place.top) else { return missing("window") }
    guard let back = window.backButton else { return missing("back button") }
    // Nobody can reach a button that has not been laid out yet.
    guard gtk_widget_get_width(back) > 0 else { return }
    let titles = [place.house.root.title] + place.house.path.dropLast().map(\.content.title)
    let index = Int.random(in: titles.indices, using: &random)
    note("user goes back to page \(index) of house \(place.house.root.token)")
    _ = back.press(key: GDK_KEY_Menu)
    let entries = back.historyEntries
    // Before the next frame there may be pages on the screen that are gone from the state.
    guard entries.map(\.title) == titles.reversed() else {
      return missing("history \(titles.reversed()), but \(entries.map(\.title))")
    }
    expectedLog.append("\(place.prefix)path.popFrom(\(place.house.path.ids[index]))")
    entries[titles.count - 1 - index].button.click()
  }

  private func close(_ place: WalkPlaces.HousePlace, _ widgets: WalkWidgets, isLocked: Bool) {
    guard let window = widgets.window(place.top) else { return missing("window") }
    guard let dismissal = place.dismissal else { return }
    let times = Bool.random(using: &random) ? 1 : 2
    note("user closes the window of house \(place.house.root.token), \(times)x")
    for attempt in 1...times {
      if !place.isSticky, attempt == 1 || isLocked { expectedLog.append(dismissal) }
      gtk_window_close(window.cast())
    }
  }

  private func answer(_ place: WalkPlaces.MessagePlace, _ widgets: WalkWidgets, _ state: Walk.State)
  {
    guard let message = widgets.message(place.title) else { return missing("message") }
    let index = Int.random(in: place.answers.indices, using: &random)
    let answer = place.answers[index]
    let staysOpen = answer.hasSuffix(".dismiss") && state.isLocked
    let times = Bool.random(using: &random) ? 1 : 2
    note("user answers \(place.title) with \(index), \(times)x")
    for attempt in 1...times {
      if attempt == 1 || staysOpen { expectedLog.append(answer) }
      if index == place.answers.count - 1 {
        gtk_window_close(message.cast())
      } else {
        gtk_dialog_response(message.instance.assumingMemoryBound(to: GtkDialog.self), Int32(index))
      }
    }
  }
}

/// Makes parts of states at random.
private struct Draft {
  var random: SeededGenerator
  var nextToken: Int
  let maxDepth: Int
  let hasPopovers: Bool

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func token() -> Int {
    defer { nextToken += 1 }
    return nextToken
  }

  mutating func room(depth: Int) -> Room.State {
    var room = Room.State(token: token())
    room.isSticky = number(0...9) == 0
    // Most rooms present nothing, so that trees stay small.
    if number(0...3) == 0 { room.destination = destination(depth: depth) }
    if number(0...19) == 0, depth < maxDepth { room.extra = house(depth: depth + 1) }
    if number(0...19) == 0 { room.note = alert() }
    return room
  }

  mutating func page(depth: Int) -> House.Path.State {
    let room = room(depth: depth)
    return number(0...1) == 0 ? .room(room) : .hall(room)
  }

  mutating func house(depth: Int) -> House.State {
    var house = House.State(root: room(depth: depth))
    if number(0...2) == 0 {
      for _ in 0..<number(1...2) { house.path.append(page(depth: depth)) }
    }
    return house
  }

  mutating func destination(depth: Int) -> Room.Destination.State? {
    switch number(0...5) {
    case 0 where depth < maxDepth: .sheet(house(depth: depth + 1))
    case 1 where depth < maxDepth: .cover(house(depth: depth + 1))
    case 2 where depth < maxDepth && hasPopovers: .popover(room(depth: depth + 1))
    case 3: .dialog(dialog())
    case 4: nil
    default: .alert(alert())
    }
  }

  mutating func alert() -> AlertState<Room.Destination.Choice> {
    AlertState(title: "Alert <\(token())> & more", buttons: buttons())
  }

  mutating func dialog() -> ConfirmationDialogState<Room.Destination.Choice> {
    ConfirmationDialogState(title: "Dialog \(token())", buttons: buttons())
  }

  private mutating func buttons() -> [ButtonState<Room.Destination.Choice>] {
    var buttons: [ButtonState<Room.Destination.Choice>] = [
      ButtonState(role: .destructive, action: .yes) { TextState("Yes") }
    ]
    switch number(0...2) {
    case 0: buttons.append(ButtonState(role: .cancel) { TextState("Cancel") })
    case 1: buttons.append(ButtonState(role: .cancel, action: .no) { TextState("No") })
    default: break
    }
    return buttons
  }
}
