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

/// A table whose order and columns are state.
@Reducer
struct Ledger {
  struct Line: Equatable, Identifiable {
    let id: Int
    var name: String
  }

  @ObservableState
  struct State {
    var columns = TableColumnCustomization<Line>()
    var lines: IdentifiedArrayOf<Line>
    var order: [KeyPathComparator<Line>] = []

    init(count: Int) {
      lines = IdentifiedArray(
        uniqueElements: (0..<count).map { Line(id: $0, name: "Item \($0)") }
      )
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.order): state.lines.sort(using: state.order)
      case .binding: break
      }
      return .none
    }
  }
}

/// A sidebar, and a page beside it that shows what is selected.
@Reducer
struct Library {
  @ObservableState
  struct State {
    var items: IdentifiedArrayOf<Items.Item>
    var selection: Int? = 0
    var title = "Item 0"

    init(count: Int) {
      items = IdentifiedArray(
        uniqueElements: (0..<count).map { Items.Item(id: $0, name: "Item \($0)") }
      )
    }
  }

  enum Action {
    case selected(Int?)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .selected(let id):
        state.selection = id
        state.title = id.flatMap { state.items[id: $0]?.name } ?? ""
      }
      return .none
    }
  }
}

/// A list whose rows are features.
@Reducer
struct Roster {
  @Reducer
  struct Member {
    @ObservableState
    struct State: Identifiable {
      let id: Int
      var name: String
    }

    enum Action {
      case openButtonTapped
      case rename(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .rename(let name) = action { state.name = name }
        return .none
      }
    }
  }

  @ObservableState
  struct State {
    var members: IdentifiedArrayOf<Member.State>

    init(count: Int) {
      members = IdentifiedArray(
        uniqueElements: (0..<count).map { Member.State(id: $0, name: "Item \($0)") }
      )
    }
  }

  enum Action {
    case members(IdentifiedActionOf<Member>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.members, action: \.members) { Member() }
  }
}

/// A form of text fields.
@Reducer
struct Questionnaire {
  @ObservableState
  struct State {
    var answers: IdentifiedArrayOf<Answer>

    init(count: Int) {
      answers = IdentifiedArray(uniqueElements: (0..<count).map { Answer(id: $0) })
    }
  }

  @ObservableState
  struct Answer: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
