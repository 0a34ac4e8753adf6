/// Runs a child whose state is optional or a case of an enum, and which cannot be dismissed.
@usableFromInline
struct _PartReducer<Base: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let base: _BodyCache<Base>
  @usableFromInline let child: _BodyCache<Child>
  @usableFromInline let key: OperatorKey
  @usableFromInline let toChildAction: AnyCasePath<Base.Action, Child.Action>
  @usableFromInline let operation: String
  @usableFromInline let absence: String
  @usableFromInline let location: IssueLocation
  @usableFromInline let identifier = StateIdentifier<Child.State>()
  @usableFromInline let read: (Base.State) -> Child.State?
  @usableFromInline let modify:
    (inout Base.State, (inout Child.State) -> Effect<Child.Action>) -> Effect<Child.Action>?
  @usableFromInline let clear: ((inout Base.State) -> Void)?

  @usableFromInline
  init(
    base: Base,
    child: Child,
    key: OperatorKey,
    toChildAction: CaseKeyPath<Base.Action, Child.Action>,
    operation: String,
    absence: String,
    location: IssueLocation,
    read: @escaping (Base.State) -> Child.State?,
    modify:
      @escaping (inout Base.State, (inout Child.State) -> Effect<Child.Action>)
      -> Effect<Child.Action>?,
    clear: ((inout Base.State) -> Void)?
  ) {
    self.base = _BodyCache(base)
    self.child = _BodyCache(child)
    self.key = key
    self.toChildAction = AnyCasePath(toChildAction)
    self.operation = operation
    self.absence = absence
    self.location = location
    self.read = read
    self.modify = modify
    self.clear = clear
    IntegratedActions.insert(toChildAction)
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let node = FeatureNode.current
    var effect = Effect<Base.Action>.none
    var isDismissed = false
    let before = identity(in: state)
    if let childAction = toChildAction.extract(from: action) {
      if let before {
        isDismissed =
          clear != nil
          && (read(state).map { identifier.isDismissed($0, by: childAction) } ?? false)
        let childNode = node.part(key, .state(before))
        effect = ReducingNode.with(childNode) {
          modify(&state) { child.reduce(into: &$0, action: childAction) } ?? .none
        }
        .embedded(in: toChildAction)
      } else {
        reportMissing(state, action)
      }
    }
    effect = effect.merge(with: base.reduce(into: &state, action: action))
    if isDismissed, identity(in: state) == before { clear?(&state) }
    if let before, identity(in: state) != before,
      let removed = node.removeChild(key, .state(before))
    {
      effect = Effect(.unmount([removed])).merge(with: effect)
    }
    return effect
  }

  @inlinable
  func identity(in state: Base.State) -> StateIdentity? {
    read(state).map(identifier.identity)
  }

  @usableFromInline
  func reportMissing(_ state: Base.State, _ action: Base.Action) {
    location.report(
      """
      The "\(operation)" at "\(location.fileID):\(location.line)" got an action for the child, but \
      \(absence).

        Action:
          \(debugCaseOutput(action))
        State:
          \(debugCaseOutput(state))

      The action was ignored by the child. The likely causes:

      • Another reducer took the child's state away before this one ran. Apply "\(operation)" to the \
      reducer that does so: then the child handles its action first.

      • A parent's effect sent the action after the child was removed. Let the child return \
      the effect: its effects are cancelled with it.

      • A view or a test sent the action when the child's state was not there. Send it through a store \
      that was scoped to it.
      """
    )
  }
}
