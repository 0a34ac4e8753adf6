import ComposableArchitecture
import Testing

/// The code of the article "Stack-based navigation".
@MainActor
@Suite struct StackNavigationArticle {
  @Reducer
  struct Shop {
    @Reducer
    enum Path {
      case item(ItemFeature)
      case edit(EditFeature)
    }

    @ObservableState
    struct State: Equatable {
      var path = StackState<Path.State>()
    }

    enum Action {
      case itemTapped(name: String)
      case path(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .itemTapped(let name):
          state.path.append(.item(ItemFeature.State(name: name)))
          return .none

        case .path(.element(id: let id, action: .item(.editButtonTapped))):
          guard let item = state.path[id: id]?.item
          else { return .none }
          state.path.append(.edit(EditFeature.State(name: item.name)))
          return .none

        case .path(.element(id: let id, action: .edit(.saveButtonTapped))):
          guard let edit = state.path[id: id]?.edit
          else { return .none }
          state.path.pop(from: id)
          if let itemID = state.path.ids.last {
            state.path[id: itemID, case: \.item]?.name = edit.name
          }
          return .none

        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Reducer
  struct ItemFeature {
    @ObservableState
    struct State: Equatable {
      var name: String
    }

    enum Action {
      case editButtonTapped
    }
  }

  @Reducer
  struct EditFeature {
    @ObservableState
    struct State: Equatable {
      var name: String
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case saveButtonTapped
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
    }
  }

  @Test func `saving goes back and changes the item`() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }

    await store.send(.itemTapped(name: "Lamp")) {
      $0.path[id: 0] = .item(ItemFeature.State(name: "Lamp"))
    }
    await store.send(\.path[id: 0].item.editButtonTapped) {
      $0.path[id: 1] = .edit(EditFeature.State(name: "Lamp"))
    }
    await store.send(\.path[id: 1].edit.binding.name, "Desk lamp") {
      $0.path[id: 1, case: \.edit]?.name = "Desk lamp"
    }
    await store.send(\.path[id: 1].edit.saveButtonTapped) {
      $0.path[id: 1] = nil
      $0.path[id: 0, case: \.item]?.name = "Desk lamp"
    }
  }

  @Test func `a deep link is a value`() {
    let state = Shop.State(
      path: StackState([
        .item(ItemFeature.State(name: "Lamp")),
        .edit(EditFeature.State(name: "Lamp")),
      ])
    )
    #expect(state.path.ids == [0, 1])
  }
}

extension StackNavigationArticle.Shop.Path.State: Equatable {}

/// The code of the articles "Tree-based navigation" and "Dismissal".
@MainActor
@Suite struct TreeNavigationArticle {
  @Reducer
  struct Shelf {
    @Reducer
    enum Destination {
      case add(ItemForm)
      case alert(AlertState<Alert>)

      @CasePathable
      enum Alert: Equatable {
        case confirmRemoval
      }
    }

    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
      var items: [String] = []
    }

    enum Action {
      case addButtonTapped
      case destination(PresentationAction<Destination.Action>)
      case removeAllButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.destination = .add(ItemForm.State())
          return .none

        case .destination(.presented(.add(.saveButtonTapped))):
          guard let form = state.destination?.add
          else { return .none }
          state.items.append(form.name)
          state.destination = nil
          return .none

        case .destination(.presented(.alert(.confirmRemoval))):
          state.items.removeAll()
          return .none

        case .destination:
          return .none

        case .removeAllButtonTapped:
          state.destination = .alert(.removeAll)
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Reducer
  struct ItemForm {
    @ObservableState
    struct State: Equatable {
      var name = ""
    }

    enum Action {
      case cancelButtonTapped
      case nameChanged(String)
      case saveButtonTapped
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .cancelButtonTapped:
          return .run { _ in await dismiss() }
        case .nameChanged(let name):
          state.name = name
          return .none
        case .saveButtonTapped:
          return .none
        }
      }
    }
  }

  @Test func `saving adds the item and closes the form`() async {
    let store = TestStore(initialState: Shelf.State()) { Shelf() }
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.nameChanged, "Lamp") {
      $0.destination?.modify(\.add) { $0.name = "Lamp" }
    }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.items = ["Lamp"]
      $0.destination = nil
    }
  }

  @Test func `cancelling closes the form`() async {
    let store = TestStore(
      initialState: Shelf.State(destination: .add(ItemForm.State()))
    ) {
      Shelf()
    }
    await store.send(\.destination.add.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `an alert is nil after its action`() async {
    let store = TestStore(initialState: Shelf.State(items: ["Lamp"])) { Shelf() }
    await store.send(.removeAllButtonTapped) { $0.destination = .alert(.removeAll) }
    await store.send(\.destination.alert.confirmRemoval) {
      $0.items = []
      $0.destination = nil
    }
  }
}

extension TreeNavigationArticle.Shelf.Destination.State: Equatable {}

extension AlertState<TreeNavigationArticle.Shelf.Destination.Alert> {
  static var removeAll: Self {
    AlertState {
      TextState("Remove all items?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmRemoval) {
        TextState("Remove")
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("This cannot be undone.")
    }
  }
}

/// The code of the section "Decline a dismissal" of the article "Dismissal".
@MainActor
@Suite struct DeclinedDismissalArticle {
  @Reducer
  struct Desk {
    @ObservableState
    struct State: Equatable {
      @Presents var letter: Letter.State?
    }

    enum Action {
      case letter(PresentationAction<Letter.Action>)
      case writeButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .writeButtonTapped = action { state.letter = Letter.State() }
        return .none
      }
      .ifLet(\.$letter, action: \.letter) {
        Letter()
      }
      .redirect { state, action in
        action.is(\.letter.dismiss) && state.letter?.text.isEmpty == false
          ? .letter(.presented(.closeAsked)) : nil
      }
    }
  }

  @Reducer
  struct Letter {
    @ObservableState
    struct State: Equatable {
      @Presents var question: AlertState<Action.Question>?
      var text = ""
    }

    enum Action {
      case closeAsked
      case question(PresentationAction<Question>)
      case textChanged(String)

      @CasePathable
      enum Question: Equatable {
        case discard
      }
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .closeAsked:
          state.question = .discard
          return .none
        case .question(.presented(.discard)):
          state.text = ""
          return .run { _ in await dismiss() }
        case .question:
          return .none
        case .textChanged(let text):
          state.text = text
          return .none
        }
      }
      .ifLet(\.$question, action: \.question)
    }
  }

  @Test func `a letter with text asks before it closes`() async {
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.writeButtonTapped) { $0.letter = Letter.State() }
    await store.send(\.letter.textChanged, "Dear") { $0.letter?.text = "Dear" }
    await store.send(\.letter.dismiss)
    await store.receive(\.letter.closeAsked) { $0.letter?.question = .discard }
    await store.send(\.letter.question.discard) {
      $0.letter?.question = nil
      $0.letter?.text = ""
    }
    await store.receive(\.letter.dismiss) { $0.letter = nil }
  }
}

extension AlertState<DeclinedDismissalArticle.Letter.Action.Question> {
  static var discard: Self {
    AlertState {
      TextState("Discard the letter?")
    } actions: {
      ButtonState(role: .destructive, action: .discard) {
        TextState("Discard")
      }
      ButtonState(role: .cancel) {
        TextState("Keep Writing")
      }
    }
  }
}
