import Testing

@testable import ComposableArchitecture

/// Each misuse is reported as one issue, at the line that has to be changed. The issue names the
/// action, the likely causes and the remedies. The misuse changes nothing.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct MisuseTests {
  private func makeStack(_ count: Int = 1) -> StoreOf<StackFeature> {
    Store(
      initialState: StackFeature.State(
        path: StackState((0..<count).map { .counter(CounterFeature.State(count: $0)) })
      )
    ) {
      StackFeature()
    }
  }

  private func expect(
    _ issues: [ReportedIssue],
    _ message: String,
    file: String = "Features.swift",
    line: UInt? = nil,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(issues.map(\.message) == [message], sourceLocation: location)
    #expect(
      issues.first?.fileID == "ComposableArchitectureTests/\(file)",
      sourceLocation: location
    )
    if let line { #expect(issues.first?.line == line, sourceLocation: location) }
  }

  // MARK: Stacks

  @Test
  func `an action for an element that the stack does not have`() {
    let store = makeStack(2)
    let reported = issues {
      store.send(.path(.element(id: 999, action: .counter(.incrementButtonTapped))))
    }
    expect(
      reported,
      """
      The "forEach" at "ComposableArchitectureTests/Features.swift:\(FeatureLines.forEach)" got an action for an element that the stack does not hold.

      No element has the id #999: the stack holds #0, #1, so no feature handled the action. The likely causes:

      • Another reducer took the element from the stack before this one ran. Apply "forEach" to the reducer that does so: then the element handles its action first, and is removed afterwards.

      • A parent's effect sent the action after the element was removed. Let the element return the effect: its effects are cancelled with it.

      • A view or a test sent the action for an id that is not in the stack. Send it through the element's own store.

        Action:
          StackFeature.Action.path(.element(id:, action: .counter(.incrementButtonTapped)))
      """,
      line: FeatureLines.forEach
    )
    #expect(store.path.count == 2)
  }

  @Test
  func `popping an element that the stack does not have`() {
    let store = makeStack()
    let reported = issues { store.send(.path(.popFrom(id: 999))) }
    expect(
      reported,
      """
      The "forEach" at "ComposableArchitectureTests/Features.swift:\(FeatureLines.forEach)" was to pop an element that the stack does not hold.

      No element has the id #999: the stack holds #0, so nothing was popped. The likely causes:

      • The action was sent twice, or after a reducer had already taken the element from the stack.

      • An effect called "dismiss" when its element had already left. Such effects are cancelled where the parent integrates the stack with "forEach".

        Action:
          StackFeature.Action.path(.popFrom(id:))
      """,
      line: FeatureLines.forEach
    )
    #expect(store.path.count == 1)
  }

  @Test
  func `pushing an id that the stack has`() {
    let store = makeStack()
    let reported = issues {
      store.send(.path(.push(id: 0, state: .other(CounterFeature.State(count: 7)))))
    }
    expect(
      reported,
      """
      The "forEach" at "ComposableArchitectureTests/Features.swift:\(FeatureLines.forEach)" was to push an element under an id that the stack holds.

      The id #0 is in the stack, which was left as it is. Ids are generational: each may be pushed once. The likely cause:

      • The action was sent by hand with the id of an element that is in the stack. Let "NavigationLink(state:)" send it, or append to the stack in a reducer.

        Action:
          StackFeature.Action.path(.push(id:, state: .other))
      """,
      line: FeatureLines.forEach
    )
    #expect(Array(store.path) == [.counter(CounterFeature.State())])
  }

  @Test
  func `popping from or to an id that the stack does not have`() {
    var path = StackState([1, 2])
    let reported = issues {
      path.pop(from: 999)
      path.pop(to: 999)
      path.removeAll()
      path.pop(from: 0)
    }
    let likely = """
      Nothing was popped. The likely cause:

      • The element had left already, with one below it or by another action. Check "ids" before popping where that can happen.
      """
    #expect(
      reported.map(\.message) == [
        "Can't \"pop(from:)\" a stack: no element has the id #999, the stack holds #0, #1.\n\n\(likely)",
        "Can't \"pop(to:)\" a stack: no element has the id #999, the stack holds #0, #1.\n\n\(likely)",
        "Can't \"pop(from:)\" a stack: no element has the id #0, the stack is empty.\n\n\(likely)",
      ]
    )
    let first: UInt = #line - 17
    #expect(reported.map(\.line) == [first, first + 1, first + 3])
  }

  @Test
  func `changing an element through a case that it is not in`() {
    var path = StackState<StackFeature.Path.State>([.counter(CounterFeature.State())])
    let line: UInt = #line + 2
    let wrongCase = issues {
      path[id: 0, case: \.other] = CounterFeature.State(count: 1)
    }
    expect(
      wrongCase,
      """
      Can't modify the case of the element #0 of a stack: it is in another case, StackFeature.Path.State.counter.

      Nothing was changed. The subscript "[id:case:]" changes the payload of the case that an element is in, or removes it when set to "nil". To put an element into another case, assign it whole: "path[id: id] = .other(…)". To make sure of the case, read the subscript first.
      """,
      file: "MisuseTests.swift",
      line: line
    )
    #expect(path[id: 0] == .counter(CounterFeature.State()))
    let missing = issues { path[id: 1, case: \.other] = CounterFeature.State() }
    #expect(
      missing.first?.message.hasPrefix(
        "Can't modify the case of the element #1 of a stack: no element has that id, the stack holds #0."
      ) == true
    )
    #expect(missing.count == 1)
    #expect(path.count == 1)
  }

  @Test
  func `an integer literal for an id outside tests`() {
    let reported = issues { _ = StackElementID(integerLiteral: 3, isTesting: false) }
    #expect(
      reported.map(\.message) == [
        """
        A stack element id was written as the integer literal 3 outside a test.

        Ids are given out by "StackState" and cannot be known beforehand, so that the literal may name any element or none. Read ids from the stack's "ids". Only in tests do they count up from 0.
        """
      ]
    )
    #expect(issues { _ = 3 as StackElementID }.isEmpty)
  }

  // MARK: Presentations

  @Test(
    arguments: [
      (PresentingFeature.Action.single(.presented(.tick)), ".presented(.tick)"),
      (.single(.dismiss), ".dismiss"),
    ]
  )
  func `an action for a feature that is not presented`(
    action: PresentingFeature.Action,
    name: String
  ) {
    let store = Store(initialState: PresentingFeature.State()) { PresentingFeature() }
    let reported = issues { store.send(action) }
    expect(
      reported,
      """
      The "ifLet" at "ComposableArchitectureTests/Features.swift:\(FeatureLines.ifLet)" got an action for a feature, but nothing is presented.

        Action:
          PresentingFeature.Action.single(\(name))

      The action was ignored by the presented feature. The likely causes:

      • Another reducer set the state to "nil" before this one ran. Apply "ifLet" to the reducer that does so: then the feature handles its action first, and is taken away afterwards.

      • A parent's effect sent the action after the feature was dismissed. Let the feature return the effect: its effects are cancelled with it.

      • A view or a test sent the action when its state was "nil". Send it through a store that was scoped to the presented state.
      """,
      line: FeatureLines.ifLet
    )
    #expect(store.withState { $0 } == PresentingFeature.State())
  }

  @Test
  func `changing presented state through a case that it is not in`() {
    var state = PresentingFeature.State(destination: .counter(CounterFeature.State()))
    let before = state
    let line: UInt = #line + 1
    let reported = issues { state.$destination[case: \.other] = CounterFeature.State(count: 1) }
    expect(
      reported,
      """
      Can't modify the case of presented state: it is in another case, PresentingFeature.Destination.State.counter.

      Nothing was changed. The subscript "[case:]" changes the payload of the case that is presented, or dismisses when set to "nil". To present another case, assign it whole: "destination = .other(…)". To make sure of the case, read the subscript first.
      """,
      file: "MisuseTests.swift",
      line: line
    )
    #expect(state == before)
  }

  @Test
  func `dismissing a feature that is not presented`() async {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    let reported = await issues { await store.send(.closeButtonTapped).finish() }
    expect(
      reported,
      """
      A feature asked to be dismissed at "ComposableArchitectureTests/Features.swift:\(FeatureLines.closeButton)", but nothing presents it in the store of "CounterFeature.State".

      Only an element of a "StackState", or a feature in "@Presents" state, can dismiss itself. The likely causes:

      • The feature runs as the root of a store or of a test store. In a test override it: "withDependencies: { $0.dismiss = DismissEffect { … } }".

      • The parent did not integrate the feature with "ifLet" or "forEach", but with "Scope".
      """,
      line: FeatureLines.closeButton
    )
  }

  @Test
  func `sending from an effect after it has dismissed its feature`() async {
    let store = makeStack()
    let reported = await issues {
      await store.send(.path(.element(id: 0, action: .counter(.closeAndTick)))).finish()
    }
    expect(
      reported,
      """
      An action was sent from an effect that has already dismissed its feature:

        Action:
          CounterFeature.Action.tick

      The feature's state is gone, so nothing can handle the action, and it was ignored. Send actions before "await self.dismiss()", or let the parent react to the dismissal.
      """,
      line: 47
    )
    #expect(store.path.isEmpty)
  }

  // MARK: Parts

  @Test
  func `an action for an optional part that is nil`() {
    let store = Store(initialState: Tree.State()) { Tree() }
    let reported = issues { store.send(.part(.tick)) }
    #expect(reported.map(\.fileID) == ["ComposableArchitectureTests/Tree.swift"])
    #expect(
      reported.map(\.message) == [
        """
        The "ifLet" at "ComposableArchitectureTests/Tree.swift:\(reported.first?.line ?? 0)" got an action for the child, but the child's state is "nil".

          Action:
            Tree.Action.part(.tick)
          State:
            Tree.State

        The action was ignored by the child. The likely causes:

        • Another reducer took the child's state away before this one ran. Apply "ifLet" to the reducer that does so: then the child handles its action first.

        • A parent's effect sent the action after the child was removed. Let the child return the effect: its effects are cancelled with it.

        • A view or a test sent the action when the child's state was not there. Send it through a store that was scoped to it.
        """
      ]
    )
  }

  @Test
  func `an action for a case that the state is not in`() {
    let store = Store(initialState: Tree.State(branch: .other(Leaf.State()))) { Tree() }
    let reported = issues { store.send(.branch(.leaf(.tick))) }
    #expect(reported.map(\.fileID) == ["ComposableArchitectureTests/Tree.swift"])
    #expect(
      reported.map(\.message) == [
        """
        The "ifCaseLet" at "ComposableArchitectureTests/Tree.swift:\(reported.first?.line ?? 0)" got an action for the child, but the state is in another case.

          Action:
            Branch.Action.leaf(.tick)
          State:
            Branch.State.other

        The action was ignored by the child. The likely causes:

        • Another reducer took the child's state away before this one ran. Apply "ifCaseLet" to the reducer that does so: then the child handles its action first.

        • A parent's effect sent the action after the child was removed. Let the child return the effect: its effects are cancelled with it.

        • A view or a test sent the action when the child's state was not there. Send it through a store that was scoped to it.
        """
      ]
    )
    #expect(store.branch == .other(Leaf.State()))
  }

  @Test
  func `a scope to a case that the state is not in`() {
    let store = Store<Branch.State, Branch.Action>(initialState: Branch.State.none) {
      Scope(state: \.leaf, action: \.leaf) { Leaf() }
    }
    let line: UInt = #line - 2
    let reported = issues { store.send(.leaf(.tick)) }
    expect(
      reported,
      """
      The "Scope" at "ComposableArchitectureTests/MisuseTests.swift:\(line)" got an action for a case that the state is not in.

        Action:
          Branch.Action.leaf(.tick)
        State:
          Branch.State.none

      The action was ignored. The likely causes:

      • A parent reducer put the state into another case before this reducer ran. Run "Scope" before the parent's "Reduce", so that the child handles its actions while its state is still there.

      • An effect sent the action when the state was no longer there. Cancel effects when the state changes case; "ifLet" and "ifCaseLet" do this by themselves.

      • The action was sent by a view or a test whose state is no longer in this case.
      """,
      file: "MisuseTests.swift",
      line: line
    )
  }

  @Test
  func `an action for a row that the collection does not have`() {
    let store = Store(initialState: Tree.State(rows: [Tree.State(id: 1)])) { Tree() }
    let reported = issues { store.send(.rows(.element(id: 999, action: .tick))) }
    #expect(reported.map(\.fileID) == ["ComposableArchitectureTests/Tree.swift"])
    #expect(
      reported.map(\.message) == [
        """
        The "forEach" at "ComposableArchitectureTests/Tree.swift:\(reported.first?.line ?? 0)" got an action for an element that the collection does not hold.

          Action:
            Tree.Action.rows(.element(id:, action: .tick))

        No element has the id 999, so no feature handled the action. The likely causes:

        • A reducer took the element out of the collection before this one ran. Remove elements in the parent's reducer, which runs after those of the elements.

        • A parent's effect sent the action after the element was removed. Let the element return the effect: its effects are cancelled with it.

        • A view or a test sent the action for an id that is not in the collection. Send it through the element's own store.
        """
      ]
    )
    #expect(store.rows.map(\.ticks) == [0])
  }

  @Test
  func `an element of a collection that changes its id in place`() {
    var rows: IdentifiedArrayOf<Tree.State> = [Tree.State(id: 1), Tree.State(id: 2)]
    let reported = issues { rows[id: 1]?.id = 3 }
    #expect(
      reported.map(\.message) == [
        """
        IdentifiedArray: an element's id changed in place, from 1 to 3.

        It is treated as a new element in the old one's place. To replace an element by another, remove it and insert the other.
        """
      ]
    )
    #expect(Array(rows.ids) == [3, 2])
  }

  // MARK: Stores

  @Test
  func `sending to a store whose state is gone`() throws {
    let store = makeStack()
    let path = store.scope(state: \.path, action: \.path)
    let element: StoreOf<StackFeature.Path> = try #require(path.element(id: path.ids[0]))
    guard case .counter(let counter) = element.case else {
      Issue.record("Expected a counter.")
      return
    }
    _ = counter.count
    store.send(.popToRoot)
    let reported = issues { _ = counter.send(.incrementButtonTapped) }
    #expect(reported.count == 1)
    let message = try #require(reported.first?.message)
    #expect(
      message.hasPrefix(
        """
        An action was sent to a store whose state is gone:

          Action:
            CounterFeature.Action.incrementButtonTapped

        The store was scoped at "ComposableArchitectureTests/Features.swift:
        """
      )
    )
    #expect(
      message.hasSuffix(
        """
        to optional state, a case of an enum or an element of a collection that is not there any more. The action was ignored. The likely causes:

        • A view that should have left the screen with its state sent it.

        • A closure kept the store and used it after its feature had left.
        """
      )
    )
    #expect(counter.count == 0)
    #expect(store.total == 0)
  }

  @Test
  func `a binding of a store whose state is gone writes nothing and is no misuse`() throws {
    let parent = Store(initialState: BindableParent.State(child: BindableState())) {
      BindableParent()
    }
    let child = try #require(parent.scope(state: \.child, action: \.child))
    parent.send(.removeButtonTapped)
    let reported = issues { child.name = "Ida" }
    #expect(reported.isEmpty)
    #expect(child.name == "")
  }

  @Test
  func `a binding whose changes no reducer handles`() {
    let store = Store(initialState: BindableState()) {
      EmptyReducer<BindableState, BindableFeatureAction>()
    }
    let reported = issues { store.name = "Ida" }
    #expect(reported.count == 1)
    let message = reported.first?.message ?? ""
    #expect(
      message.hasPrefix(
        """
        A binding wrote to a property of a store, but no reducer handled the change.

          Action:
            BindableFeatureAction.binding(.set(
        """
      )
    )
    #expect(
      message.hasSuffix(
        """
        , "Ida"))

        The state is as it was, and the control shows what the state does not hold. The likely cause:

        • The feature has no "BindingReducer". Put "BindingReducer()" at the top of its "body", or "BindingReducer(action: \\.view)" where its bindable actions stand in the case "view".
        """
      )
    )
    #expect(store.name == "")

    let handled = Store(initialState: BindableState()) {
      BindingReducer<BindableState, BindableFeatureAction, BindableFeatureAction>()
    }
    #expect(issues { handled.name = "Ida" }.isEmpty)
    #expect(handled.name == "Ida")
  }

  @Test
  func `an effect that throws an error without a 'catch' closure`() async {
    struct Failure: Error { let code = 7 }
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { _, _ in .run { _ in throw Failure() } }
    }
    let line: UInt = #line - 2
    let reported = await issues { await store.send(true).finish() }
    expect(
      reported,
      """
      The operation of the "Effect.run" at "ComposableArchitectureTests/MisuseTests.swift:\(line)" threw an error that nobody handles:

          MisuseTests.Failure(code: 7)

      Nobody heard of it. Handle errors in the "catch" closure of "Effect.run", or with "do" and "catch" in its operation. Only the error of a cancelled task may be thrown.
      """,
      file: "MisuseTests.swift",
      line: line
    )
  }
}

@ObservableState
private struct BindableState: Equatable {
  var name = ""
}

@CasePathable
private enum BindableFeatureAction: BindableAction {
  case binding(BindingAction<BindableState>)
}

@Reducer
private struct BindableParent {
  @ObservableState
  struct State: Equatable {
    var child: BindableState?
  }
  enum Action {
    case child(BindableFeatureAction)
    case removeButtonTapped
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .removeButtonTapped = action { state.child = nil }
      return .none
    }
    .ifLet(\.child, action: \.child) { BindingReducer() }
  }
}
