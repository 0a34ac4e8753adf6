/// The part of a state that a key path leads to.
final class ScopedStoreCore<ParentState, ParentAction, State, Action>: StoreCore {
  private let parent: any StoreCore<ParentState, ParentAction>
  private let toState: KeyPath<ParentState, State>
  private let toParentAction: @Sendable (Action) -> ParentAction

  init(
    parent: any StoreCore<ParentState, ParentAction>,
    state: KeyPath<ParentState, State>,
    action: @escaping @Sendable (Action) -> ParentAction
  ) {
    self.parent = parent
    toState = state
    toParentAction = action
  }

  var root: any RootStoreCore { parent.root }

  func withState<Result>(
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    try parent.withState {
      try withUnsafePointer(to: $0.pointee[keyPath: toState]) { try body($0) }
    }
  }

  func withStateIfPresent<Result>(
    _ body: (UnsafePointer<State>?) throws -> Result
  ) rethrows -> Result {
    try parent.withStateIfPresent { state in
      guard let state else { return try body(nil) }
      return try withUnsafePointer(to: state.pointee[keyPath: toState]) { try body($0) }
    }
  }

  func access() {
    parent.access()
  }

  func addIdentityObserver(_ observer: any IdentityObserver) {
    parent.addIdentityObserver(observer)
  }

  func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    parent.send(toParentAction(action), group: group)
  }
}
