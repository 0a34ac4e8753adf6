/// The part of a state that a key path leads to.
final class ScopedStoreCore<ParentState, ParentAction, State, Action>: StoreCore {
  private let parent: any StoreCore<ParentState, ParentAction>
  private let toState: KeyPath<ParentState, State>
  /// Reads a collection without copying it.
  private let part: StatePart<ParentState, State>?
  private let toParentAction: @Sendable (Action) -> ParentAction
  /// Checked with each action that is sent to the state of a stack.
  private let own: Integration?
  let integration: Integration?

  /// - Parameters:
  ///   - parent: The core that holds the part.
  ///   - state: The part.
  ///   - action: Wraps an action of the part.
  ///   - integration: If the part is a stack, checks that it is integrated.
  init(
    parent: any StoreCore<ParentState, ParentAction>,
    state: KeyPath<ParentState, State>,
    action: @escaping @Sendable (Action) -> ParentAction,
    integration: Integration?
  ) {
    self.parent = parent
    toState = state
    part =
      State.self is any FeatureCollection.Type
      ? (state as? WritableKeyPath<ParentState, State>).map { StatePart($0) } : nil
    toParentAction = action
    own = integration
    self.integration = integration ?? parent.integration
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

  func readInPlace(_ body: (UnsafePointer<State>?) -> Void) {
    guard let part else { return withStateIfPresent(body) }
    parent.readInPlace { state in
      guard let state else { return body(nil) }
      // Only read: `inout` avoids a copy.
      part.readInPlace(&UnsafeMutablePointer(mutating: state).pointee) { value in
        withUnsafePointer(to: value) { body($0) }
      }
    }
  }

  func access() {
    parent.access()
  }

  func addIdentityObserver(_ observer: any IdentityObserver) {
    parent.addIdentityObserver(observer)
  }

  func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    let action = toParentAction(action)
    guard let own else { return parent.send(action, group: group) }
    defer { own.check(action, sentTo: root) }
    return parent.send(action, group: group)
  }
}
