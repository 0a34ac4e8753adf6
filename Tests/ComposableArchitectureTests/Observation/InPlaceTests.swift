import ComposableArchitecture
import Testing

/// A value that knows how often it was copied before it was changed.
private struct CopyProbe: Equatable {
  private final class Storage {}

  private var storage = Storage()
  private(set) var copies = 0
  private(set) var changes = 0

  mutating func change() {
    changes += 1
    if !isKnownUniquelyReferenced(&storage) {
      copies += 1
      storage = Storage()
    }
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.changes == rhs.changes }
}

@Reducer
private struct Twig {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var probe = CopyProbe()
    var other = 0
  }

  enum Action { case change }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.probe.change()
      return .none
    }
  }
}

@Reducer
private enum Page {
  case leaf(Twig)
}

extension Page.State: Equatable {}

@Reducer
private struct Case {
  @ObservableState
  enum State: Equatable {
    case leaf(Twig.State)
    case empty
  }

  enum Action { case leaf(Twig.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.leaf, action: \.leaf) { Twig() }
  }
}

@Reducer
private struct Trunk {
  @ObservableState
  struct State: Equatable {
    struct Plain: Equatable {
      var leaf = Twig.State()
    }

    @ObservableState
    struct Branch: Equatable {
      var leaf = Twig.State()
    }

    var leaf = Twig.State()
    var branch = Branch()
    @ObservationStateIgnored var plain = Plain()
    var optional: Twig.State? = Twig.State()
    @Presents var presented: Twig.State? = Twig.State()
    @Presents var page: Page.State? = .leaf(Twig.State())
    var rows: IdentifiedArrayOf<Twig.State> = [Twig.State(id: 7)]
    var path = StackState<Page.State>([.leaf(Twig.State())])
    var scopedCase = Case.State.leaf(Twig.State())
    var caseLet = Case.State.leaf(Twig.State())
    #if DEBUG || !DEBUG
      var conditional = Twig.State()
    #endif
  }

  enum Action {
    case leaf(Twig.Action)
    case chained(Twig.Action)
    case plain(Twig.Action)
    case optional(Twig.Action)
    case presented(PresentationAction<Twig.Action>)
    case page(PresentationAction<Page.Action>)
    case rows(IdentifiedActionOf<Twig>)
    case path(StackActionOf<Page>)
    case scopedCase(Case.Action)
    case caseLet(Case.Action)
    case conditional(Twig.Action)
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.leaf, action: \.leaf) { Twig() }
      Scope(state: \.branch.leaf, action: \.chained) { Twig() }
      Scope(state: \.plain.leaf, action: \.plain) { Twig() }
      Scope(state: \.scopedCase, action: \.scopedCase) { Case() }
      Scope(state: \.caseLet, action: \.caseLet) {
        EmptyReducer().ifCaseLet(\.leaf, action: \.leaf) { Twig() }
      }
      #if DEBUG || !DEBUG
        Scope(state: \.conditional, action: \.conditional) { Twig() }
      #endif
    }
    .ifLet(\.optional, action: \.optional) { Twig() }
    .ifLet(\.$presented, action: \.presented) { Twig() }
    .ifLet(\.$page, action: \.page)
    .forEach(\.rows, action: \.rows) { Twig() }
    .forEach(\.path, action: \.path)
  }
}

/// A way for an action to reach a leaf, and the leaf it reaches.
private struct Way: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let action: @Sendable () -> Trunk.Action
  let leaf: @Sendable (Trunk.State) -> Twig.State?

  static let all = [
    Self("Scope", .leaf(.change)) { $0.leaf },
    Self("Scope of a chained key path", .chained(.change)) { $0.branch.leaf },
    Self("Scope of a stored property", .plain(.change)) { $0.plain.leaf },
    Self("Scope of a property in #if", .conditional(.change)) { $0.conditional },
    Self("Scope of an enum's case", .scopedCase(.leaf(.change))) { $0.scopedCase.leaf },
    Self("ifCaseLet", .caseLet(.leaf(.change))) { $0.caseLet.leaf },
    Self("ifLet", .optional(.change)) { $0.optional },
    Self("ifLet of a presented state", .presented(.presented(.change))) { $0.presented },
    Self("ifLet of an enum", .page(.presented(.leaf(.change)))) { $0.page?.leaf },
    Self("forEach of rows", .rows(.element(id: 7, action: .change))) { $0.rows[0] },
    Self("forEach of a stack", .path(.element(id: 0, action: .leaf(.change)))) { $0.path[0].leaf },
  ]

  private init(
    _ description: String,
    _ action: @autoclosure @escaping @Sendable () -> Trunk.Action,
    leaf: @escaping @Sendable (Trunk.State) -> Twig.State?
  ) {
    testDescription = description
    self.action = action
    self.leaf = leaf
  }
}

@MainActor
@Suite
struct InPlaceTests {
  @Test(arguments: Way.all)
  private func `a child's state is changed in place, not in a copy`(_ way: Way) throws {
    let store = Store(initialState: Trunk.State()) { Trunk() }
    // What came in with the initial state may be copied by the first change.
    store.send(way.action())
    let before = try #require(store.withState(way.leaf)).probe.copies
    store.send(way.action())
    store.send(way.action())
    let probe = try #require(store.withState(way.leaf)).probe
    #expect(probe.changes == 3)
    #expect(probe.copies == before)
  }

  @Test(
    arguments: Way.all
  )
  private func `an in-place change notifies the observers of the property once, and no others`(
    _ way: Way
  ) {
    let store = Store(initialState: Trunk.State()) { Trunk() }
    let changed = Watch()
    let other = Watch()
    let whole = Watch()
    changed.read { store.withState { _ = way.leaf($0)?.probe } }
    other.read { store.withState { _ = way.leaf($0)?.other } }
    whole.read { store.withState { _ = way.leaf($0) } }
    store.send(way.action())
    #expect(changed.count == 1)
    #expect(other.count == 0)
    #expect(whole.count == 0)
    changed.read { store.withState { _ = way.leaf($0)?.probe } }
    store.send(way.action())
    #expect(changed.count == 2)
  }
}
