import ComposableArchitecture

/// A page with a title.
@Reducer
struct Page {
  @ObservableState
  struct State {
    let number: Int
    var title: String

    init(number: Int) {
      self.number = number
      title = "Page \(number)"
    }
  }

  enum Action {
    case nextButtonTapped
    case rename(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let title) = action { state.title = title }
      return .none
    }
  }
}

/// A stack of pages.
@Reducer
struct Book {
  @Reducer
  enum Path {
    case page(Page)
  }

  @ObservableState
  struct State {
    var path: StackState<Path.State>

    init(depth: Int) {
      path = StackState((0..<depth).map { .page(Page.State(number: $0)) })
    }
  }

  enum Action {
    case path(StackActionOf<Path>)
    case push(number: Int)
    case pop
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path: break
      case .push(let number): state.path.append(.page(Page.State(number: number)))
      case .pop: state.path.popLast()
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

/// A list of items.
@Reducer
struct Items {
  struct Item: Equatable, Identifiable {
    let id: Int
    var name: String
  }

  @ObservableState
  struct State {
    var items: IdentifiedArrayOf<Item>

    init(count: Int) {
      items = IdentifiedArray(
        uniqueElements: (0..<count).map { Item(id: $0, name: "Item \($0)") }
      )
    }
  }

  enum Action {
    case openButtonTapped(id: Int)
    case insert(Item, at: Int)
    case rename(id: Int, String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openButtonTapped: break
      case .insert(let item, let index): state.items.insert(item, at: index)
      case .rename(let id, let name): state.items[id: id]?.name = name
      }
      return .none
    }
  }
}
