import ComposableArchitecture
import Testing

/// A greenhouse's panel, each of whose knobs has an action of its own.
@Reducer
struct ClimatePanel {
  @ObservableState
  struct State: Equatable {
    var blindsAreDown = false
    var crop = "Tomatoes"
    var sprays = 3
    var warmth = 24.5
  }

  enum Action {
    case blindsMoved(areDown: Bool)
    case cropSown(String)
    case spraysSet(Int)
    case warmthSet(Double)
  }

  var body: some ReducerOf<Self> {
    Reduce { panel, action in
      switch action {
      case .blindsMoved(let areDown):
        panel.blindsAreDown = areDown
        if areDown { panel.warmth -= 4 }
        return .none
      case .cropSown(let crop):
        panel.crop = crop
        return .none
      case .spraysSet(let sprays):
        panel.sprays = min(sprays, 12)
        return .none
      case let .warmthSet(warmth):
        panel.warmth = warmth
        return .none
      }
    }
  }
}

/// The same greenhouse planned on paper: all is written through bindings.
@Reducer
struct GreenhousePlan {
  @ObservableState
  struct State: Equatable {
    var isHeated = false
    var name = ""
    var panes = 16
    var slope = 30.0
    var soil = Soil()
    var underlined: Line?

    struct Soil: Equatable, Sendable {
      var acidity = 7
      var origin = ""
    }

    enum Line: Hashable, Sendable {
      case name, origin
    }
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case paperTornUp
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { plan, action in
      switch action {
      case .binding(\.isHeated):
        // Heat rises: a steeper roof keeps less of it.
        plan.slope = plan.isHeated ? 15 : 30
        return .none
      case .binding(\.soil.origin):
        plan.soil.acidity = 6
        plan.underlined = .origin
        return .none
      case .binding:
        return .none
      case .paperTornUp:
        plan = State(name: plan.name)
        return .none
      }
    }
  }
}

/// Looks for seeds in a catalogue. What the view sends is set apart from what others do.
@Reducer
struct SeedCatalogue {
  @ObservableState
  struct State: Equatable {
    var isTurningPages = false
    var letters = ""
    var sorts: [String] = []
  }

  enum Action: ViewAction, Sendable {
    case order(Order)
    case pagesTurned(Result<[String], any Error>)
    case view(View)

    @CasePathable
    enum Order: Equatable, Sendable {
      case bags(of: String)
    }

    @CasePathable
    enum View: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case bagTapped(page: Int)
      case opened
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
      .onChange(of: \.letters) { before, after in
        Reduce { catalogue, _ in
          // The catalogue has no figures in its index.
          if after.contains(where: \.isNumber) { catalogue.letters = before }
          return .none
        }
      }
    Reduce { catalogue, action in
      switch action {
      case .order:
        return .none
      case .pagesTurned(.failure):
        catalogue.isTurningPages = false
        return .none
      case .pagesTurned(.success(let sorts)):
        catalogue.isTurningPages = false
        catalogue.sorts = sorts
        return .none
      case .view(.bagTapped(page: let page)):
        return .send(.order(.bags(of: catalogue.sorts[page])))
      case .view(.binding(\.letters)):
        catalogue.sorts.removeAll { [letters = catalogue.letters] in !$0.hasPrefix(letters) }
        return .none
      case .view(.binding):
        return .none
      case .view(.opened):
        catalogue.isTurningPages = true
        return .run { send in
          await send(.pagesTurned(Result { ["Basil", "Beet", "Cress"] }))
        }
      }
    }
  }
}

@MainActor
@Suite
struct GreenhouseTests {
  @Test func `each knob has its action`() async {
    let store = TestStore(initialState: ClimatePanel.State()) { ClimatePanel() }
    await store.send(.warmthSet(26)) { $0.warmth = 26 }
    await store.send(\.blindsMoved, true) {
      $0.blindsAreDown = true
      $0.warmth = 22
    }
    await store.send(\.spraysSet, 50) { $0.sprays = 12 }
    await store.send(\.cropSown, "Chard") { $0.crop = "Chard" }
  }

  @Test func `a plan is written through bindings, some of which have consequences`() async {
    let store = TestStore(initialState: GreenhousePlan.State()) {
      GreenhousePlan()
    }
    await store.send(.binding(.set(\.slope, 22.5))) { $0.slope = 22.5 }
    await store.send(\.binding.isHeated, true) {
      $0.isHeated = true
      $0.slope = 15
    }
    await store.send(.set(\.panes, 24)) { $0.panes = 24 }
    await store.send(\.binding.name, "South wall") { $0.name = "South wall" }
    await store.send(.binding(.set(\.soil.origin, "River bank"))) {
      $0.soil.origin = "River bank"
      $0.soil.acidity = 6
      $0.underlined = .origin
    }
    await store.send(\.binding.underlined, nil) { $0.underlined = nil }
    await store.send(.paperTornUp) {
      $0 = GreenhousePlan.State(name: "South wall")
    }
  }

  @Test func `view actions are separate, bindings included`() async {
    let store = TestStore(initialState: SeedCatalogue.State()) { SeedCatalogue() }
    await store.send(\.view.opened) { $0.isTurningPages = true }
    await store.receive(\.pagesTurned.success) {
      $0.isTurningPages = false
      $0.sorts = ["Basil", "Beet", "Cress"]
    }
    await store.send(.view(.bagTapped(page: 2)))
    await store.receive(\.order.bags, "Cress")
    await store.send(.view(.binding(.set(\.letters, "B")))) {
      $0.letters = "B"
      $0.sorts = ["Basil", "Beet"]
    }
    await store.send(\.view.binding.letters, "B4")
    await store.send(\.view.bagTapped, 1)
    await store.receive(\.order.bags)
  }

  @Test func `a store has bindings to its properties`() {
    let plan = Store(initialState: GreenhousePlan.State()) { GreenhousePlan() }
    plan.name = "Orangery"
    plan.isHeated = true
    #expect(plan.name == "Orangery")
    #expect(plan.slope == 15)
    // This writes the soil as a whole, which has no consequence.
    plan.soil.origin = "Bog"
    #expect(plan.state.soil == GreenhousePlan.State.Soil(acidity: 7, origin: "Bog"))
  }
}
