import ComposableArchitecture
import Observation
import Synchronization
import Testing

/// Who hears of a change: everybody who read what another value took the place of, once, and nobody else.
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

  @Test(
    "A copy of an element's state kept and put back is told of",
    arguments: Restoration.allCases
  )
  func restoredElement(by restoration: Restoration) throws {
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

  @Test("A draft of an element's state, changed elsewhere and assigned later, is told of")
  func draft() throws {
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

  @Test("A row that is put back as it was is told of")
  func restoredRow() throws {
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

  @Test("Who reads a part of a state hears of no change elsewhere, with stores of all parts held")
  func heldStores() throws {
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

  @Test("A write of the same value or the same identity is told to nobody")
  func sameIdentity() {
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

  @Test("A property that an action changes several times is told of once")
  func oncePerAction() {
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

  @Test("An observer may read the store, and send to it, while it is told of a change")
  func readingWhileTold() {
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

  @Test("An action is run that an observer sends who hears of another element in a place")
  func sendingWhileToldOfReplacement() throws {
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
}
