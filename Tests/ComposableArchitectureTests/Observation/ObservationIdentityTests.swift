import ComposableArchitecture
import Observation
import Synchronization
import Testing

/// A change notifies, once, all observers that have read the replaced value, and no others.
@MainActor
@Suite
struct ObservationIdentityTests {
  /// The ways in which a reducer puts back the last element of a path as it was.
  enum Restoration: CaseIterable {
    case element, stack, everything

    func perform(_ state: inout Tree.State, _ element: Tree.State) {
      guard let id = state.path.ids.last else { return }
      switch self {
      case .element:
        state.path[id: id] = element
      case .stack:
        var path = state.path
        path[id: id] = element
        state.path = path
      case .everything:
        var copy = state
        copy.path[id: id] = element
        state = copy
      }
    }
  }

  private func makeStore(path count: Int = 0) -> StoreOf<Tree> {
    Store(
      initialState: Tree.State(
        path: StackState((0..<count).map { Tree.State(id: $0, rows: [Tree.State(id: 1)]) })
      )
    ) {
      Tree()
    }
  }

  private func last(of store: StoreOf<Tree>) -> StoreOf<Tree>? {
    let path = store.scope(state: \.path, action: \.path)
    return path.ids.last.flatMap { path.element(id: $0) }
  }

  @Test(arguments: Restoration.allCases)
  func `assigning a former copy of an element's state notifies its observers`(
    by restoration: Restoration
  ) throws {
    let store = makeStore(path: 2)
    let element = try #require(last(of: store))
    let saved = element.state
    element.send(.tick)
    let ticks = Watch()
    ticks.read { #expect(element.ticks == 1) }
    store.send(.path(.element(id: store.path.ids[0], action: .tick)))
    #expect(ticks.count == 0)
    store.send(.change { restoration.perform(&$0, saved) })
    #expect(ticks.count == 1)
    #expect(element.ticks == 0)
  }

  @Test
  func `assigning a changed copy of an element's state later notifies its observers`() throws {
    let store = makeStore(path: 1)
    let element = try #require(last(of: store))
    store.send(.change { $0.sheet = $0.path.last })
    store.send(.sheet(.presented(.tick)))
    let ticks = Watch()
    ticks.read { #expect(element.ticks == 0) }
    store.send(.change { $0.path[id: $0.path.ids[0]] = $0.sheet })
    #expect(ticks.count == 1)
    #expect(element.ticks == 1)
  }

  @Test
  func `assigning a former copy of a row notifies its observers`() throws {
    let store = makeStore()
    store.send(.change { $0.rows = [Tree.State(id: 1)] })
    let row = try #require(store.scope(state: \.rows, action: \.rows).first)
    let saved = row.state
    row.send(.tick)
    let ticks = Watch()
    ticks.read { #expect(row.ticks == 1) }
    store.send(.change { $0.rows[id: 1] = saved })
    #expect(ticks.count == 1)
    #expect(row.ticks == 0)
  }

  @Test
  func `an observer of a part is not notified of changes elsewhere, with stores of all parts held`()
    throws
  {
    let store = makeStore(path: 1)
    let element = try #require(last(of: store))
    let row = try #require(element.scope(state: \.rows, action: \.rows).first)
    _ = element.state
    _ = row.state
    let path = Watch()
    let first = Watch()
    let rows = Watch()
    let id = Watch()
    path.read { _ = store.path }
    first.read { _ = element.first }
    rows.read { _ = element.scope(state: \.rows, action: \.rows).count }
    id.read { _ = row.id }
    for _ in 0..<2 {
      element.send(.tick)
      element.send(.first(.tick))
      row.send(.tick)
    }
    #expect(row.ticks == 2)
    #expect([path, first, rows, id].map(\.count) == [0, 0, 0, 0])
  }

  @Test
  func `assigning the same value or the same identity notifies no observers`() {
    let store = makeStore(path: 1)
    store.send(.change { $0.rows = [Tree.State(id: 1)] })
    let ticks = Watch()
    let path = Watch()
    let first = Watch()
    let rows = Watch()
    ticks.read { _ = store.ticks }
    path.read { _ = store.path }
    first.read { _ = store.first }
    rows.read { _ = store.rows }
    store.send(
      .change { state in
        let copy = state
        state.ticks = copy.ticks
        state.path = copy.path
        state.first = copy.first
        state.rows = copy.rows
        state = copy
      }
    )
    #expect([ticks, path, first, rows].map(\.count) == [0, 0, 0, 0])
  }

  @Test
  func `observers are notified once of a property that an action changes several times`() {
    let store = makeStore()
    let ticks = Watch()
    let again = Watch()
    withObservationTracking {
      _ = store.ticks
    } onChange: {
      MainActor.assumeIsolated { again.read { _ = store.ticks } }
    }
    ticks.read { _ = store.ticks }
    store.send(
      .change {
        $0.ticks = 1
        $0.ticks = 2
        $0.ticks += 1
      }
    )
    #expect(ticks.count == 1)
    #expect(again.count == 0)
  }

  @Test
  func `an observer may read the store, and send to it, while it is notified`() {
    let store = makeStore()
    let seen = Mutex<[Int]>([])
    withObservationTracking {
      _ = store.ticks
    } onChange: {
      MainActor.assumeIsolated {
        let ticks = store.ticks
        store.send(.first(.tick))
        let first = store.first.ticks
        seen.withLock { $0 = [ticks, first] }
      }
    }
    store.send(.tick)
    // The action that the observer sent waited for its turn.
    #expect(seen.withLock { $0 } == [1, 0])
    #expect(store.first.ticks == 1)
  }

  @Test
  func `an action runs that an observer sends when it is notified of a replaced element`() throws {
    let store = makeStore(path: 1)
    let element = try #require(last(of: store))
    withObservationTracking {
      _ = element.state
    } onChange: {
      MainActor.assumeIsolated { _ = store.send(.tick) }
    }
    store.send(.change { $0.path[id: $0.path.ids[0]] = Tree.State(id: 7) })
    #expect(store.ticks == 1)
  }

  /// The ways in which another state takes the place of the first element of a path of two.
  enum Replacement: CaseIterable {
    case element, slot, leavingFirst, stack, stackOfBefore, reducer

    @MainActor
    func perform(in store: StoreOf<Tree>, before: StackState<Tree.State>) {
      let id = store.path.ids[0]
      let new = Tree.State(id: 7)
      switch self {
      case .element: store.send(.change { $0.path[id: id] = new })
      case .slot:
        store.send(.change { state in state.path[id: id].map { _ in state.path[id: id]? = new } })
      case .leavingFirst:
        store.send(
          .change {
            $0.path[id: id] = nil
            $0.path[id: id] = new
          }
        )
      case .stack:
        store.send(
          .change {
            var path = $0.path
            path[id: id] = new
            $0.path = path
          }
        )
      case .stackOfBefore:
        store.send(.change { $0.path = before })
      case .reducer:
        store.send(.path(.element(id: id, action: .change { $0 = new })))
      }
    }
  }

  @Test(arguments: Replacement.allCases)
  func
    `observers of an element are notified when it is replaced, not when others are inserted or removed`(
      _ replacement: Replacement
    ) throws
  {
    let store = makeStore(path: 1)
    let element = try #require(last(of: store))
    let before = store.path
    store.send(.change { $0.path[id: $0.path.ids[0]] = Tree.State(id: 5) })
    #expect(element.id == 5)
    let watch = Watch()
    watch.read { _ = element.state }
    for _ in 0..<20 {
      store.send(.change { $0.path.append(Tree.State(id: 9)) })
      _ = last(of: store)?.state
      store.send(.change { $0.path.append(contentsOf: [Tree.State(id: 9), Tree.State(id: 9)]) })
      store.send(.change { $0.path.insert(Tree.State(id: 9), at: 0) })
      store.send(.change { $0.path.remove(at: 0) })
      store.send(.change { $0.path.removeLast(3) })
    }
    store.send(.change { $0.path.append(Tree.State(id: 9)) })
    #expect(watch.count == 0)
    replacement.perform(in: store, before: before)
    #expect(watch.count == 1)
    #expect(element.id == (replacement == .stackOfBefore ? 0 : 7))
  }

  @Test
  func
    `observers of an element that is not observable are notified when it changes, not when others do`()
    throws
  {
    struct Opaque: Equatable { var value = 0 }
    let store = Store<StackState<Opaque>, StackAction<Opaque, Never>>(
      initialState: StackState([Opaque(), Opaque()])
    ) {
      Reduce { state, action in
        if case .push(_, let new) = action { state[id: state.ids[0]] = new }
        if case .popFrom = action { state[id: state.ids[1]] = Opaque(value: -1) }
        return .none
      }
    }
    let id = try #require(store.withState { $0.ids.first })
    let element: Store<Opaque, Never> = try #require(store.element(id: id))
    let watch = Watch()
    watch.read { _ = element.state }
    store.send(.popFrom(id: id))
    #expect(watch.count == 0)
    store.send(.push(id: id, state: Opaque(value: 3)))
    #expect(watch.count == 1)
    #expect(element.state.value == 3)
  }

  /// A value whose identity is only its id.
  struct Ticket: Equatable, Identifiable {
    let id: Int

    static func == (_: Self, _: Self) -> Bool { true }
  }

  enum Gate: Equatable {
    case closed
    case open(Ticket)
  }

  @ObservableState
  struct Desk {
    @Presents var alert: AlertState<Never>?
    @Presents var gate: Gate?
    var ticket = Ticket(id: 0)
    var optional: Ticket?
    var list: [Ticket] = []
    var identified: IdentifiedArrayOf<Ticket> = []

    init(id: Int) {
      alert = AlertState { TextState("Sure?") }
      gate = .open(Ticket(id: id))
      ticket = Ticket(id: id)
      optional = Ticket(id: id)
      list = [Ticket(id: id)]
      identified = [Ticket(id: id)]
    }
  }

  /// The ways in which a property of a desk is read and written.
  enum DeskProperty: CaseIterable {
    case alert, alertStorage, gate, ticket, optional, list, identified

    func read(_ desk: Desk) {
      switch self {
      case .alert, .alertStorage: _ = desk.alert
      case .gate: _ = desk.gate
      case .ticket: _ = desk.ticket
      case .optional: _ = desk.optional
      case .list: _ = desk.list
      case .identified: _ = desk.identified
      }
    }

    func write(_ desk: inout Desk, from other: Desk) {
      switch self {
      case .alert: desk.alert = other.alert
      case .alertStorage: desk.$alert = other.$alert
      case .gate: desk.gate = other.gate
      case .ticket: desk.ticket = other.ticket
      case .optional: desk.optional = other.optional
      case .list: desk.list = other.list
      case .identified: desk.identified = other.identified
      }
    }
  }

  @Test(arguments: DeskProperty.allCases)
  func `observers are notified of an equal value with another id, not of the same value`(
    _ property: DeskProperty
  ) {
    var desk = Desk(id: 1)
    let same = desk
    let watch = Watch()
    watch.read { property.read(desk) }
    property.write(&desk, from: same)
    #expect(watch.count == 0)
    property.write(&desk, from: Desk(id: 2))
    #expect(watch.count == 1)
  }
}
