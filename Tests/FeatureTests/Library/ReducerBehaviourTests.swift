import ComposableArchitecture
import Foundation
import Testing

@MainActor
@Suite
struct ReducerBehaviourTests {
  @Reducer
  struct Elements {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row> = []
    }
    struct Row: Equatable, Identifiable {
      let id: Int
      var value: String
    }
    @CasePathable
    enum Action: Equatable {
      case buttonTapped
      case row(IdentifiedAction<Int, String>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        .none
      }
      .forEach(\.rows, action: \.row) {
        Reduce { state, action in
          state.value = action
          return action.isEmpty
            ? .run { await $0("Empty") }
            : .none
        }
      }
    }
  }

  @Test func forEachRuns() async {
    let store = TestStore(
      initialState: Elements.State(rows: [.init(id: 1, value: "A"), .init(id: 2, value: "B")])
    ) {
      Elements()
    }
    await store.send(.row(.element(id: 1, action: "Blob"))) { $0.rows[id: 1]?.value = "Blob" }
    await store.send(.row(.element(id: 2, action: ""))) { $0.rows[id: 2]?.value = "" }
    await store.receive(.row(.element(id: 2, action: "Empty"))) {
      $0.rows[id: 2]?.value = "Empty"
    }
  }

  @Test func forEachMissingElement() async {
    let store = TestStore(initialState: Elements.State()) { Elements() }
    await withKnownIssue {
      await store.send(.row(.element(id: 1, action: "Blob")))
    } matching: {
      $0.description.contains("the collection does not hold")
    }
  }

  @Reducer
  struct Presenting {
    struct State: Equatable {
      @PresentationState var child: Child.State?
      @PresentationState var alert: AlertState<AlertAction>?
    }
    @CasePathable
    enum Action: Equatable {
      case child(PresentationAction<Child.Action>)
      case alert(PresentationAction<AlertAction>)
      case presentChild
    }
    @CasePathable
    enum AlertAction: Equatable { case ok }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .presentChild:
          state.child = Child.State()
          state.alert = AlertState {
            TextState("Hello")
          } actions: {
            ButtonState(action: .ok) { TextState("OK") }
          }
          return .none
        case .child(.presented(.close)):
          state.child = nil
          return .none
        case .child, .alert:
          return .none
        }
      }
      .ifLet(\.$child, action: \.child) { Child() }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  @Reducer
  struct Child {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable { case close, increment, startEffect, selfDismiss }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .close: return .none
        case .increment:
          state.count += isPresented ? 1 : 100
          return .none
        case .startEffect: return .run { _ in try await Task.never() }
        case .selfDismiss: return .run { _ in await dismiss() }
        }
      }
    }
  }

  @Test func presentationStateWrapper() async {
    let store = TestStore(initialState: Presenting.State()) { Presenting() }
    await store.send(.presentChild) {
      $0.child = Child.State()
      $0.alert = AlertState {
        TextState("Hello")
      } actions: {
        ButtonState(action: .ok) { TextState("OK") }
      }
    }
    await store.send(.child(.presented(.increment))) { $0.child?.count = 1 }
    await store.send(.alert(.presented(.ok))) { $0.alert = nil }
    await store.send(.child(.presented(.startEffect)))
    await store.send(.child(.presented(.selfDismiss)))
    await store.receive(.child(.dismiss)) { $0.child = nil }
  }

  @Test func childClosesWhileEffectRuns() async {
    let store = TestStore(initialState: Presenting.State(child: Child.State())) { Presenting() }
    await store.send(.child(.presented(.startEffect)))
    await store.send(.child(.presented(.close))) { $0.child = nil }
    await withKnownIssue {
      await store.send(.child(.presented(.increment)))
    }
  }

  @Test func legacyCasePathWithPattern() {
    let path = AnyCasePath<Result<Int, any Error>, Int>(
      embed: { .success($0) },
      extract: { if case let .success(value) = $0 { value } else { nil } }
    )
    #expect(path.extract(from: path.embed(1)) == 1)
  }

  @Test func onChangeOrders() async {
    struct Feature: Reducer {
      struct State: Equatable {
        var count = 0
        var description = ""
      }
      enum Action: Equatable { case incrementButtonTapped }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          state.count += 1
          return .none
        }
        .onChange(of: \.count) { oldValue, newValue in
          Reduce { state, action in
            state.description = "\(oldValue) -> \(newValue)"
            return newValue == 3 ? .send(.incrementButtonTapped) : .none
          }
        }
      }
    }
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
      $0.description = "0 -> 1"
    }
  }

  @Test func builderControlFlow() async {
    struct Flag { var isOn: Bool }
    let flag = Flag(isOn: true)
    let many = [1, 2, 3]
    let store = Store(initialState: 0) {
      if flag.isOn {
        Reduce<Int, Void> { state, _ in
          state += 1
          return .none
        }
      }
      if let first = many.first {
        Reduce<Int, Void> { state, _ in
          state += first
          return .none
        }
      } else {
        EmptyReducer()
      }
      for value in many {
        Reduce<Int, Void> { state, _ in
          state += value
          return .none
        }
      }
      switch flag.isOn {
      case true:
        Reduce<Int, Void> {
          $0 += 10; _ = $1; return .none
        }
      case false: EmptyReducer()
      }
      if #available(macOS 99, *) {
        EmptyReducer()
      }
    }
    store.send(())
    #expect(store.state == 1 + 1 + 6 + 10)
  }

  @Test func printChangesOptions() async {
    let printed = LockIsolated("")
    struct Printer: Sendable { let sink: LockIsolated<String> }
    let reducer = Tally()._printChanges(
      _ReducerPrinter(
        printChange: { action, old, new in
          printed.setValue("\(old.count) \(new.count)")
          _ = action
        }
      )
    )
    let store = Store(initialState: Tally.State()) { reducer }
    store.send(.plusButtonTapped)
    await Task.megaYield()
    #expect(printed.value == "0 1")
    let silent = Store(initialState: Tally.State()) { Tally()._printChanges(nil) }
    silent.send(.plusButtonTapped)
    let custom = Store(initialState: Tally.State()) { Tally()._printChanges(.customDump) }
    _ = custom
  }

  @Test func genericAndHigherOrderReducers() async {
    struct Logged<Base: Reducer>: Reducer where Base.State: Equatable {
      let base: Base
      let log: LockIsolated<[String]>
      func reduce(into state: inout Base.State, action: Base.Action) -> EffectOf<Base> {
        let old = state
        let effect = base.reduce(into: &state, action: action)
        if old != state {
          let line = "\(state)"
          log.withValue { $0.append(line) }
        }
        return effect
      }
    }
    struct Doubling<State, Action, R: Reducer<State, Action>>: Reducer {
      let make: () -> R
      init(@ReducerBuilder<State, Action> _ make: @escaping () -> R) { self.make = make }
      var body: some Reducer<State, Action> {
        make()
        make()
      }
    }
    let log = LockIsolated<[String]>([])
    let store = Store(initialState: 0) {
      Logged(
        base: Doubling {
          Reduce<Int, Void> { state, _ in
            state += 1; return .none
          }
        },
        log: log
      )
    }
    store.send(())
    #expect(log.value == ["2"])
  }

  @Test func erasedReducers() async {
    let erased: Reduce<Int, Void> = Reduce(EmptyReducer())
    let any: any Reducer<Int, Void> = erased
    func open<R: Reducer<Int, Void>>(_ reducer: R) -> Store<Int, Void> {
      Store(initialState: 0) { reducer }
    }
    open(any).send(())
    var state = 1
    _ = erased.reduce(into: &state, action: ())
    #expect(state == 1)
  }
}
