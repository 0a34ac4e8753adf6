import ComposableArchitecture
import Foundation
import Testing

/// That nothing lives longer than it should.
@MainActor
@Suite(.timeLimit(.minutes(20)))
final class LifetimeTests {
  init() {
    MainSerialExecutor.begin()
  }

  deinit {
    MainSerialExecutor.end()
  }

  /// Something whose release is watched.
  final class Token: Sendable {}

  @Test
  func `stores are released with their owners, whatever was scoped from them`() {
    weak var root: StoreOf<Tree>?
    weak var child: StoreOf<Leaf>?
    weak var element: StoreOf<Tree>?
    weak var row: StoreOf<Tree>?
    weak var sheet: StoreOf<Tree>?
    do {
      let store = Store(
        initialState: Tree.State(
          sheet: Tree.State(id: 1),
          path: StackState([Tree.State(id: 2)]),
          rows: [Tree.State(id: 3)]
        )
      ) {
        Tree()
      }
      root = store
      let held: [Any?] = {
        let first = store.scope(state: \.first, action: \.first)
        child = first
        let path = store.scope(state: \.path, action: \.path)
        let top: StoreOf<Tree>? = path.element(id: path.ids[0])
        let firstRow = store.scope(state: \.rows, action: \.rows).first
        let presented = store.scope(state: \.sheet, action: \.sheet)
        element = top
        row = firstRow
        sheet = presented
        return [first, top, firstRow, presented]
      }()
      #expect(child != nil && element != nil && row != nil && sheet != nil)
      _ = held.count
    }
    #expect(root == nil)
    #expect(child == nil)
    #expect(element == nil)
    #expect(row == nil)
    #expect(sheet == nil)
  }

  @Test
  func `a child store retains its root; both are released together`() {
    weak var root: StoreOf<Tree>?
    var child: StoreOf<Leaf>?
    do {
      let store = Store(initialState: Tree.State()) { Tree() }
      root = store
      child = store.scope(state: \.first, action: \.first)
    }
    child?.send(.tick)
    #expect(child?.ticks == 1)
    #expect(root != nil)
    child = nil
    #expect(root == nil)
  }

  @Test
  func `an effect is released when it ends, when it is cancelled, and when its store is released`()
    async
  {
    enum End: CaseIterable { case byItself, cancelled, storeGone, taskCancelled }
    for end in End.allCases {
      let clock = TestClock()
      weak var token: Token?
      var store: Store<Int, Bool>? = {
        let held = Token()
        token = held
        // Let go of after the first action, so that only the effect holds it.
        let box = LockIsolated<Token?>(held)
        return Store(initialState: 0) {
          Reduce<Int, Bool> { _, starts in
            guard starts, let held = box.value else { return .cancel(id: 1) }
            box.setValue(nil)
            return .run { _ in
              try await clock.sleep(for: .seconds(1))
              _ = held
            }
            .cancellable(id: 1)
          }
        }
      }()
      let task = store?.send(true)
      await Task.megaYield()
      #expect(token != nil)
      switch end {
      case .byItself: await clock.advance(by: .seconds(1))
      case .cancelled: store?.send(false)
      case .storeGone: store = nil
      case .taskCancelled: task?.cancel()
      }
      await task?.finish()
      await Task.megaYield()
      #expect(token == nil, "\(end)")
      _ = store
    }
  }

  @Test
  func `a running effect and its task do not retain the store`() async {
    let clock = TestClock()
    weak var weakStore: StoreOf<Tree>?
    weak var token: Token?
    var task: StoreTask?
    do {
      let held = Token()
      token = held
      let store = Store(initialState: Tree.State(sheet: Tree.State(id: 1))) {
        Tree()
        Reduce<Tree.State, Tree.Action> { _, _ in
          _ = held
          return .none
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
      weakStore = store
      task = store.send(.sheet(.presented(.startTimer)))
      await Task.megaYield()
    }
    #expect(weakStore == nil)
    #expect(token == nil)
    await task?.finish()
  }

  @Test
  func `the dependencies of a store are released with it`() async {
    weak var token: Token?
    do {
      let held = Token()
      token = held
      let store = Store(initialState: Tree.State()) {
        Tree()
      } withDependencies: {
        $0.uuid = UUIDGenerator {
          _ = held
          return UUID(0)
        }
      }
      await store.send(.tick).finish()
    }
    #expect(token == nil)
  }

  @Test
  func `the state of a removed feature is released, even while its effects are still ending`()
    async throws
  {
    for kind in FeatureNodeTests.ChildKind.allCases {
      weak var token: Token?
      let store = Store(initialState: Holder.State()) { Holder() }
      do {
        let held = Token()
        token = held
        var child = Holder.Child.State(id: 1)
        child.held = held
        store.send(.insert(kind, child))
      }
      #expect(token != nil)
      store.send(.removeAll)
      #expect(token == nil, "\(kind)")
    }
  }

  @Test
  func `a test store is released, with its effects`() async {
    weak var weakStore: TestStoreOf<CounterFeature>?
    weak var token: Token?
    do {
      let held = Token()
      token = held
      let store = TestStore(initialState: CounterFeature.State()) {
        CounterFeature()
      } withDependencies: {
        $0.uuid = UUIDGenerator {
          _ = held
          return UUID(0)
        }
      }
      weakStore = store
      await store.send(.tick) { $0.count = 1 }
    }
    #expect(weakStore == nil)
    #expect(token == nil)
  }
}

/// Holds children that hold something.
@Reducer
private struct Holder {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Identifiable {
      let id: Int
      @ObservationStateIgnored var held: LifetimeTests.Token?
    }
    enum Action {}
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
  @ObservableState
  struct State {
    @Presents var sheet: Child.State?
    var path = StackState<Child.State>()
    var rows: IdentifiedArrayOf<Child.State> = []
  }
  enum Action {
    case insert(FeatureNodeTests.ChildKind, Child.State)
    case removeAll
    case sheet(PresentationAction<Child.Action>)
    case path(StackActionOf<Child>)
    case rows(IdentifiedActionOf<Child>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .insert(.sheet, let child): state.sheet = child
      case .insert(.path, let child): state.path.append(child)
      case .insert(.row, let child): state.rows.append(child)
      case .removeAll:
        state.sheet = nil
        state.path.removeAll()
        state.rows.removeAll()
      case .sheet, .path, .rows: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Child() }
    .forEach(\.path, action: \.path) { Child() }
    .forEach(\.rows, action: \.rows) { Child() }
  }
}
