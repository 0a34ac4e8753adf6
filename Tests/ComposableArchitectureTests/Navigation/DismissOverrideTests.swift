import ComposableArchitecture
import Testing

/// A lantern, with parts that can ask for its removal.
@Reducer private struct Lantern {
  @ObservableState struct State: Equatable {
    var wicks: IdentifiedArrayOf<Wick.State> = []
    var wasPresented: Bool?
  }

  enum Action {
    case putOut
    case presentationAsked
    case wicks(IdentifiedActionOf<Wick>)
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .putOut: return .run { _ in await dismiss() }
      case .presentationAsked:
        state.wasPresented = isPresented
        return .none
      case .wicks: return .none
      }
    }
    .forEach(\.wicks, action: \.wicks) { Wick() }
  }
}

@Reducer private struct Wick {
  @ObservableState struct State: Equatable, Identifiable { let id: Int }
  enum Action { case putOut }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { _ in await dismiss() } }
  }
}

/// A porch, on which a lantern hangs.
@Reducer private struct Porch {
  @ObservableState struct State: Equatable {
    @Presents var lantern: Lantern.State?
  }

  enum Action {
    case lantern(PresentationAction<Lantern.Action>)
  }

  let change: @Sendable (inout DependencyValues) -> Void

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$lantern, action: \.lantern) {
        Lantern().transformDependency(\.self, transform: change)
      }
  }
}

@MainActor
@Suite struct DismissOverrideTests {
  private let calls = LockIsolated(0)

  private func makeStore(_ lantern: Lantern.State = .init()) -> StoreOf<Porch> {
    Store(initialState: Porch.State(lantern: lantern)) {
      Porch { [calls] in
        $0.dismiss = DismissEffect { calls.withValue { $0 += 1 } }
        $0.isPresented = false
      }
    }
  }

  @Test func `an override on a presented feature replaces its dismissal`() async {
    let store = makeStore()
    await store.send(.lantern(.presented(.putOut))).finish()
    #expect(calls.value == 1)
    #expect(store.lantern != nil)
  }

  @Test func `an override on a presented feature is for its rows, too`() async {
    let store = makeStore(.init(wicks: [.init(id: 1)]))
    await store.send(.lantern(.presented(.wicks(.element(id: 1, action: .putOut))))).finish()
    #expect(calls.value == 1)
    #expect(store.lantern != nil)
  }

  @Test func `an override tells a presented feature that it is not presented`() {
    let store = makeStore()
    store.send(.lantern(.presented(.presentationAsked)))
    #expect(store.lantern?.wasPresented == false)
  }

  @Test func `an override around the parent is not for what it presents`() async {
    let store = Store(initialState: Porch.State(lantern: .init())) {
      Porch { _ in }
    } withDependencies: { [calls] in
      $0.dismiss = DismissEffect { calls.withValue { $0 += 1 } }
      $0.isPresented = false
    }
    store.send(.lantern(.presented(.presentationAsked)))
    #expect(store.lantern?.wasPresented == true)
    await store.send(.lantern(.presented(.putOut))).finish()
    #expect(calls.value == 0)
    #expect(store.lantern == nil)
  }

  @Test func `a presented feature can be given the dismissal of its parent`() async {
    let store = Store(initialState: Terrace.State(porch: .init(light: .init()))) { Terrace() }
    await store.send(.porch(.presented(.light(.presented(.putOut))))).finish()
    #expect(store.porch == nil)
  }
}

/// A porch that leaves when its light is put out.
@Reducer private struct FragilePorch {
  @ObservableState struct State: Equatable {
    @Presents var light: Lantern.State?
  }

  enum Action {
    case light(PresentationAction<Lantern.Action>)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$light, action: \.light) { Lantern().dependency(\.dismiss, dismiss) }
  }
}

@Reducer private struct Terrace {
  @ObservableState struct State: Equatable {
    @Presents var porch: FragilePorch.State?
  }

  enum Action {
    case porch(PresentationAction<FragilePorch.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$porch, action: \.porch) { FragilePorch() }
  }
}
