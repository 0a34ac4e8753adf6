import ComposableGtk
import GtkKit
import Testing

/// The code of the article "Pages from optional state".
enum TreeNavigationArticle {
  @Reducer
  struct Shelf {
    @ObservableState
    struct State: Equatable {
      @Presents var item: Item.State?
      var names = ["Lamp", "Desk"]
    }

    enum Action {
      case item(PresentationAction<Item.Action>)
      case nameTapped(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .item:
          return .none
        case .nameTapped(let name):
          state.item = Item.State(name: name)
          return .none
        }
      }
      .ifLet(\.$item, action: \.item) { Item() }
    }
  }

  @Reducer
  struct Item {
    @ObservableState
    struct State: Equatable {
      var name: String
    }

    enum Action {}
  }

  struct ShelfView: View {
    @Bindable var store: StoreOf<Shelf>

    var body: some View {
      Form {
        ForEach(store.names, id: \.self) { name in
          Button(name) { store.send(.nameTapped(name)) }
        }
      }
      .navigationTitle("Shelf")
      .navigationDestination(item: $store.scope(state: \.item, action: \.item)) { store in
        Text(store.name)
          .navigationTitle(store.name)
      }
    }
  }

  struct ShelfWindow: View {
    let store: StoreOf<Shelf>

    var body: some View {
      NavigationStack {
        ShelfView(store: store)
      }
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct TreeNavigationArticleTests {
    typealias Shelf = TreeNavigationArticle.Shelf

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `a button drills down, and back makes the state nil`() async throws {
      let store = Store(initialState: Shelf.State()) { Shelf() }
      let window = TestWindow(TreeNavigationArticle.ShelfWindow(store: store))
      defer { window.close() }

      #expect(await eventually { window.content.button("Lamp") != nil })
      try #require(window.content.button("Lamp")).click()
      #expect(await eventually { window.window.title == "Lamp" })
      try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
      #expect(await eventually { window.window.title == "Shelf" })
      #expect(store.item == nil)
    }
  }
}
