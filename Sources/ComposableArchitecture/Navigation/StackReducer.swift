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
  /// * On ``StackAction/popFrom(id:)`` the parent's runs, then the element and all above it are removed.
  /// * On ``StackAction/push(id:state:)`` the state is appended, then the parent's runs.
  /// * The effects of elements that have left the stack are cancelled, by whatever way they left.
  ///
  /// An action for an id that is not in the stack, the popping of a missing id and the pushing of one already there
  /// are reported, and change nothing.
  ///
  /// - Parameters:
  ///   - toStackState: The stack.
  ///   - toStackAction: The case that holds its ``StackAction``.
  ///   - destination: The reducer of the elements.
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
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Integrates the features of a navigation stack of an enum reducer.
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

struct _StackReducer<Base: Reducer, Destination: Reducer>: Reducer {
  private let base: _BodyCache<Base>
  private let stack: StatePart<Base.State, StackState<Destination.State>>
  private let toStackAction: AnyCasePath<Base.Action, StackActionOf<Destination>>
  private let destination: _BodyCache<Destination>
  private let key: OperatorKey
  private let location: SourceLocation

  init(
    base: Base,
    toStackState: WritableKeyPath<Base.State, StackState<Destination.State>>,
    toStackAction: CaseKeyPath<Base.Action, StackActionOf<Destination>>,
    destination: Destination,
    location: SourceLocation
  ) {
    self.base = _BodyCache(base)
    stack = StatePart(toStackState)
    self.toStackAction = AnyCasePath(toStackAction)
    self.destination = _BodyCache(destination)
    self.location = location
    key = OperatorKey(toStackState)
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let node = NavigationNode.current
    let effect: Effect<Base.Action>

    switch toStackAction.extract(from: action) {
    case nil:
      effect = base.reduce(into: &state, action: action)

    case .element(let id, let destinationAction):
      effect = reduceElement(id, destinationAction, at: node, into: &state, action: action)
        .merge(with: base.reduce(into: &state, action: action))

    case .popFrom(let id):
      let canPop = state[keyPath: stack.keyPath].elementsByID[id] != nil
      effect = base.reduce(into: &state, action: action)
      if !canPop {
        report(
          action,
          """
          received a "popFrom" action for a missing element.

          \(Self.missing(id, state[keyPath: stack.keyPath].ids)), so nothing was popped. The likely causes:

          • The action was sent twice, or after a reducer had already taken the element from the stack.

          • An effect called "dismiss" when its element had already left. Such effects are cancelled \
          where the parent integrates the stack with "forEach".
          """
        )
      } else if state[keyPath: stack.keyPath].elementsByID[id] != nil {
        stack.modify(&state) { $0.pop(from: id) }
      }

    case .push(let id, let element):
      if state[keyPath: stack.keyPath].elementsByID[id] != nil {
        report(
          action,
          """
          received a "push" action for an element it already contains.

          The id \(id.debugDescription) is in the stack, which was left as it is. Ids are generational: each may be pushed once. The likely cause:

          • The action was sent by hand with the id of an element that is in the stack. Let \
          "NavigationLink(state:)" send it, or append to the stack in a reducer.
          """
        )
      } else {
        StackElementID.reserve(upTo: id)
        stack.modify(&state) { $0.elementsByID[id] = element }
      }
      effect = base.reduce(into: &state, action: action)
    }

    return reconcile(node, with: state[keyPath: stack.keyPath].ids).merge(with: effect)
  }

  private func reduceElement(
    _ id: StackElementID,
    _ destinationAction: Destination.Action,
    at node: NavigationNode,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    guard let index = state[keyPath: stack.keyPath].elementsByID.index(forKey: id) else {
      report(
        action,
        """
        received an action for a missing element.

        \(Self.missing(id, state[keyPath: stack.keyPath].ids)), so no feature handled the action. The likely causes:

        • Another reducer took the element from the stack before this one ran. Apply "forEach" to the \
        reducer that does so: then the element handles its action first, and is removed afterwards.

        • An effect of the parent spoke for the element after it had left. Let the element return the \
        effect: its effects end with it.

        • A view or a test sent the action for an id that is not in the stack. Send it through the \
        element's own store.
        """
      )
      return .none
    }
    let place = node.child(elementKey(id), kind: .presentation)
    return ThreadContext.withNode(place) {
      stack.modify(&state) {
        destination.reduce(into: &$0.elementsByID.values[index], action: destinationAction)
      }
    }
    .map { [toStackAction] in toStackAction.embed(.element(id: id, action: $0)) }
  }

  private func elementKey(_ id: StackElementID) -> NavigationNode.Key {
    NavigationNode.Key(operation: key, id: AnyHashableSendable(id))
  }

  /// Ends the elements that have left, and lets those that have come dismiss themselves.
  private func reconcile(
    _ node: NavigationNode,
    with ids: OrderedSet<StackElementID>
  ) -> Effect<Base.Action> {
    let mounted = node.mounted(key, as: OrderedSet<StackElementID>.self) ?? []
    // Equal sets nearly always share their storage, so this takes constant time.
    guard mounted != ids, node !== NavigationNode.detached else { return .none }
    node.setMounted(key, ids)
    // What lies below the change is the same in both, and needs no look-up.
    let same = zip(mounted, ids).prefix { $0 == $1 }.count
    var operations: [Effect<Base.Action>.Operation] = []
    for id in mounted.elements[same...] where !ids.contains(id) {
      if let place = node.removeChild(elementKey(id)) { operations.append(.unmount(place)) }
    }
    for id in ids.elements[same...] where !mounted.contains(id) {
      let place = node.child(elementKey(id), kind: .presentation)
      operations.append(.mount(place, dismiss: toStackAction.embed(.popFrom(id: id))))
    }
    return operations.isEmpty ? .none : Effect(.merge(operations))
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
      A "forEach" at "\(location.fileID):\(location.line)" \(message())

        Action:
          \(debugCaseOutput(action))
      """
    )
  }
}
