import ComposableArchitecture
import Testing

// The forms in which features are declared (in name spaces, private, generic, around others, as
// enums), and how tests access them.

enum Library {}

extension Library {
  @Reducer
  struct Book: Sendable {
    @ObservableState
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: UUID
      private(set) var edition = 1
      var pages: Int = 2 { didSet { edition += 1 } }
      var note: String?
      @ObservationStateIgnored var scratch = 0

      static let shelf = "A"
      var isLong: Bool { pages > 1_000 }

      init(id: UUID) { self.id = id }
    }

    enum Action: Equatable, Sendable {
      case `default`
      case delegate(Delegate)
      case set(pages: Int, note: String)
      case toggled(isOn: Bool)

      @CasePathable
      enum Delegate: Equatable, Sendable {
        case done
        case saved(State)
      }
    }

    var body: some ReducerOf<Self> {
      Reduce<State, Action> { state, action in
        switch action {
        case .default:
          state.pages = 2
          return .none
        case let .set(pages: pages, note: note):
          state.pages = pages
          state.note = note
          return .send(.delegate(.saved(state)))
        case .delegate, .toggled:
          return .none
        }
      }
    }
  }

  @Reducer
  struct Desk {
    @ObservableState
    enum State: Equatable {
      case book(Book.State)
      case idle
      init() { self = .idle }
    }

    enum Action {
      case book(Book.Action)
      case open(UUID)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch (state, action) {
        case (.idle, .open(let id)):
          state = .book(Book.State(id: id))
          return .none
        case (.book(var book), .open):
          book.note = "again"
          state = .book(book)
          return .none
        default:
          return .none
        }
      }
      .ifCaseLet(\.book, action: \.book, then: { Book() })
    }
  }
}

@Reducer
private struct Shelf<Content: Reducer>
where Content.State: Equatable & Identifiable, Content.State.ID: Sendable {
  let content: Content

  init(@ReducerBuilder<Content.State, Content.Action> content: () -> Content) {
    self.content = content()
  }

  struct State: Equatable {
    var contents: IdentifiedArrayOf<Content.State> = []
    var touched = 0
  }

  enum Action {
    case clear
    case contents(IdentifiedActionOf<Content>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .clear:
        state.contents = []
        return .none
      case .contents:
        state.touched += 1
        return .none
      }
    }
    .forEach(\.contents, action: \.contents, element: { content })
  }
}

extension Reducer {
  /// A feature that wraps another one and counts its actions.
  fileprivate func counted(_ count: LockIsolated<Int>) -> some ReducerOf<Self> {
    CombineReducers {
      self
      Reduce { _, _ in
        count.withValue { $0 += 1 }
        return .none
      }
    }
  }
}

private struct Forwarding<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> EffectOf<Base> {
    .merge(base.reduce(into: &state, action: action), .none)
  }
}

@Reducer
struct LibraryHall {
  @Reducer
  enum Path {
    case book(Library.Book)
    case desk(Library.Desk)
    case wing(Wing)
    case sign(Int, String)
    case exit
    #if DEBUG
      case inspection(Library.Book)
    #endif
    @ReducerCaseIgnored case portrait(Library.Book.State)

    @Reducer
    enum Wing {
      case book(Library.Book)
      case closed
    }
  }

  @ObservableState
  struct State: Equatable {
    var path: StackState<Path.State> = [.exit]
    @Presents var wing: Path.Wing.State?
  }

  enum Action {
    case path(StackActionOf<Path>)
    case wing(PresentationActionOf<Path.Wing>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(let id, .book(.delegate(.saved(let book))))):
        state.path[id: id, case: \.book]?.scratch = book.pages
        if case .book(var book)? = state.path[id: id] {
          book.note = (book.note ?? "") + "!"
          state.path[id: id] = .book(book)
        }
        return .none
      case .path(.element(id: _, action: .wing(.book(.default)))):
        state.wing = .closed
        return .none
      case .path, .wing:
        return .none
      }
    }
    .forEach(\.path, action: \.path) { Path() }
    .ifLet(\.$wing, action: \.wing) { Path.Wing.body }
  }
}

nonisolated extension LibraryHall.Path.State: Equatable {}
extension LibraryHall.Path.Wing.State: Equatable {}

@MainActor
@Suite struct FormsOfFeaturesTests {
  @Test func `a feature in a name space sends to its delegate, and its parent changes it`() async {
    let store = TestStore(
      initialState: LibraryHall.State(path: [.book(Library.Book.State(id: UUID(1)))])
    ) {
      LibraryHall()
    }
    await store.send(\.path[id: 0].book.set, (pages: 3, note: "new")) {
      $0.path[id: 0]?.modify(\.book) {
        $0.pages = 3
        $0.note = "new"
      }
    }
    await store.receive(\.path[id: 0].book.delegate.saved) {
      $0.path[id: 0, case: \.book]?.scratch = 3
      $0.path[id: 0]?.book?.note = "new!"
    }
    await store.send(\.path[id: 0].book.toggled, true)
    await store.send(\.path[id: 0].book.delegate.done)
    await store.send(\.path[id: 0].book.default) { $0.path[id: 0]?.book?.pages = 2 }
  }

  @Test func `an enum of features stands in another, and in a presentation`() async {
    let store = TestStore(
      initialState: LibraryHall.State(path: [.wing(.book(Library.Book.State(id: UUID(1))))])
    ) {
      LibraryHall()
    }
    await store.send(\.path[id: 0].wing.book.default) {
      $0.path[id: 0]?.wing?.book?.pages = 2
      $0.wing = .closed
    }
    await store.send(\.wing.dismiss) { $0.wing = nil }
    await store.send(\.path.push, (id: 1, state: .sign(1, "Exit"))) {
      $0.path[id: 1] = .sign(1, "Exit")
    }
  }

  @Test func `a feature whose state is an enum goes from case to case`() async {
    let store = TestStore(initialState: Library.Desk.State()) { Library.Desk() }
    await store.send(.open(UUID(1))) { $0 = .book(Library.Book.State(id: UUID(1))) }
    await store.send(.open(UUID(2))) { $0.modify(\.book) { $0.note = "again" } }
    await store.send(\.book.default) { $0.book?.pages = 2 }
  }

  @Test func `features are wrapped by features of any content`() async {
    let count = LockIsolated(0)
    let store = TestStore(
      initialState: Shelf<Library.Book>.State(contents: [Library.Book.State(id: UUID(1))])
    ) {
      Forwarding(base: Shelf { Library.Book() }).counted(count)
    }
    await store.send(\.contents[id: UUID(1)].default) {
      $0.contents[id: UUID(1)]?.pages = 2
      $0.touched = 1
    }
    await store.send(.clear) { $0.contents = [] }
    #expect(count.value == 2)
  }
}
