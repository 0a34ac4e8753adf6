import ComposableGtk
import Foundation
import GtkKit
import PagedArrays
import Testing

/// The code of the article "Lists".
private enum ListsArticle {
  @Reducer
  struct Route {
    struct Stop: Equatable, Identifiable {
      let id: Int
      var title: String
    }

    @ObservableState
    struct State: Equatable {
      var stops: IdentifiedArrayOf<Stop> = []
      var selection: Set<Stop.ID> = []
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case stopsDeleted(IndexSet)
      case stopsMoved(IndexSet, to: Int)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding:
          return .none
        case .stopsDeleted(let offsets):
          state.stops.remove(atOffsets: offsets)
          return .none
        case .stopsMoved(let offsets, let destination):
          state.stops.move(fromOffsets: offsets, toOffset: destination)
          return .none
        }
      }
    }
  }

  struct RouteView: View {
    @Bindable var store: StoreOf<Route>

    var body: some View {
      List(selection: $store.selection) {
        ForEach(store.stops) { stop in
          Text(stop.title)
        }
        .onMove { store.send(.stopsMoved($0, to: $1)) }
        .onDelete { store.send(.stopsDeleted($0)) }
      }
    }
  }

  @Reducer
  struct Library {
    @ObservableState
    struct State: Equatable {
      var shelves: IdentifiedArrayOf<Shelf.State> = []
      var selection: Int?
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case shelves(IdentifiedActionOf<Shelf>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      EmptyReducer()
        .forEach(\.shelves, action: \.shelves) { Shelf() }
    }
  }

  @Reducer
  struct Shelf {
    struct Book: Equatable, Identifiable {
      let id: Int
      var title: String
    }

    @ObservableState
    struct State: Equatable, Identifiable {
      let id: String
      var books: IdentifiedArrayOf<Book> = []
    }

    enum Action {
      case bookOpened(id: Int)
      case booksMoved(IndexSet, to: Int)
      case titlesDropped([String], at: Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .bookOpened:
          return .none
        case .booksMoved(let offsets, let destination):
          state.books.move(fromOffsets: offsets, toOffset: destination)
          return .none
        case .titlesDropped(let titles, let offset):
          for title in titles {
            state.books.insert(Book(id: title.hashValue, title: title), at: offset)
          }
          return .none
        }
      }
    }
  }

  struct LibraryView: View {
    @Bindable var store: StoreOf<Library>

    var body: some View {
      List(selection: $store.selection) {
        ForEach(store.scope(state: \.shelves, action: \.shelves)) { shelf in
          Section {
            ForEach(shelf.books) { book in
              Text(book.title)
            }
            .onRowActivate { shelf.send(.bookOpened(id: $0.id)) }
            .onMove { shelf.send(.booksMoved($0, to: $1)) }
            .dropDestination(for: String.self) { shelf.send(.titlesDropped($0, at: $1)) }
          } header: {
            Text(shelf.id)
          } footer: {
            Text("\(shelf.books.count) books")
          }
        }
      }
      .placeholder {
        ContentUnavailableView("No shelves", systemImage: "tray")
      }
    }
  }

  struct Archive: Sendable {
    var letters: @Sendable (Range<Int>) async throws -> [Mail.Letter]
  }

  @Reducer
  struct Mail {
    struct Letter: Equatable, Identifiable {
      let id: Int
      var subject: String
    }

    @ObservableState
    struct State: Equatable {
      var letters = PagedArray<Letter>()
      var selection: Letter.ID?
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case lettersLoaded([Letter], at: Int)
      case lettersNeeded(Range<Int>)
    }

    enum CancelID { case letters }

    let archive: Archive

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding:
          return .none
        case .lettersNeeded(let positions):
          guard let range = state.letters.unloadedPages(in: positions) else { return .none }
          return .run { send in
            await send(.lettersLoaded(try await archive.letters(range), at: range.lowerBound))
          }
          .cancellable(id: CancelID.letters, cancelInFlight: true)
        case .lettersLoaded(let letters, let position):
          state.letters.load(letters, at: position)
          return .none
        }
      }
    }
  }

  @Reducer
  struct Mint {
    struct Coin: Equatable, Identifiable {
      let id: Int
      var name: String
    }

    @ObservableState
    struct State: Equatable {
      var coins = PagedArray<Coin>()
      var selection = PagedSelection<Coin.ID>.none

      var title: String { "\(selection.count(of: coins.count)) coins" }
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case coinsDeleted([Coin.ID])
      case coinsNeeded(Range<Int>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding, .coinsNeeded:
          return .none
        case .coinsDeleted(let ids):
          state.selection.forget(ids)
          return .none
        }
      }
    }
  }

  struct MintView: View {
    @Bindable var store: StoreOf<Mint>

    var body: some View {
      List(store.coins, selection: $store.selection) {
        store.send(.coinsNeeded($0))
      } row: { coin in
        Text(coin?.name ?? "…")
      }
      .navigationTitle(store.title)
    }
  }

  struct MailView: View {
    @Bindable var store: StoreOf<Mail>

    var body: some View {
      List(store.letters, selection: $store.selection) {
        store.send(.lettersNeeded($0))
      } row: { letter in
        Text(letter?.subject ?? "…")
      }
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct ListsArticleTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `the list of the article follows what is moved and deleted`() async {
      let store = Store(
        initialState: ListsArticle.Route.State(
          stops: [.init(id: 1, title: "One"), .init(id: 2, title: "Two")]
        )
      ) {
        ListsArticle.Route()
      }
      let window = TestWindow(ListsArticle.RouteView(store: store))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts == ["One", "Two"] })
      store.send(.stopsMoved([1], to: 0))
      #expect(store.stops.map(\.id) == [2, 1])
      store.send(.stopsDeleted([0]))
      #expect(await eventually { window.content.visibleTexts.contains("One") })
      #expect(!window.content.visibleTexts.contains("Two"))
    }

    @Test func `the letters of the article are loaded as they come into sight`() async throws {
      let loaded = LockIsolated(0)
      let archive = ListsArticle.Archive { range in
        loaded.withValue { $0 += range.count }
        return range.map { ListsArticle.Mail.Letter(id: $0, subject: "Letter \($0)") }
      }
      let store = Store(
        initialState: ListsArticle.Mail.State(letters: PagedArray(count: 1_000_000))
      ) {
        ListsArticle.Mail(archive: archive)
      }
      let window = TestWindow(ListsArticle.MailView(store: store))
      defer { window.close() }

      #expect(await eventually { window.content.visibleTexts.contains("Letter 2") })
      #expect(loaded.value < 1_000)
    }

    @Test func `all coins of the article are selected without their ids`() async {
      let store = TestStore(
        initialState: ListsArticle.Mint.State(coins: PagedArray(count: 1_000_000))
      ) {
        ListsArticle.Mint()
      }
      await store.send(\.binding.selection, .all) { $0.selection = .all }
      #expect(store.state.title == "1000000 coins")
      await store.send(\.binding.selection, .allBut([7])) { $0.selection = .allBut([7]) }
      await store.send(\.coinsDeleted, [7]) { $0.selection = .all }
    }

    @Test func `the sections of the article follow their shelves`() async {
      let store = Store(initialState: ListsArticle.Library.State()) { ListsArticle.Library() }
      let window = TestWindow(ListsArticle.LibraryView(store: store))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("No shelves") })
      store.send(
        .binding(
          .set(
            \.shelves,
            [
              .init(id: "Novels", books: [.init(id: 1, title: "Emma")]),
              .init(id: "Poems", books: [.init(id: 2, title: "Odes")]),
            ]
          )
        )
      )
      #expect(await eventually { window.content.visibleTexts.contains("Odes") })
      for text in ["Novels", "Emma", "1 books", "Poems"] {
        #expect(window.content.visibleTexts.contains(text))
      }
      store.send(.shelves(.element(id: "Poems", action: .titlesDropped(["Elegies"], at: 0))))
      #expect(await eventually { window.content.visibleTexts.contains("Elegies") })
      #expect(await eventually { window.content.visibleTexts.contains("2 books") })
    }
  }
}
