import ComposableArchitecture
import Synchronization
import Testing

/// Observers of the rows of a collection learn when a row is replaced, and an action costs the same
/// however many rows they have read.
@MainActor
@Suite(.serialized)
struct ElementObservationTests {
  /// A state that counts how often identities of its type are read.
  struct Plot: ObservableState, Identifiable {
    private static let count = Atomic(0)

    /// Returns how many identities an operation reads.
    static func identitiesRead(by operation: () -> Void) -> Int {
      let before = count.load(ordering: .relaxed)
      operation()
      return count.load(ordering: .relaxed) - before
    }

    let id: Int
    var crops: IdentifiedArrayOf<Plot> = []
    private var registrar = ObservationStateRegistrar()

    init(id: Int, crops: Range<Int> = 0..<0) {
      self.id = id
      self.crops = IdentifiedArray(uniqueElements: crops.map { Plot(id: $0) })
    }

    var _$id: ObservableStateID {
      Self.count.add(1, ordering: .relaxed)
      return registrar.id
    }
  }

  @Reducer
  struct Garden {
    @ObservableState
    struct State {
      var plots: IdentifiedArrayOf<Plot> = []
      var path = StackState<Plot>()
      var season = 0
    }

    indirect enum Action {
      case change(@Sendable (inout State) -> Void)
      case plots(IdentifiedAction<Int, PlotAction>)
      case path(StackAction<Plot, PlotAction>)
    }

    @CasePathable
    indirect enum PlotAction {
      case crops(IdentifiedAction<Int, PlotAction>)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
    }
  }

  private func makeStore(plots: Int, crops: Int = 0, path: Int = 0) -> StoreOf<Garden> {
    Store(
      initialState: Garden.State(
        plots: IdentifiedArray(uniqueElements: (0..<plots).map { Plot(id: $0, crops: 0..<crops) }),
        path: StackState((0..<path).map { Plot(id: $0) })
      )
    ) {
      Garden()
    }
  }

  @Test(arguments: [100, 5_000])
  func `an action reads the identities of those rows only that it changes`(count: Int) {
    let store = makeStore(plots: count)
    let rows = Array(store.scope(state: \.plots, action: \.plots))
    for row in rows { _ = row.id }
    #expect(Plot.identitiesRead { store.send(.change { _ in }) } == 0)
    #expect(Plot.identitiesRead { store.send(.change { $0.season += 1 }) } == 0)
    #expect(Plot.identitiesRead { store.send(.change { $0.plots[id: 7]?.crops = [] }) } < 10)
    #expect(Plot.identitiesRead { store.send(.change { $0.plots[id: 7] = Plot(id: 7) }) } < 10)
    #expect(Plot.identitiesRead { store.send(.change { $0.plots.remove(id: 8) }) } < 10)
    #expect(Plot.identitiesRead { store.send(.change { $0.plots[id: 8] = Plot(id: 8) }) } < 10)
    withExtendedLifetime(rows) {}
  }

  @Test
  func `an action reads the identities of those elements of a stack only that it changes`() {
    let store = makeStore(plots: 0, path: 1_000)
    let path = store.scope(state: \.path, action: \.path)
    let pages: [Store<Plot, Garden.PlotAction>] = path.ids.compactMap { path.element(id: $0) }
    for page in pages { _ = page.id }
    let third = path.ids[3]
    #expect(Plot.identitiesRead { store.send(.change { $0.season += 1 }) } == 0)
    #expect(Plot.identitiesRead { store.send(.change { $0.path[id: third]?.crops = [] }) } < 10)
    #expect(Plot.identitiesRead { store.send(.change { $0.path.append(Plot(id: -1)) }) } < 10)
    #expect(Plot.identitiesRead { store.send(.change { $0.path.removeLast() }) } < 10)
    withExtendedLifetime(pages) {}
  }

  @Test
  func `an action does not look into those rows that it does not change`() {
    let store = makeStore(plots: 200, crops: 10)
    let rows = Array(store.scope(state: \.plots, action: \.plots))
    let crops = rows.flatMap { Array($0.scope(state: \.crops, action: \.crops)) }
    for crop in crops { _ = crop.id }
    let watch = Watch()
    watch.read { _ = crops[75].state }
    #expect(Plot.identitiesRead { store.send(.change { $0.season += 1 }) } == 0)
    #expect(
      Plot.identitiesRead { store.send(.change { $0.plots[id: 3]?.crops[id: 2] = Plot(id: 2) }) }
        < 10
    )
    #expect(watch.count == 0)
    store.send(.change { $0.plots[id: 7]?.crops[id: 5] = Plot(id: 5, crops: 0..<1) })
    #expect(watch.count == 1)
    #expect(crops[75].state.crops.count == 1)
  }

  @Test
  func `observers of a row in a row are told when both are replaced at once`() {
    let store = makeStore(plots: 3, crops: 3)
    let rows = Array(store.scope(state: \.plots, action: \.plots))
    let crop = rows[1].scope(state: \.crops, action: \.crops)[2]
    let replaced = Watch()
    replaced.read { _ = crop.state }
    store.send(.change { $0.plots[id: 1] = Plot(id: 1, crops: 0..<3) })
    #expect(replaced.count == 1)
    let again = Watch()
    again.read { _ = crop.state }
    store.send(.change { $0.plots = [] })
    store.send(.change { $0.plots = [Plot(id: 1, crops: 0..<3)] })
    #expect(again.count == 1)
  }

  @Test(arguments: 1...8)
  func `whatever happens to rows, observers of the changed ones are told, and no others`(
    seed: Int
  ) {
    let store = Store(initialState: Tree.State()) { Tree() }
    store.send(
      .change { $0.rows = IdentifiedArray(uniqueElements: (0..<20).map { Tree.State(id: $0) }) }
    )
    let rows = Array(store.scope(state: \.rows, action: \.rows))
    var numbers = Numbers(seed: seed)
    var former = store.rows
    for step in 0..<300 {
      let seen = rows.map(\.ticks)
      let watches = rows.map { row in
        let watch = Watch()
        watch.read { _ = row.ticks }
        return watch
      }
      let before = store.rows
      let (kind, id, other) = (numbers.next(12), numbers.next(20), numbers.next(20))
      let copy = former
      let changed: [Int]
      switch kind {
      case 0:
        changed = [id]
        store.send(.rows(.element(id: id, action: .change { $0.ticks += 1 })))
      case 1:
        changed = [id]
        store.send(.change { $0.rows[id: id] = Tree.State(id: id, ticks: step) })
      case 2:
        changed = [id]
        store.send(.change { $0.rows[id: id] = copy[id: id] })
      case 3:
        changed = [id, other]
        store.send(
          .change {
            $0.rows[id: id]?.ticks += 1; $0.rows[id: other]?.ticks += 1
          }
        )
      case 4:
        changed = Array(0..<20)
        store.send(.change { $0.rows = copy })
      case 5:
        changed = []
        store.send(.change { $0.rows.reverse() })
      case 6:
        changed = []
        let saved = before
        store.send(.change { $0.rows = saved })
      case 7:
        changed = [id]
        store.send(
          .change { state in
            let row = state.rows.remove(id: id)
            state.rows.insert(row ?? Tree.State(id: id), at: 0)
            state.rows[id: id]?.ticks += 1
          }
        )
      case 8:
        changed = Array(0..<20)
        store.send(
          .change { state in
            for id in state.rows.ids { state.rows[id: id]?.ticks += 1 }
            for id in state.rows.ids { state.rows[id: id]?.sheet = nil }
          }
        )
      case 9:
        changed = [id]
        store.send(
          .change { state in
            var rows = state.rows
            rows[id: id]?.ticks += 1
            state.rows = rows
          }
        )
      case 10:
        former = before
        continue
      default:
        changed = []
        store.send(.tick)
      }
      for (id, row) in rows.enumerated() {
        if row.ticks != seen[id] {
          #expect(watches[id].count == 1, "kind \(kind), row \(id), step \(step)")
        } else if !changed.contains(id) {
          #expect(watches[id].count == 0, "kind \(kind), row \(id), step \(step)")
        }
      }
    }
  }
}

/// Random numbers that are the same for a seed.
private struct Numbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  mutating func next(_ count: UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % count)
  }
}
