import Testing

@testable import ComposableArchitecture

/// Stores that are scoped past a feature, to what this presents.
@MainActor
@Suite struct NestedIntegrationTests {
  @Reducer
  struct Page {
    @ObservableState
    struct State: Equatable {
      var number = 0
    }
    enum Action { case turned }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.number += 1
        return .none
      }
    }
  }

  /// A book with operators.
  @Reducer
  struct Book {
    @ObservableState
    struct State: Equatable {
      var pages = StackState<Page.State>()
      @Presents var note: Page.State?
      @Presents var alert: AlertState<Never>?
    }
    enum Action {
      case pages(StackActionOf<Page>)
      case note(PresentationAction<Page.Action>)
      case alert(PresentationAction<Never>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .alert(.dismiss) = action { state.alert = nil }
        return .none
      }
      .ifLet(\.$note, action: \.note) { Page() }
      .forEach(\.pages, action: \.pages) { Page() }
    }
  }

  /// A book without operators.
  @Reducer
  struct Leaflet {
    typealias State = Book.State
    enum Action {
      case pages(StackActionOf<Page>)
      case note(PresentationAction<Page.Action>)
    }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Reducer
  struct Shelf {
    @ObservableState
    struct State: Equatable {
      var book = Book.State()
      var leaflet = Book.State()
    }
    enum Action {
      case book(Book.Action)
      case leaflet(Leaflet.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.book, action: \.book) { Book() }
      Scope(state: \.leaflet, action: \.leaflet) { Leaflet() }
    }
  }

  @Test func `operators of a child are known to stores that are scoped past it`() {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    let reported = issues {
      let pages = store.scope(state: \.book.pages, action: \.book.pages)
      pages.send(.push(id: .next(), state: Page.State()))
    }
    #expect(reported.isEmpty)
    #expect(store.book.pages.count == 1)
  }

  @Test func `a dismissal past a child is not reported`() {
    let store = Store(
      initialState: Shelf.State(book: Book.State(note: Page.State()))
    ) { Shelf() }
    let location = IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let reported = issues {
      store.scope(state: \.book.note, action: \.book.note)?.send(.turned)
      store.dismiss(\.book.note, location) { store.book.note != nil }
    }
    #expect(reported.isEmpty)
    #expect(store.book.note == nil)
  }

  @Test func `a child without operators is reported past it`() {
    let store = Store(initialState: Shelf.State(leaflet: Book.State(note: Page.State()))) {
      Shelf()
    }
    let reported = issues {
      let pages = store.scope(state: \.leaflet.pages, action: \.leaflet.pages)
      pages.send(.push(id: .next(), state: Page.State()))
      store.scope(state: \.leaflet.note, action: \.leaflet.note)?.send(.turned)
    }
    #expect(reported.count == 2)
    #expect(reported.first?.message.contains(#"there is no "forEach""#) == true)
    #expect(reported.last?.message.contains(#"there is no "ifLet""#) == true)
  }

  @Test func `an alert that a reducer takes away needs no operator`() {
    let store = Store(
      initialState: Book.State(alert: AlertState { TextState("Torn page") })
    ) { Book() }
    let location = IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let reported = issues {
      store.dismiss(\.alert, location) { store.alert != nil }
    }
    #expect(reported.isEmpty)
    #expect(store.alert == nil)
  }
}
