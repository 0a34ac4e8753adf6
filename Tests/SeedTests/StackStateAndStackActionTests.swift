import ComposableArchitecture
import Testing

// The document "StackState and StackAction". Its snippets stand here as written and in its order,
// indented. Where a snippet leaves something out, the least that compiles stands in its place;
// where it has a slip, a comment says so. Its declarations are not repeated, but their types are: a
// constant of the declared type takes each of them.

/// Namespaces for the snippets, whose features share their names.
enum StackStateAndStackAction {}

@MainActor
struct StackStateAndStackActionTests {}

// MARK: - StackState: Declaration

extension StackStateAndStackActionTests {
  @Test func `a stack state is generic over its elements alone`() {
    func makeStack<Element>(of element: Element) -> StackState<Element> {
      let make: () -> StackState<Element> = StackState.init
      var stack = make()
      stack.append(element)
      return stack
    }
    // Neither needs to be equatable, hashable or sendable.
    #expect(makeStack(of: { 7 }).last?() == 7)
  }
}

// MARK: - StackState: Usage

extension StackStateAndStackAction {
  enum Usage {
    typealias SettingsFeature = ItemFormFeature

    @Reducer
    struct AppFeature {
      @Reducer
      enum Path {
        case detail(DetailFeature)
        case settings(SettingsFeature)
      }
      @ObservableState
      struct State {
        var path = StackState<Path.State>()
      }
      enum Action {
        case path(StackActionOf<Path>)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          // Core logic
          .none
        }
        .forEach(\.path, action: \.path)
      }
    }
  }
}

extension StackStateAndStackActionTests {
  @Test func `a stack state is a list of data that represents a navigation stack`() {
    let store = Store(
      initialState: StackStateAndStackAction.Usage.AppFeature.State(
        path: [.detail(DetailFeature.State()), .settings(ItemFormFeature.State())]
      )
    ) {
      StackStateAndStackAction.Usage.AppFeature()
    }
    store.send(.path(.element(id: 0, action: .detail(.incrementButtonTapped))))
    store.send(.path(.element(id: 1, action: .settings(.nameChanged("Lamp")))))
    #expect(store.path[id: 0]?.detail?.count == 1)
    #expect(store.path[id: 1]?.settings?.name == "Lamp")
  }
}

// MARK: - StackState: Properties

extension StackStateAndStackAction {
  struct Deletable: Equatable {
    var isDeleted = false
  }

  struct State {
    var path = StackState<Deletable>()
  }
}

extension StackStateAndStackActionTests {
  @Test func `ids is an ordered set of identifiers, one for each element`() {
    let ids: KeyPath<StackState<StackStateAndStackAction.Deletable>, OrderedSet<StackElementID>> =
      \.ids
    var state = StackStateAndStackAction.State()
    state.path = StackState([false, true, false].map { .init(isDeleted: $0) })
    #expect(state.path[keyPath: ids] == [0, 1, 2])

    for (id, element) in zip(state.path.ids, state.path) {
      if element.isDeleted {
        state.path.pop(from: id)
        break
      }
    }
    #expect(state.path.ids == [0])
  }
}

// MARK: - StackState: Subscripts

extension StackStateAndStackAction {
  @CasePathable
  enum Element: Equatable {
    case edit(EditFeature.State)
    case add(AddFeature.State)
  }
}

extension StackStateAndStackActionTests {
  @Test func `an element is read and written by its id`() {
    var state = StackStateAndStackAction.State(path: [.init(), .init()])
    let elementID = state.path.ids[1]

    if var element = state.path[id: elementID] {
      // Modify element
      element.isDeleted = true
      state.path[id: elementID] = element
    }
    #expect(state.path.map(\.isDeleted) == [false, true])
    #expect(state.path.ids == [0, 1])
    let declared:
      WritableKeyPath<
        StackState<StackStateAndStackAction.Deletable>, StackStateAndStackAction.Deletable?
      > = \.[id: elementID]
    #expect(state.path[keyPath: declared]?.isDeleted == true)
    state.path[keyPath: declared]?.isDeleted = false
    #expect(state.path.map(\.isDeleted) == [false, false])
  }

  @Test func `a case of an enum element is written by its id and case`() {
    // The snippet writes "Text" for the text of an alert, which is a "TextState".
    typealias Text = TextState
    struct State {
      var path: StackState<StackStateAndStackAction.Element>
    }
    var state = State(path: [.edit(EditFeature.State())])

    state.path[id: 0, case: \.edit]?.alert = AlertState {
      Text("Delete?")
    }
    #expect(state.path[id: 0, case: \.edit]?.alert?.title == TextState("Delete?"))
    #expect(state.path[id: 0, case: \.add] == nil)

    // Besides what the document declares the subscript takes the place in the source that it
    // reports misuse for, and asks for elements with case paths, which `@Reducer` gives the state
    // of a path.
    func declared<Case>(
      _ id: StackElementID,
      _ path: CaseKeyPath<StackStateAndStackAction.Element, Case>
    ) -> WritableKeyPath<StackState<StackStateAndStackAction.Element>, Case?> {
      \.[id: id, case: path]
    }
    state.path[keyPath: declared(0, \.edit)]?.alert = nil
    #expect(Array(state.path) == [.edit(EditFeature.State())])
  }

  @Test func `writing a case that the element is not in is reported, and changes nothing`() {
    var path = StackState<StackStateAndStackAction.Element>([.add(AddFeature.State())])
    withKnownIssue { path[id: 0, case: \.edit] = EditFeature.State() }
    #expect(Array(path) == [.add(AddFeature.State())])
  }
}

// MARK: - StackState: Methods

extension StackStateAndStackActionTests {
  // Besides what the document declares both take the place in the source that they report misuse
  // for.
  private typealias Pop = (inout StackState<StackStateAndStackAction.Deletable>, StackElementID) ->
    Void

  @Test func `pop(from:) removes the element and all after it`() {
    var state = StackStateAndStackAction.State(path: [.init(), .init(), .init()])
    let elementID = state.path.ids[1]
    state.path.pop(from: elementID)
    #expect(state.path.ids == [0])
    let declared: Pop = { $0.pop(from: $1) }
    declared(&state.path, 0)
    #expect(state.path.isEmpty)
  }

  @Test func `pop(to:) removes all elements that come after the element`() {
    var state = StackStateAndStackAction.State(path: [.init(), .init(), .init()])
    let elementID = state.path.ids[1]
    state.path.pop(to: elementID)
    #expect(state.path.ids == [0, 1])
    let declared: Pop = { $0.pop(to: $1) }
    declared(&state.path, 0)
    #expect(state.path.ids == [0])
  }

  @Test func `the standard collection operations work`() {
    struct State {
      var path = StackState<StackStateAndStackAction.Usage.AppFeature.Path.State>()
    }
    var state = State()
    // Append elements
    state.path.append(.detail(DetailFeature.State()))
    #expect(state.path.count == 1)
    // Remove all
    state.path.removeAll()
    // Count elements
    let count = state.path.count
    #expect(count == 0)
    // Iterate
    state.path.append(contentsOf: [.detail(.init(count: 1)), .detail(.init(count: 2))])
    var counts: [Int?] = []
    for element in state.path {
      // Process element
      counts.append(element.detail?.count)
    }
    #expect(counts == [1, 2])
  }
}

// MARK: - StackAction: Declaration, Cases

extension StackStateAndStackAction {
  enum Cases {
    @Reducer
    struct Counter {
      @ObservableState
      struct State: Equatable {
        var count = 0
      }
      enum Action: Equatable { case incrementButtonTapped }
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.count += 1
          return .none
        }
      }
    }

    @Reducer
    struct Feature {
      @ObservableState
      struct State: Equatable {
        var path = StackState<Counter.State>()
        var log: [String] = []
      }
      enum Action {
        case path(StackActionOf<Counter>)
      }
      /// The element that the snippets look out for.
      let elementID: StackElementID

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .path(.element(id: elementID, action: .incrementButtonTapped)):
            // Child handled the action
            state.log.append("element \(state.path[id: elementID]?.count ?? -1)")
            return .none
          case .path(.popFrom(id: elementID)):
            // Element was popped
            state.log.append("popped")
            return .none
          case let .path(.push(id: id, state: element)):
            state.log.append("push \(id.debugDescription) \(element.count)")
            return .none
          case .path:
            return .none
          }
        }
        .forEach(\.path, action: \.path) { Counter() }
      }
    }
  }
}

extension StackStateAndStackActionTests {
  @Test func `a stack action is made of an id, and an action or a state`() {
    typealias Counter = StackStateAndStackAction.Cases.Counter
    typealias Declared = StackAction<Counter.State, Counter.Action>
    // The case is "indirect" as well, which changes neither its type nor its use.
    let element: (StackElementID, Counter.Action) -> Declared = Declared.element(id:action:)
    let popFrom: (StackElementID) -> Declared = Declared.popFrom(id:)
    let push: (StackElementID, Counter.State) -> Declared = Declared.push(id:state:)
    #expect(element(1, .incrementButtonTapped) == .element(id: 1, action: .incrementButtonTapped))
    #expect(popFrom(2) == .popFrom(id: 2) && popFrom(2) != .popFrom(id: 1))
    #expect(push(3, Counter.State(count: 7)) == .push(id: 3, state: Counter.State(count: 7)))
  }

  @Test func `an element action reaches the parent when the child has handled it`() async {
    typealias Feature = StackStateAndStackAction.Cases.Feature
    let store = TestStore(initialState: Feature.State(path: [.init(), .init()])) {
      Feature(elementID: 1)
    }
    await store.send(.path(.element(id: 0, action: .incrementButtonTapped))) {
      $0.path[id: 0]?.count = 1
    }
    await store.send(.path(.element(id: 1, action: .incrementButtonTapped))) {
      $0.path[id: 1]?.count = 1
      $0.log = ["element 1"]
    }
  }

  @Test func `popFrom dismisses an element`() async {
    typealias Feature = StackStateAndStackAction.Cases.Feature
    let store = TestStore(initialState: Feature.State(path: [.init(), .init(), .init()])) {
      Feature(elementID: 1)
    }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path.pop(from: 1)
      $0.log = ["popped"]
    }
    #expect(store.state.path.ids == [0])
  }

  @Test func `push presents a state at an identifier`() async {
    typealias Feature = StackStateAndStackAction.Cases.Feature
    let store = TestStore(initialState: Feature.State()) { Feature(elementID: 1) }
    await store.send(.path(.push(id: 0, state: .init(count: 7)))) {
      $0.path[id: 0] = .init(count: 7)
      $0.log = ["push #0 7"]
    }
  }
}

// MARK: - StackAction: Usage Example

extension StackStateAndStackAction {
  @Reducer
  struct NavigationDemo {
    @Reducer
    enum Path {
      case screenA(ScreenA)
      case screenB(ScreenB)
    }
    @ObservableState
    struct State {
      var path = StackState<Path.State>()
    }
    enum Action {
      case path(StackActionOf<Path>)
      case popToRoot
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path(.element(id: _, action: .screenA(.nextButtonTapped))):
          state.path.append(.screenB(ScreenB.State()))
          return .none
        case .popToRoot:
          state.path.removeAll()
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }
}
extension StackStateAndStackAction.NavigationDemo.Path.State: Equatable {}
extension StackStateAndStackAction.NavigationDemo.State: Equatable {}

extension StackStateAndStackActionTests {
  @Test func `the demo goes from screen to screen and back to the root`() async {
    let store = TestStore(
      initialState: StackStateAndStackAction.NavigationDemo.State(
        path: [.screenA(ScreenA.State())]
      )
    ) {
      StackStateAndStackAction.NavigationDemo()
    }
    await store.send(\.path[id: 0].screenA.nextButtonTapped) {
      $0.path[id: 1] = .screenB(ScreenB.State())
    }
    await store.send(.popToRoot) {
      $0.path = StackState()
    }
  }
}

// MARK: - StackElementID: Declaration, Testing with IDs

extension StackStateAndStackActionTests {
  @Test func `ids are hashable, and can be sent elsewhere`() async {
    func countDifferent<ID: Hashable & Sendable>(_ ids: [ID]) async -> Int {
      await Task.detached { Set(ids).count }.value
    }
    let path = StackState([42, 42])
    let ids: [StackElementID] = Array(path.ids) + Array(path.ids)
    #expect(await countDifferent(ids) == 2)
  }

  @Test func `ids are opaque: they have no order, no raw value and no encoding`() {
    let id = StackState([42]).ids[0]
    #expect(!(id as Any is any RawRepresentable))
    #expect(!(id as Any is any Comparable))
    #expect(!(id as Any is any Encodable) && !(id as Any is any Decodable))
    #expect(!(id as Any is any LosslessStringConvertible))
    // If ids had members of these names, the compiler would take those.
    #expect(isMissing(id.rawValue) && isMissing(id.value))
    #expect(isMissing(id.index) && isMissing(id.generation))
  }

  @Test func `ids are generated when elements are added, equal ones included`() {
    var path = StackState<Int>()
    path.append(42)
    path.append(42)
    let ids = path.ids
    #expect(ids[0] != ids[1])
    path.removeLast()
    path.append(42)
    #expect(path.ids[0] == ids[0])
    #expect(!ids.contains(path.ids[1]))
  }
}

extension StackStateAndStackActionTests {
  @Test
  func basics() {
    var path = StackState<Int>()
    path.append(42)
    XCTAssertEqual(path[id: 0], 42)
    path.append(1729)
    XCTAssertEqual(path[id: 1], 1729)
    path.removeAll()
    path.append(-1)
    XCTAssertEqual(path[id: 2], -1)  // Generational ID
  }

  @Test func `the assertions of the snippet fail where an id is used again`() {
    var path = StackState<Int>()
    path.append(42)
    path.removeAll()
    path.append(-1)
    let issues = LockIsolated<[String]>([])
    withKnownIssue {
      XCTAssertEqual(path[id: 0], -1)  // What would be right, were it not for the generations.
    } matching: { issue in
      issues.withValue { $0.append("\(issue)") }
      return true
    }
    #expect(issues.value.count == 1)
    #expect(issues.value.first?.contains("nil") == true)
    XCTAssertEqual(path[id: 1], -1)
  }
}

/// Has, for types that conform, the members that they do not have themselves.
private protocol Memberless {}

extension Memberless {
  fileprivate var rawValue: Missing { Missing() }
  fileprivate var value: Missing { Missing() }
  fileprivate var index: Missing { Missing() }
  fileprivate var generation: Missing { Missing() }
}

extension StackElementID: Memberless {}

private struct Missing {}

private func isMissing<Value>(_ value: Value) -> Bool { Value.self == Missing.self }

// MARK: - StackActionOf: Type Alias

extension StackStateAndStackAction {
  // Two enums, as both cases have the same name.
  enum Alias {
    typealias Path = NavigationDemo.Path

    enum Action {
      // Instead of:
      case path(StackAction<Path.State, Path.Action>)
    }

    enum ShortAction {
      // You can write:
      case path(StackActionOf<Path>)
    }
  }
}

extension StackStateAndStackActionTests {
  @Test func `StackActionOf names the same type`() {
    typealias Alias = StackStateAndStackAction.Alias
    func payload<Payload, Action>(of embed: (Payload) -> Action) -> ObjectIdentifier {
      ObjectIdentifier(Payload.self)
    }
    #expect(payload(of: Alias.ShortAction.path) == payload(of: Alias.Action.path))
    #expect(
      StackActionOf<Alias.Path>.self == StackAction<Alias.Path.State, Alias.Path.Action>.self
    )
  }
}

// MARK: - Key Points

extension StackStateAndStackAction {
  /// Elements with effects that never end by themselves.
  @Reducer
  struct Radio {
    @ObservableState
    struct State: Equatable {
      var isOn = false
    }
    enum Action { case switchOn }
    let stopped: LockIsolated<Int>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .switchOn:
          state.isOn = true
          return .run { _ in
            try? await Task.never()
            stopped.withValue { $0 += 1 }
          }
        }
      }
    }
  }

  @Reducer
  struct RadioStack {
    @ObservableState
    struct State: Equatable {
      var path = StackState<Radio.State>()
      var seenBefore: [Bool] = []
      var seenAfter: [Bool] = []
    }
    enum Action {
      case path(StackActionOf<Radio>)
      case popToRoot
    }
    let stopped: LockIsolated<Int>

    var body: some ReducerOf<Self> {
      // Above "forEach": runs before the child.
      Reduce { state, action in
        if case .path(.element(let id, .switchOn)) = action {
          state.seenBefore.append(state.path[id: id]?.isOn == true)
        }
        return .none
      }
      Reduce { state, action in
        switch action {
        case .path(.element(let id, .switchOn)):
          state.seenAfter.append(state.path[id: id]?.isOn == true)
          return .none
        case .popToRoot:
          state.path.removeAll()
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path) { Radio(stopped: stopped) }
    }
  }
}

// Type-Safe Navigation: the compiler checks what is written to a stack and sent to it. Where it
// cannot, at a link that is in no stack it knows of, NavigationLinkStateTests show what happens.

extension StackStateAndStackActionTests {
  @Test func `automatic Cleanup: effects are cancelled when their element is popped`() async {
    let stopped = LockIsolated(0)
    let store = TestStore(
      initialState: StackStateAndStackAction.RadioStack.State(path: [.init(), .init(), .init()])
    ) {
      StackStateAndStackAction.RadioStack(stopped: stopped)
    }
    store.exhaustivity = .off
    var tasks: [TestStoreTask] = []
    for id in store.state.path.ids {
      tasks.append(await store.send(.path(.element(id: id, action: .switchOn))))
    }
    #expect(stopped.value == 0)

    await store.send(.path(.popFrom(id: 1)))
    await tasks[1].finish()
    await tasks[2].finish()
    #expect(stopped.value == 2)
    #expect(!tasks[0].isCancelled)

    await store.send(.popToRoot)
    await tasks[0].finish()
    #expect(stopped.value == 3)
    await store.skipReceivedActions(strict: false)
    store.exhaustivity = .on
  }

  @Test func `parent Intercepts: a parent sees a child's action before and after the child`() async
  {
    let store = TestStore(
      initialState: StackStateAndStackAction.RadioStack.State(path: [.init()])
    ) {
      StackStateAndStackAction.RadioStack(stopped: LockIsolated(0))
    }
    let task = await store.send(.path(.element(id: 0, action: .switchOn))) {
      $0.path[id: 0]?.isOn = true
      $0.seenBefore = [false]
      $0.seenAfter = [true]
    }
    await task.cancel()
  }

  // That its pages come onto the screen is in NavigationLinkStateTests.
  @Test func `deep Linking: a deep stack is built by appending elements`() {
    var state = StackStateAndStackAction.NavigationDemo.State()
    state.path.append(.screenA(ScreenA.State()))
    state.path.append(.screenB(ScreenB.State()))
    state.path.append(.screenA(ScreenA.State()))
    let store = Store(initialState: state) { StackStateAndStackAction.NavigationDemo() }
    #expect(store.path.ids == [0, 1, 2])
    store.send(.path(.element(id: 2, action: .screenA(.nextButtonTapped))))
    #expect(store.path.ids == [0, 1, 2, 3])
  }

  @Test func `deterministic IDs: each test counts from 0`() {
    #expect(StackState([1, 2]).ids == [0, 1])
  }
}
