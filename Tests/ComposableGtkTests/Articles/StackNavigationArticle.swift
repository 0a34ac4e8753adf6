import ComposableGtk
import GtkKit
import Testing

/// The code of the article "Navigation stacks".
enum StackNavigationArticle {
  @Reducer
  struct Library {
    @Reducer
    enum Path {
      case author(Author)
      case book(Book)
    }

    @ObservableState
    struct State: Equatable {
      var path = StackState<Path.State>()
    }

    enum Action {
      case path(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path(.element(id: _, action: .author(.bookTapped(let title)))):
          state.path.append(.book(Book.State(title: title)))
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Reducer
  struct Author {
    @ObservableState
    struct State: Equatable {
      var name: String
      var books: [String]
    }

    enum Action {
      case bookTapped(String)
    }
  }

  @Reducer
  struct Book {
    @ObservableState
    struct State: Equatable {
      var title: String
    }

    enum Action {
      case closeButtonTapped
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .closeButtonTapped:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  struct LibraryView: View {
    @Bindable var store: StoreOf<Library>

    var body: some View {
      NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
        Form {
          NavigationLink(
            "Ursula K. Le Guin",
            state: Library.Path.State.author(
              Author.State(name: "Ursula K. Le Guin", books: ["The Dispossessed", "Lavinia"])
            )
          )
        }
        .navigationTitle("Library")
      } destination: { store in
        switch store.case {
        case .author(let store):
          AuthorView(store: store)
        case .book(let store):
          BookView(store: store)
        }
      }
    }
  }

  struct AuthorView: View {
    let store: StoreOf<Author>

    var body: some View {
      Form {
        ForEach(store.books, id: \.self) { title in
          Button(title) { store.send(.bookTapped(title)) }
        }
      }
      .navigationTitle(store.name)
    }
  }

  struct BookView: View {
    let store: StoreOf<Book>

    var body: some View {
      Text(store.title)
        .navigationTitle(store.title)
        .toolbar {
          ToolbarItem(placement: .trailing) {
            Button("Close") { store.send(.closeButtonTapped) }
          }
        }
    }
  }
}

extension StackNavigationArticle.Library.Path.State: Equatable {}

extension ComposableGtkTests {
  @MainActor
  struct StackNavigationArticleTests {
    typealias Library = StackNavigationArticle.Library

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `a link and a button push pages, and a page closes itself`() async throws {
      let store = Store(initialState: Library.State()) { Library() }
      let window = TestWindow(StackNavigationArticle.LibraryView(store: store))
      defer { window.close() }

      #expect(await eventually { window.content.button("Ursula K. Le Guin") != nil })
      try #require(window.content.button("Ursula K. Le Guin")).click()
      #expect(await eventually { window.window.title == "Ursula K. Le Guin" })
      try #require(window.content.button("Lavinia")).click()
      #expect(await eventually { window.window.title == "Lavinia" })
      #expect(store.path.count == 2)
      try #require(window.headerBar.widget.button("Close")).click()
      #expect(await eventually { window.window.title == "Ursula K. Le Guin" })
    }
  }
}
