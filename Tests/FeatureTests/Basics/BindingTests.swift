import ComposableArchitecture
import Testing

@Reducer
struct BasicBindings {
  @ObservableState
  struct State: Equatable {
    var sliderValue = 5.0
    var stepCount = 10
    var text = ""
    var toggleIsOn = false
  }

  enum Action {
    case sliderValueChanged(Double)
    case stepCountChanged(Int)
    case textChanged(String)
    case toggleChanged(isOn: Bool)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .sliderValueChanged(value):
        state.sliderValue = value
        return .none
      case let .stepCountChanged(count):
        state.sliderValue = .minimum(state.sliderValue, Double(count))
        state.stepCount = count
        return .none
      case .textChanged(let text):
        state.text = text
        return .none
      case let .toggleChanged(isOn):
        state.toggleIsOn = isOn
        return .none
      }
    }
  }
}

@Reducer
struct FormBindings {
  @ObservableState
  struct State: Equatable {
    var sliderValue = 5.0
    var stepCount = 10
    var text = ""
    var toggleIsOn = false
    var address = Address()
    var focus: Field?

    struct Address: Equatable, Sendable {
      var city = ""
    }

    enum Field: String, Hashable, Sendable {
      case city, text
    }
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case resetButtonTapped
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.stepCount):
        state.sliderValue = .minimum(state.sliderValue, Double(state.stepCount))
        return .none
      case .binding(\.address.city):
        state.focus = .city
        return .none
      case .binding:
        return .none
      case .resetButtonTapped:
        state = State()
        return .none
      }
    }
  }
}

@Reducer
struct ViewBindings {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var isLoading = false
  }

  enum Action: ViewAction, Sendable {
    case delegate(Delegate)
    case response(Result<[String], any Error>)
    case view(View)

    @CasePathable
    enum Delegate: Equatable, Sendable {
      case picked(String)
    }

    @CasePathable
    enum View: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case onAppear
      case rowTapped(id: Int)
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
      .onChange(of: \.query) { oldValue, newValue in
        Reduce { state, _ in
          if newValue.hasPrefix("!") { state.query = oldValue }
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .response(.success):
        state.isLoading = false
        return .none
      case .response(.failure):
        state.isLoading = false
        return .none
      case .view(.binding(\.query)):
        state.isLoading = !state.query.isEmpty
        return .none
      case .view(.binding):
        return .none
      case .view(.onAppear):
        return .run { send in
          await send(.response(Result { ["a", "b"] }))
        }
      case let .view(.rowTapped(id: id)):
        return .send(.delegate(.picked("row \(id)")))
      }
    }
  }
}

@MainActor
@Suite
struct BindingTests {
  @Test func basics() async {
    let store = TestStore(initialState: BasicBindings.State()) { BasicBindings() }
    await store.send(.sliderValueChanged(2)) { $0.sliderValue = 2 }
    await store.send(\.stepCountChanged, 1) {
      $0.sliderValue = 1
      $0.stepCount = 1
    }
    await store.send(\.textChanged, "hi") { $0.text = "hi" }
    await store.send(\.toggleChanged, true) { $0.toggleIsOn = true }
  }

  @Test func form() async {
    let store = TestStore(initialState: FormBindings.State()) {
      FormBindings()
    }
    await store.send(.binding(.set(\.sliderValue, 2))) { $0.sliderValue = 2 }
    await store.send(\.binding.stepCount, 1) {
      $0.sliderValue = 1
      $0.stepCount = 1
    }
    await store.send(\.binding.text, "Blob") { $0.text = "Blob" }
    await store.send(.binding(.set(\.address.city, "Ghent"))) {
      $0.address.city = "Ghent"
      $0.focus = .city
    }
    await store.send(\.binding.focus, nil) { $0.focus = nil }
    await store.send(.set(\.toggleIsOn, true)) { $0.toggleIsOn = true }
    await store.send(.resetButtonTapped) {
      $0 = FormBindings.State()
    }
  }

  @Test func viewActions() async {
    let store = TestStore(initialState: ViewBindings.State()) { ViewBindings() }
    await store.send(.view(.binding(.set(\.query, "a")))) {
      $0.query = "a"
      $0.isLoading = true
    }
    await store.send(\.view.binding.query, "!")
    await store.send(\.view.onAppear)
    await store.receive(\.response.success) { $0.isLoading = false }
    await store.send(.view(.rowTapped(id: 3)))
    await store.receive(\.delegate.picked, "row 3")
    await store.send(\.view.rowTapped, 4)
    await store.receive(\.delegate.picked)
  }

  @Test func storeBindings() {
    let store = Store(initialState: FormBindings.State()) { FormBindings() }
    store.text = "typed"
    store.stepCount = 2
    #expect(store.text == "typed")
    #expect(store.sliderValue == 2)
    store.address.city = "Gent"
    #expect(store.state.address.city == "Gent")
  }
}
