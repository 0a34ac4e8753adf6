import ComposableArchitecture
import Testing

/// To which feature effects belong, and what cancels them.
@MainActor
@Suite(.timeLimit(.minutes(20)))
final class FeatureNodeTests {
  let clock = TestClock()

  // Stores other than test stores run effects on any thread. With the serial executor, effects wait
  // for the clock before a test advances it.
  init() {
    MainSerialExecutor.begin()
  }

  deinit {
    MainSerialExecutor.end()
  }

  /// The ways in which a feature holds a child, which is a feature of the same type.
  enum ChildKind: CaseIterable {
    case sheet, path, row

    /// Adds a child to a parent.
    func insert(_ child: Tree.State, into parent: inout Tree.State) {
      switch self {
      case .sheet: parent.sheet = child
      case .path: parent.path.append(child)
      case .row: parent.rows.append(child)
      }
    }

    func child(of parent: Tree.State) -> Tree.State? {
      switch self {
      case .sheet: parent.sheet
      case .path: parent.path.last
      case .row: parent.rows.last
      }
    }

    /// The action of a parent for one of its last child.
    func wrap(_ action: Tree.Action, in parent: Tree.State) -> Tree.Action {
      switch self {
      case .sheet: .sheet(.presented(action))
      case .path: .path(.element(id: parent.path.ids.last!, action: action))
      case .row: .rows(.element(id: parent.rows.ids.last!, action: action))
      }
    }
  }

  /// The ways in which a child is removed.
  enum Removal: String, CaseIterable {
    case removed, replaced, dismissed, dismissedItself

    static let all: [(ChildKind, Removal)] = ChildKind.allCases.flatMap { kind in
      Removal.allCases
        .filter { kind != .row || $0 == .removed || $0 == .replaced }
        .map { (kind, $0) }
    }

    func action(_ kind: ChildKind, in state: Tree.State) -> Tree.Action {
      switch (self, kind) {
      case (.removed, .sheet): .change { $0.sheet = nil }
      case (.removed, .path): .change { $0.path.removeAll() }
      case (.removed, .row): .change { $0.rows.removeAll() }
      case (.replaced, .sheet): .change { $0.sheet = Tree.State(id: 99) }
      case (.replaced, .path): .change { $0.path = StackState([Tree.State(id: 99)]) }
      case (.replaced, .row): .change { $0.rows = [Tree.State(id: 99)] }
      case (.dismissed, .sheet): .sheet(.dismiss)
      case (.dismissed, .path): .path(.popFrom(id: state.path.ids.last!))
      default: kind.wrap(.dismiss, in: state)
      }
    }
  }

  private func makeStore(_ state: Tree.State) -> StoreOf<Tree> {
    Store(initialState: state) {
      Tree()
    } withDependencies: {
      $0.continuousClock = self.clock
    }
  }

  @Test(
    arguments: Removal.all,
    ChildKind.allCases
  )
  func `removing a feature in any way cancels its effects and those of its children`(
    _ outer: (ChildKind, Removal),
    holding inner: ChildKind
  ) async {
    let (kind, removal) = outer
    var child = Tree.State(id: 1)
    inner.insert(Tree.State(id: 2), into: &child)
    child.part = Leaf.State()
    child.branch = .leaf(Leaf.State())
    var root = Tree.State()
    kind.insert(child, into: &root)
    let store = makeStore(root)

    let reported = await issues {
      let tasks = [
        Tree.Action.startTimer, .sleepThenTick, .startTimerBesides, .first(.startTimer),
        .part(.startTimer), .branch(.leaf(.startTimer)), inner.wrap(.startTimer, in: child),
        inner.wrap(.sleepThenTick, in: child),
      ]
      .map { store.send(kind.wrap($0, in: store.state)) }
      await Task.megaYield()
      await store.send(removal.action(kind, in: store.state)).finish()
      for task in tasks { await task.finish() }
      await clock.advance(by: .seconds(3))
    }
    #expect(reported.map(\.message) == [])
    #expect(store.ticks == 0)
    #expect(kind.child(of: store.state)?.ticks ?? 0 == 0)
  }

  @Test(arguments: ChildKind.allCases)
  func `a feature that is removed and added again has a new node`(_ kind: ChildKind) async {
    var root = Tree.State()
    kind.insert(Tree.State(id: 1), into: &root)
    let store = makeStore(root)
    let first = store.send(kind.wrap(.startTimer, in: store.state))
    store.send(Removal.removed.action(kind, in: store.state))
    store.send(.change { kind.insert(Tree.State(id: 1), into: &$0) })
    await first.finish()
    let second = store.send(kind.wrap(.startTimer, in: store.state))
    await clock.advance(by: .seconds(2))
    #expect(kind.child(of: store.state)?.ticks == 2)
    store.send(kind.wrap(.stopTimer, in: store.state))
    await second.finish()
  }

  @Test
  func `effects of a case are cancelled when the state changes to another case`() async {
    let store = makeStore(Tree.State(branch: .leaf(Leaf.State())))
    let task = store.send(.branch(.leaf(.startTimer)))
    store.send(.branch(.leave))
    await task.finish()
    await clock.advance(by: .seconds(1))
    #expect(store.branch == .other(Leaf.State()))
  }

  @Test
  func `effects of optional state are cancelled when it becomes nil or changes identity`() async {
    for next in [nil, Leaf.State(id: 2)] {
      let store = makeStore(Tree.State(part: Leaf.State(id: 1)))
      let task = store.send(.part(.startTimer))
      store.send(.change { $0.part = next })
      await task.finish()
    }
  }

  @Test
  func `changing the contents of a feature does not cancel its effects`() async {
    var root = Tree.State()
    for kind in ChildKind.allCases { kind.insert(Tree.State(id: 1), into: &root) }
    let store = makeStore(root)
    let tasks = ChildKind.allCases.map { store.send($0.wrap(.startTimer, in: store.state)) }
    store.send(
      .change {
        $0.sheet?.ticks = 10
        $0.path.append(Tree.State(id: 2))
        $0.rows.insert(Tree.State(id: 2), at: 0)
        $0.path.removeLast()
        $0.rows.reverse()
        $0.rows.reverse()
      }
    )
    await clock.advance(by: .seconds(1))
    #expect(store.sheet?.ticks == 11)
    #expect(store.path.last?.ticks == 1)
    #expect(store.rows.last?.ticks == 1)
    for task in tasks { task.cancel() }
    for task in tasks { await task.finish() }
  }

  @Test(
    arguments: [Tree.Action.stopTimer, .stopTimerFromWithin],
    [Tree.Action.startTimer, .startTimerBesides]
  )
  func `cancelling by id cancels the effects of a feature and its children, and no others`(
    stop: Tree.Action,
    start: Tree.Action
  ) async {
    var root = Tree.State()
    var sheet = Tree.State(id: 1)
    sheet.rows = [Tree.State(id: 1), Tree.State(id: 2)]
    root.sheet = sheet
    root.rows = [Tree.State(id: 1)]
    let store = makeStore(root)
    func row(_ id: Int, _ action: Tree.Action) -> Tree.Action {
      .rows(.element(id: id, action: action))
    }
    func within(_ action: Tree.Action) -> Tree.Action { .sheet(.presented(action)) }

    let atRoot = [store.send(start), store.send(row(1, start))]
    let inSheet = [store.send(within(start)), store.send(within(row(1, start)))]
    let inRow = store.send(within(row(2, start)))
    await Task.megaYield()

    await store.send(within(row(2, stop))).finish()
    await inRow.finish()
    await clock.advance(by: .seconds(1))
    #expect(store.ticks == 1)
    #expect(store.rows[id: 1]?.ticks == 1)
    #expect(store.sheet?.ticks == 1)
    #expect(store.sheet?.rows.map(\.ticks) == [1, 0])

    await store.send(within(stop)).finish()
    for task in inSheet { await task.finish() }
    await clock.advance(by: .seconds(1))
    #expect(store.ticks == 2)
    #expect(store.rows[id: 1]?.ticks == 2)
    #expect(store.sheet?.ticks == 1)

    await store.send(stop).finish()
    for task in atRoot { await task.finish() }
    await clock.advance(by: .seconds(1))
    #expect(store.ticks == 2)
  }

  @Test
  func `two scopes to the same feature present independently`() async {
    let store = makeStore(Tree.State())
    store.send(.first(.present))
    let task = store.send(.first(.sheet(.presented(.startTimer))))
    store.send(.second(.tick))
    store.send(.second(.present))
    store.send(.second(.sheet(.dismiss)))
    await clock.advance(by: .seconds(1))
    #expect(store.first.sheet?.count == 1)
    store.send(.first(.sheet(.dismiss)))
    await task.finish()
  }

  @Test
  func `waiting for an action waits for the effects of all features that handle it`() async {
    var root = Tree.State()
    root.sheet = Tree.State(id: 1)
    let store = makeStore(root)
    let task = store.send(.sheet(.presented(.sleepThenTick)))
    let waiting = Task { await task.finish() }
    await Task.megaYield()
    #expect(store.sheet?.ticks == 0)
    await clock.advance(by: .seconds(1))
    await waiting.value
    #expect(store.sheet?.ticks == 1)

    await store.send(.sheet(.presented(.dismiss))).finish()
    #expect(store.sheet == nil)
  }

  @Test
  func `cancelling a task that waits for an action cancels the effects of the action`() async {
    let store = makeStore(Tree.State())
    let task = store.send(.startTimer)
    let waiting = Task { await task.finish() }
    await Task.megaYield()
    waiting.cancel()
    await waiting.value
    await clock.advance(by: .seconds(1))
    #expect(store.ticks == 0)
    #expect(task.isCancelled)
  }

  @Test
  func `cancelling an action stops its concatenated effects`() async {
    let store = makeStore(Tree.State())
    let task = store.send(.sleepThenTick)
    await Task.megaYield()
    task.cancel()
    await task.finish()
    #expect(store.ticks == 0)
  }

  @Test
  func `'cancelInFlight' does nothing on an effect that is 'none'`() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { [clock] state, starts in
        let effect =
          starts
          ? Effect<Bool>.run { _ in
            try await clock.sleep(for: .seconds(1))
            #expect(!Task.isCancelled)
          } : .none
        return effect.cancellable(id: 1, cancelInFlight: true)
      }
    }
    let task = store.send(true)
    await Task.megaYield()
    store.send(false)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(!task.isCancelled)
  }
}
