import ComposableArchitecture
import CustomDump
import Foundation
import OrderedCollections
import Testing

/// Stacks, presentations and prompts, as features and their tests use them.
@MainActor
@Suite
struct NavigationInterfaceTests {
  // MARK: StackState

  @Test func `a stack is a collection`() {
    var stack = StackState<String>()
    #expect(stack.isEmpty)
    stack.append("a")
    stack.append(contentsOf: ["c", "d"])
    stack.insert("b", at: 1)
    #expect(Array(stack) == ["a", "b", "c", "d"])
    #expect(stack.ids == [0, 3, 1, 2])
    #expect(stack.remove(at: 0) == "a")
    #expect(stack.removeLast() == "d")
    #expect(stack.popLast() == "c")
    stack += ["e"]
    stack.insert(contentsOf: ["x", "y"], at: 0)
    stack.replaceSubrange(0..<1, with: ["z"])
    #expect(Array(stack) == ["z", "y", "b", "e"])
    stack.removeSubrange(1...2)
    #expect(Array(stack) == ["z", "e"])
    stack.removeFirst()
    #expect(stack.first == "e")
    #expect(stack.last == "e")
    #expect(stack.count == 1)
    #expect(stack[0] == "e")
    stack.removeAll(where: { $0 == "e" })
    stack.removeAll(keepingCapacity: true)
    #expect(stack == [])
    #expect(Array(["a"] + StackState(["b"])) == ["a", "b"])
    #expect(Array(StackState(["b", "a"]).reversed()) == ["a", "b"])
  }

  @Test func `elements are read, replaced, added and removed by id`() {
    var stack: StackState<Int> = [10, 11, 12]
    #expect(stack[id: 1] == 11)
    #expect(stack[id: 7] == nil)
    stack[id: 1]? += 100
    stack[id: 1] = 13
    stack[id: 9] = 20
    #expect(stack.ids == [0, 1, 2, 9])
    stack[id: 0] = nil
    #expect(Array(stack) == [13, 12, 20])
    stack.pop(from: 9)
    #expect(stack.ids == [1, 2])
    stack.pop(to: 1)
    #expect(stack.ids == [1])
    for (id, element) in zip(stack.ids, stack) {
      #expect(stack[id: id] == element)
    }
    let ids: OrderedSet<StackElementID> = stack.ids
    #expect(ids.last == 1)
  }

  @CasePathable
  @dynamicMemberLookup
  enum Screen: Equatable, Hashable, Codable {
    case detail(Int)
    case edit(String)
  }

  @Test func `elements of enums are changed by id and case`() {
    var stack: StackState<Screen> = [.detail(1), .edit("a")]
    stack[id: 0, case: \.detail]? += 1
    stack[id: 1, case: \.edit] = "b"
    #expect(stack[id: 0, case: \.detail] == 2)
    #expect(stack[id: 0, case: \.edit] == nil)
    #expect(stack[id: 1]?.edit == "b")
    stack[id: 0]?.modify(\.detail) { $0 += 1 }
    XCTModify(&stack[id: 1], case: \.edit) { $0 += "c" }
    #expect(Array(stack) == [.detail(3), .edit("bc")])
    withKnownIssue { stack[id: 0, case: \.edit] = "wrong" }
    withKnownIssue { XCTModify(&stack[id: 0], case: \.edit) { $0 = "wrong" } }
    #expect(stack[id: 0] == .detail(3))
  }

  @Test func `stacks are compared, hashed, coded and described`() throws {
    let stack: StackState<Screen> = [.detail(1), .edit("a")]
    let copy = stack
    #expect(stack == copy)
    #expect(Set([stack, copy]).count == 1)
    // Stacks with equal elements but different ids are not equal.
    #expect(stack != StackState(stack))
    let data = try JSONEncoder().encode(stack)
    #expect(try Array(JSONDecoder().decode(StackState<Screen>.self, from: data)) == Array(stack))
    #expect("\(stack)".contains("detail"))
    #expect(String(customDumping: stack).contains("#0"))
    #expect(String(customDumping: stack).contains("#1"))
    let sent: any Sendable = StackState([1])
    _ = sent
  }

  // MARK: StackAction

  @Reducer
  struct Leaf {
    @ObservableState
    struct State: Equatable, Hashable { var count = 0 }
    enum Action: Equatable, Hashable { case increment, finish, forever }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += isPresented ? 1 : 1000
          return .none
        case .finish: return .run { _ in await dismiss() }
        case .forever: return .run { _ in try await Task.never() }
        }
      }
    }
  }

  @Reducer
  struct Root {
    @ObservableState
    struct State: Equatable {
      var path = StackState<Path.State>()
      var log: [String] = []
      @Presents var destination: Destination.State?
    }
    enum Action {
      case path(StackActionOf<Path>)
      case destination(PresentationAction<Destination.Action>)
      case goBackButtonTapped(StackElementID)
    }
    @Reducer
    enum Path {
      case leaf(Leaf)
      case branch(Leaf)
    }
    @Reducer
    enum Destination {
      case leaf(Leaf)
      case alert(AlertState<Alert>)
      case dialog(ConfirmationDialogState<Alert>)
      case empty
      @CasePathable
      enum Alert: Equatable { case ok, retry(Int) }
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .path(.element(id: id, action: .leaf(.increment))):
          state.log.append("leaf \(state.path[id: id, case: \.leaf]?.count ?? -1)")
          return .none
        case .path(.element(id: _, action: .branch)), .path(.element):
          return .none
        case let .path(.popFrom(id: id)):
          state.log.append("pop \(id)")
          return .none
        case .path(.push(id: _, state: .leaf)):
          state.log.append("push leaf")
          return .none
        case .path(.push):
          return .none
        case .destination(.presented(.alert(.retry(let times)))):
          state.log.append("retry \(times)")
          return .none
        case .destination(.presented), .destination(.dismiss):
          return .none
        case .goBackButtonTapped(let id):
          state.path.pop(to: id)
          return .none
        }
      }
      .forEach(\.path, action: \.path)
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Test func `actions of a stack are sent by value and by case key path`() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(.path(.push(id: 0, state: .leaf(.init())))) {
      $0.path[id: 0] = .leaf(.init())
      $0.log = ["push leaf"]
    }
    await store.send(\.path.push, (id: 1, state: .branch(.init(count: 5)))) {
      $0.path[id: 1] = .branch(.init(count: 5))
    }
    await store.send(\.path[id: 0].leaf.increment) {
      $0.path[id: 0, case: \.leaf]?.count = 1
      $0.log.append("leaf 1")
    }
    await store.send(.path(.element(id: 1, action: .branch(.increment)))) {
      XCTModify(&$0.path[id: 1], case: \.branch) { $0.count = 6 }
    }
    await store.send(\.path[id: 1].branch.finish)
    await store.receive(\.path.popFrom) {
      $0.path.removeLast()
      $0.log.append("pop #1")
    }
    await store.send(\.path.popFrom, 0) {
      $0.path = StackState()
      $0.log.append("pop #0")
    }
  }

  @Test func `popping cancels the effects of the elements`() async {
    let store = TestStore(
      initialState: Root.State(path: [.leaf(.init()), .leaf(.init()), .branch(.init())])
    ) {
      Root()
    }
    await store.send(\.path[id: 1].leaf.forever)
    await store.send(\.path[id: 2].branch.forever)
    await store.send(.goBackButtonTapped(0)) { $0.path.pop(to: 0) }
    await store.finish()
  }

  @Test func `stack actions are compared and matched`() {
    let action = StackAction<Leaf.State, Leaf.Action>.element(id: 1, action: .increment)
    #expect(action == .element(id: 1, action: .increment))
    #expect(action != .popFrom(id: 1))
    #expect(action.is(\.element))
    #expect(action[case: \.popFrom] == nil)
    let pop: StackActionOf<Leaf> = .popFrom(id: 3)
    #expect(pop[case: \.popFrom] == 3)
    let whole = Root.Action.path(.element(id: 2, action: .leaf(.finish)))
    #expect(whole.is(\.path[id: 2].leaf.finish))
    #expect(!whole.is(\.path[id: 3].leaf.finish))
    #expect(whole.is(\.path[id: 2].leaf))
    #expect(Set([pop, .popFrom(id: 3)]).count == 1)
    let embedded = (\Root.Action.Cases.path[id: 4].branch.increment)()
    #expect(embedded.is(\.path[id: 4].branch))
  }

  @Test func `a store of a stack has a store for each element`() throws {
    let store = Store(initialState: Root.State(path: [.leaf(.init()), .branch(.init(count: 2))])) {
      Root()
    }
    let path = store.scope(state: \.path, action: \.path)
    #expect(path.count == 2)
    let first = try #require(store.scope(state: \.path[id: 0], action: \.path[id: 0]))
    switch first.case {
    case .leaf(let leaf):
      leaf.send(.increment)
      #expect(leaf.count == 1)
    case .branch:
      Issue.record("The first element is a leaf.")
    }
    #expect(first === store.scope(state: \.path[id: 0], action: \.path[id: 0]))
    #expect(store.log == ["leaf 1"])
  }

  // MARK: Presentations

  @Test func `presented state is a wrapper with a projection`() {
    var state = Root.State()
    #expect(state.destination == nil)
    #expect(state.$destination.wrappedValue == nil)
    state.destination = .leaf(.init(count: 1))
    #expect(state.$destination[case: \.leaf]?.count == 1)
    state.$destination[case: \.leaf]?.count = 2
    #expect(state.destination?.leaf?.count == 2)
    state.destination?.leaf?.count = 3
    #expect(state.$destination[case: \.alert] == nil)
    #expect(state.destination.is(\.some.leaf))
    #expect(state.destination?.is(\.leaf) == true)
    #expect(state.$destination.projectedValue == state.$destination)
    var wrapper = PresentationState(wrappedValue: 1)
    wrapper.wrappedValue = 2
    #expect(wrapper == PresentationState(wrappedValue: 2))
  }

  @Test func `presented actions chain without saying presented`() throws {
    let action = Root.Action.destination(.presented(.alert(.retry(3))))
    #expect(action[case: \.destination.alert.retry] == 3)
    #expect(action[case: \.destination.presented.alert.retry] == 3)
    #expect(action.is(\.destination.alert))
    #expect(Root.Action.destination(.dismiss).is(\.destination.dismiss))
    #expect((\Root.Action.Cases.destination.leaf.increment)().is(\.destination.leaf.increment))
    #expect(PresentationAction.presented(1) == .presented(1))
    #expect(PresentationAction<Int>.dismiss != .presented(1))
    func coded<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    #expect(try coded(PresentationAction.presented(4)) == .presented(4))
    #expect(try coded(PresentationAction<Int>.dismiss) == .dismiss)
    #expect(
      try coded(IdentifiedAction.element(id: "a", action: 4)) == .element(id: "a", action: 4)
    )
    #expect(Set<PresentationAction<Int>>([.dismiss, .dismiss]).count == 1)
  }

  @Test func `destinations are presented, changed and dismissed`() async {
    let store = TestStore(initialState: Root.State(destination: .leaf(.init()))) { Root() }
    await store.send(\.destination.leaf.increment) { $0.destination?.leaf?.count = 1 }
    await store.send(\.destination.presented.leaf.increment) {
      $0.$destination[case: \.leaf]?.count = 2
    }
    await store.send(.destination(.presented(.leaf(.finish))))
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `prompts become nil after their action`() async {
    let alert = AlertState<Root.Destination.Alert> {
      TextState("Failed")
    } actions: {
      ButtonState(role: .cancel) { TextState("Cancel") }
      ButtonState(role: .destructive, action: .send(.ok)) { TextState("OK") }
      ButtonState(action: .retry(2)) { TextState("Retry") }
    } message: {
      TextState("Try again?")
    }
    let store = TestStore(initialState: Root.State(destination: .alert(alert))) { Root() }
    await store.send(\.destination.alert.retry, 2) {
      $0.destination = nil
      $0.log = ["retry 2"]
    }
    let dialog = TestStore(
      initialState: Root.State(
        destination: .dialog(
          ConfirmationDialogState(titleVisibility: .visible) {
            TextState("Sure?")
          } actions: {
            ButtonState(action: .ok) { TextState("OK") }
          }
        )
      )
    ) {
      Root()
    }
    await dialog.send(.destination(.presented(.dialog(.ok)))) { $0.destination = nil }
  }

  @Test func `an action of a destination that is not presented is reported`() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await withKnownIssue {
      await store.send(\.destination.leaf.increment)
    } matching: {
      $0.description.contains("destination")
    }
    await withKnownIssue { await store.send(\.destination.dismiss) }
  }

  @Test func `stores of destinations are scoped by case`() throws {
    let store = Store(initialState: Root.State(destination: .leaf(.init()))) { Root() }
    let destination = try #require(
      store.scope(state: \.destination, action: \.destination.presented)
    )
    guard case .leaf(let leaf) = destination.case else {
      Issue.record("A leaf is presented.")
      return
    }
    leaf.send(.increment)
    #expect(store.destination?.leaf?.count == 1)
    let direct = try #require(
      store.scope(state: \.destination?.leaf, action: \.destination.leaf)
    )
    direct.send(.increment)
    #expect(direct.count == 2)
    #expect(store.scope(state: \.destination?.alert, action: \.destination.alert) == nil)
  }

  // MARK: Prompts

  @Test func `text is styled and added`() {
    let text =
      TextState("Hello, ").bold() + TextState("world").italic().foregroundColor(.red)
      + TextState(verbatim: "!").font(.headline).fontWeight(.heavy).underline().strikethrough()
      .kerning(1).baselineOffset(3)
    #expect(String(state: text) == "Hello, world!")
    #expect(TextState("A").monospaced() != TextState("A"))
    #expect(TextState("Hello") == TextState("Hello"))
    #expect(TextState("\(1 + 1) items") == TextState("2 items"))
  }

  @Test func `buttons have roles, actions and labels`() {
    let button = ButtonState(role: .destructive, action: .send(1)) { TextState("Delete") }
    #expect(button.role == .destructive)
    #expect(button.action.action == 1)
    var received: Int?
    button.withAction { received = $0 }
    #expect(received == 1)
    let plain = ButtonState<Int>(role: .cancel) { TextState("Cancel") }
    plain.withAction { #expect($0 == nil) }
    #expect(plain.map { $0 } == ButtonState<Int>(role: .cancel) { TextState("Cancel") })
  }

  @Test func `alerts are mapped and compared`() {
    let alert = AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: 1) { TextState("Delete") }
      if Bool(true) { ButtonState(action: 2) { TextState("Other") } }
      for number in 3...4 { ButtonState(action: number) { TextState("\(number)") } }
    } message: {
      TextState("This cannot be undone.")
    }
    #expect(alert.buttons.count == 4)
    #expect(alert.message == TextState("This cannot be undone."))
    #expect(alert.map { $0.map(String.init) }.buttons[2].action.action == "3")
    #expect(
      AlertState<Int>(title: { TextState("A") }) == AlertState<Int> { TextState("A") }
    )
  }
}

extension NavigationInterfaceTests.Root.Path.State: Equatable {}
extension NavigationInterfaceTests.Root.Destination.State: Equatable {}
