import ComposableArchitecture

// What the documents leave out: the features that their snippets refer to.

struct Item: Equatable, Identifiable, Sendable {
  var id = 0
  var name = ""
}

@Reducer
struct AddFeature {
  @ObservableState
  struct State: Equatable {}
  enum Action { case saveButtonTapped }
}

@Reducer
struct DetailFeature {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }
  enum Action { case incrementButtonTapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
struct EditFeature {
  @ObservableState
  struct State: Equatable {
    var item = Item()
    @Presents var alert: AlertState<Action.Alert>?
  }
  enum Action {
    case alert(PresentationAction<Alert>)
    case saveButtonTapped
    @CasePathable
    enum Alert { case confirmed }
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct ListFeature {
  @ObservableState
  struct State: Equatable {}
  enum Action { case detailButtonTapped }
}

@Reducer
struct ItemFormFeature {
  @ObservableState
  struct State: Equatable {
    var name = ""
  }
  enum Action { case nameChanged(String) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none
      }
    }
  }
}

@Reducer
struct ScreenA {
  @ObservableState
  struct State: Equatable {}
  enum Action { case nextButtonTapped }
}

@Reducer
struct ScreenB {
  @ObservableState
  struct State: Equatable {}
  enum Action {}
}

@Reducer
struct ScreenC {
  @ObservableState
  struct State: Equatable {}
  enum Action {}
}

/// Where items are saved.
actor Database {
  private(set) var items: [Item] = []

  func save(_ item: Item) {
    items.append(item)
  }
}

extension Database: DependencyKey {
  static var liveValue: Database { Database() }
  static var testValue: Database { Database() }
}

extension DependencyValues {
  var database: Database {
    get { self[Database.self] }
    set { self[Database.self] = newValue }
  }
}
