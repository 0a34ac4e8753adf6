import OrderedCollections

extension Reducer {
  /// Integrates the features of a navigation stack.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) {
  ///     Path()
  ///   }
  /// ```
  ///
  /// In this order:
  /// * An action of an element runs the element's reducer; then the parent's runs.
  /// * On ``StackAction/popFrom(id:)`` the parent's runs, then the element and all above it are
  ///   removed.
  /// * On ``StackAction/push(id:state:)`` the state is appended, then the parent's runs.
  /// * The effects of elements that have been removed are cancelled, however they were removed.
  ///
  /// Actions for an id that is not in the stack, popping such an id, and pushing an id that is
  /// already there are reported, and change nothing.
  ///
  /// - Parameters:
  ///   - toStackState: The stack.
  ///   - toStackAction: The case that holds its ``StackAction``.
  ///   - destination: The reducer of the elements.
  @inlinable
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    _StackReducer(
      base: self,
      toStackState: toStackState,
      toStackAction: toStackAction,
      destination: destination(),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Integrates the features of a navigation stack of an enum reducer.
  @inlinable
  public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where
    DestinationState.StateReducer.State == DestinationState,
    DestinationState.StateReducer.Action == DestinationAction
  {
    forEach(
      toStackState,
      action: toStackAction,
      destination: { DestinationState.StateReducer.body },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

@usableFromInline
struct _StackReducer<Base: Reducer, Destination: Reducer>: Reducer {
  @usableFromInline typealias Stack = StackState<Destination.State>

  @usableFromInline let base: _BodyCache<Base>
  @usableFromInline let stack: StatePart<Base.State, Stack>
  @usableFromInline let toStackAction: AnyCasePath<Base.Action, StackActionOf<Destination>>
  @usableFromInline let destination: _BodyCache<Destination>
  @usableFromInline let key: OperatorKey
  private let location: IssueLocation

  @usableFromInline
  init(
    base: Base,
    toStackState: WritableKeyPath<Base.State, Stack>,
    toStackAction: CaseKeyPath<Base.Action, StackActionOf<Destination>>,
    destination: Destination,
    location: IssueLocation
  ) {
    self.base = _BodyCache(base)
    stack = StatePart(toStackState)
    self.toStackAction = AnyCasePath(toStackAction)
    self.destination = _BodyCache(destination)
    self.location = location
    key = OperatorKey(toStackState)
    IntegratedActions.insert(toStackAction)
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let node = FeatureNode.current
    let effect: Effect<Base.Action>

    switch toStackAction.extract(from: action) {
    case nil:
      effect = base.reduce(into: &state, action: action)

    case .element(let id, let destinationAction):
      effect = reduceElement(id, destinationAction, at: node, into: &state, action: action)
        .merge(with: base.reduce(into: &state, action: action))

    case .popFrom(let id):
      effect = pop(from: id, into: &state, action: action)

    case .push(let id, let element):
      push(element, id: id, into: &state, action: action)
      effect = base.reduce(into: &state, action: action)
    }

    let revision = stack.read(&state) { $0.idsRevision }
    guard node.hasChanged(revision, of: key) else { return effect }
    return mount(stack.read(&state) { $0 }, at: node).merge(with: effect)
  }

  @usableFromInline
  func pop(
    from id: StackElementID,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    let canPop = stack.read(&state) { $0.contains(id) }
    let effect = base.reduce(into: &state, action: action)
    if !canPop {
      report(
        action,
        """
        was to pop an element that the stack does not hold.

        \(Self.missing(id, stack.read(&state) { $0.ids })), so nothing was popped. The likely causes:

        • The action was sent twice, or after a reducer had already taken the element from the stack.

        • An effect called "dismiss" when its element had already left. Such effects are cancelled \
        where the parent integrates the stack with "forEach".
        """
      )
    } else if stack.read(&state, { $0.contains(id) }) {
      stack.modify(&state) { $0.pop(from: id) }
    }
    return effect
  }

  @usableFromInline
  func push(
    _ element: Destination.State,
    id: StackElementID,
    into state: inout Base.State,
    action: Base.Action
  ) {
    if stack.read(&state, { $0.contains(id) }) {
      report(
        action,
        """
        was to push an element under an id that the stack holds.

        The id \(id.debugDescription) is in the stack, which was left as it is. Ids are generational: each may be pushed once. The likely cause:

        • The action was sent by hand with the id of an element that is in the stack. Let \
        "NavigationLink(state:)" send it, or append to the stack in a reducer.
        """
      )
      return
    }
    if isTesting, id.generation > StackElementID.upcoming {
      report(
        action,
        """
        was to push an element under an id that is not the next one: \(id.debugDescription), where \
        #\(StackElementID.upcoming) comes next.

        The element was pushed nevertheless. In tests ids count 0, 1, 2, … over all stacks: push the one that comes next.
        """
      )
    }
    StackElementID.reserve(upTo: id)
    stack.modify(&state) { $0[id: id] = element }
  }

  @inlinable
  func reduceElement(
    _ id: StackElementID,
    _ destinationAction: Destination.Action,
    at node: FeatureNode,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    guard let position = stack.read(&state, { $0.order.position(of: id) }) else {
      reportMissingElement(id, in: &state, action)
      return .none
    }
    let effect = ReducingNode.with(node.child(key, id)) {
      stack.modify(&state) {
        destination.reduce(into: &$0[changing: position], action: destinationAction)
      }
    }
    if effect.isNone { return .none }
    return effect.map { [toStackAction] in toStackAction.embed(.element(id: id, action: $0)) }
  }

  /// Unmounts the elements that have been removed, and mounts those that are new.
  @usableFromInline
  func mount(_ stack: Stack, at node: FeatureNode) -> Effect<Base.Action> {
    guard node !== FeatureNode.detached else { return .none }
    let (removed, inserted) = node.mount(stack.order, by: key)
    let mounting: [Effect<Base.Action>.Operation] = inserted.map {
      .mount($0.node, dismiss: toStackAction.embed(.popFrom(id: $0.id)))
    }
    if removed.isEmpty { return mounting.isEmpty ? .none : Effect(.merge(mounting)) }
    let unmounting = Effect<Base.Action>.Operation.unmount(removed)
    return Effect(mounting.isEmpty ? unmounting : .merge([unmounting] + mounting))
  }

  @usableFromInline
  func reportMissingElement(
    _ id: StackElementID,
    in state: inout Base.State,
    _ action: Base.Action
  ) {
    report(
      action,
      """
      got an action for an element that the stack does not hold.

      \(Self.missing(id, stack.read(&state) { $0.ids })), so no feature handled the action. The likely causes:

      • Another reducer took the element from the stack before this one ran. Apply "forEach" to the \
      reducer that does so: then the element handles its action first, and is removed afterwards.

      • A parent's effect sent the action after the element was removed. Let the element return \
      the effect: its effects are cancelled with it.

      • A view or a test sent the action for an id that is not in the stack. Send it through the \
      element's own store.
      """
    )
  }

  private static func missing(
    _ id: StackElementID,
    _ ids: OrderedSet<StackElementID>
  ) -> String {
    "No element has the id \(id.debugDescription): the stack \(describe(ids))"
  }

  private func report(_ action: Base.Action, _ message: @autoclosure () -> String) {
    location.report(
      """
      The "forEach" at "\(location.fileID):\(location.line)" \(message())

        Action:
          \(debugCaseOutput(action))
      """
    )
  }
}
