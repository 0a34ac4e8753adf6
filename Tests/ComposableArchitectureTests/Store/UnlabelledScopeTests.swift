import ComposableArchitecture
import Testing

/// Scoping without the label `state:`, in each form.
@MainActor
@Suite
struct UnlabelledScopeTests {
  @Reducer
  struct Shelf {
    @ObservableState
    struct State: Equatable {
      var book = Leaf.State()
      var guest: Leaf.State?
      @Presents var sheet: Leaf.State?
      @Presents var destination: Place.State?
      var rows: IdentifiedArrayOf<Leaf.State> = []
      var path = StackState<Place.State>()
    }
    enum Action {
      case book(Leaf.Action)
      case guest(Leaf.Action)
      case sheet(PresentationAction<Leaf.Action>)
      case destination(PresentationAction<Place.Action>)
      case rows(IdentifiedActionOf<Leaf>)
      case path(StackActionOf<Place>)
    }

    var body: some ReducerOf<Self> {
      Scope(\.book, action: \.book) { Leaf() }
      EmptyReducer()
        .ifLet(\.guest, action: \.guest) { Leaf() }
        .ifLet(\.$sheet, action: \.sheet) { Leaf() }
        .ifLet(\.$destination, action: \.destination)
        .forEach(\.rows, action: \.rows) { Leaf() }
        .forEach(\.path, action: \.path)
    }
  }

  @Reducer
  enum Place {
    case window(Leaf)
    case door(Leaf)
  }

  /// An enum by hand, whose cases are scoped to.
  @Reducer
  struct Room {
    @ObservableState
    @CasePathable
    enum State: Equatable {
      case open(Leaf.State)
      case closed
    }
    enum Action { case open(Leaf.Action) }
    var body: some ReducerOf<Self> {
      Scope(\.open, action: \.open) { Leaf() }
    }
  }

  private func makeStore() -> StoreOf<Shelf> {
    Store(
      initialState: Shelf.State(
        guest: Leaf.State(id: 1),
        sheet: Leaf.State(id: 2),
        destination: .window(Leaf.State(id: 3)),
        rows: [Leaf.State(id: 4)],
        path: StackState([.door(Leaf.State(id: 5))])
      )
    ) {
      Shelf()
    }
  }

  @Test func `the stores are the same as those of the labelled form`() throws {
    let store = makeStore()
    let book = store.scope(\.book, action: \.book)
    #expect(book === store.scope(state: \.book, action: \.book))
    let guest = try #require(store.scope(\.guest, action: \.guest))
    #expect(guest === store.scope(state: \.guest, action: \.guest))
    let sheet = try #require(store.scope(\.sheet, action: \.sheet))
    #expect(sheet === store.scope(state: \.sheet, action: \.sheet))
    let window = try #require(
      store.scope(\.destination?.window, action: \.destination.window)
    )
    #expect(
      window === store.scope(state: \.destination?.window, action: \.destination.window)
    )
    let rows = store.scope(\.rows, action: \.rows)
    #expect(rows.map(\.id) == [4])
    let path = store.scope(\.path, action: \.path)
    #expect(path === store.scope(state: \.path, action: \.path))
  }

  @Test func `the stores send and read like those`() throws {
    let store = makeStore()
    store.scope(\.book, action: \.book).send(.tick)
    store.scope(\.guest, action: \.guest)?.send(.tick)
    store.scope(\.sheet, action: \.sheet)?.send(.tick)
    store.scope(\.destination?.window, action: \.destination.window)?.send(.tick)
    store.scope(\.rows, action: \.rows).first?.send(.tick)
    #expect(store.book.ticks == 1)
    #expect(store.guest?.ticks == 1)
    #expect(store.sheet?.ticks == 1)
    #expect(store.destination?.window?.ticks == 1)
    #expect(store.rows.map(\.ticks) == [1])
    #expect(store.scope(\.destination?.door, action: \.destination.door) == nil)
  }

  @Test func `a case of an enum is scoped to`() {
    let store = Store(initialState: Room.State.open(Leaf.State())) { Room() }
    store.send(.open(.tick))
    #expect(store.state == .open(Leaf.State(ticks: 1)))
    let closed = Store(initialState: Room.State.closed) { Room() }
    let reported = issues { closed.send(.open(.tick)) }
    #expect(reported.map(\.fileID) == ["ComposableArchitectureTests/UnlabelledScopeTests.swift"])
  }
}

extension UnlabelledScopeTests.Place.State: Equatable {}
