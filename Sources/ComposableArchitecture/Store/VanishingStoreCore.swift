import AccessTracking

/// A core whose state may vanish before its store does: presented state, a case of an enum, or an
/// element of a collection. It remembers the state that was last there.
@MainActor
protocol VanishingStoreCore<State, Action>: StoreCore {
  associatedtype ParentState
  associatedtype ParentAction

  /// The core that holds the state.
  var parent: any StoreCore<ParentState, ParentAction> { get }
  var toParentAction: @Sendable (Action) -> ParentAction { get }
  /// The state, or what it was when it was last there.
  var last: State { get }
  /// Whether the state is there.
  var isPresent: Bool { get }
  /// Where the store was scoped.
  var location: IssueLocation { get }

  /// Whether the state is gone; the same as ``StoreCore/isInvalid``.
  var isGone: Bool { get }

  /// Checked with each action that is sent to a presented feature.
  var own: Integration? { get }

  /// Reads ``last`` and ``isPresent`` from the parent.
  func update()
}

extension VanishingStoreCore {
  var root: any RootStoreCore { parent.root }
  var own: Integration? { nil }
  var isGone: Bool { isInvalid }

  func withState<Result>(
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    update()
    // A copy, because the body may read the store again, which updates the original.
    let state = last
    return try withUnsafePointer(to: state) { try body($0) }
  }

  func withStateIfPresent<Result>(
    _ body: (UnsafePointer<State>?) throws -> Result
  ) rethrows -> Result {
    update()
    guard isPresent else { return try body(nil) }
    let state = last
    return try withUnsafePointer(to: state) { try body($0) }
  }

  func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    // While a reducer runs, nobody can tell whether the state is gone; the action waits anyway.
    guard root.isReducing || !isGone else {
      location.reportSendWithoutState(action)
      return nil
    }
    let action = toParentAction(action)
    guard let own else { return parent.send(action, group: group) }
    defer { own.check(action, sentTo: root) }
    return parent.send(action, group: group)
  }
}

extension IssueLocation {
  /// Reports that an action was sent to a store whose state is gone; the location is that of the
  /// scope.
  @MainActor
  func reportSendWithoutState(_ action: some Any) {
    if LateSends.areDropped { return }
    report(
      """
      An action was sent to a store whose state is gone:

        Action:
          \(debugCaseOutput(action))

      The store was scoped at "\(fileID):\(line)" to optional state, a case of an enum \
      or an element of a collection that is not there any more. The action was ignored. The likely \
      causes:

      • A view that should have left the screen with its state sent it.

      • A closure kept the store and used it after its feature had left.
      """
    )
  }
}
