import AccessTracking

/// A part of a state that is there or not: presented state, or a case of an enum.
///
/// It is read every time, since the read registers the observation.
final class OptionalStoreCore<ParentState, ParentAction, State, Action>: StoreCore {
  private let parent: any StoreCore<ParentState, ParentAction>
  private let read: (ParentState) -> State?
  private let toParentAction: @Sendable (Action) -> ParentAction
  private var last: State
  private var isPresent = true
  private let location: IssueLocation

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - parent: The core that holds the part.
  ///   - read: Reads the part.
  ///   - initial: The part as it is now.
  ///   - action: Wraps an action of the part.
  ///   - location: Where the part was scoped.
  init(
    parent: any StoreCore<ParentState, ParentAction>,
    read: @escaping (ParentState) -> State?,
    initial: State,
    action: @escaping @Sendable (Action) -> ParentAction,
    location: IssueLocation
  ) {
    self.parent = parent
    self.read = read
    last = initial
    toParentAction = action
    self.location = location
  }

  var root: any RootStoreCore { parent.root }

  private func update() {
    parent.withStateIfPresent {
      if let parentState = $0, let state = read(parentState.pointee) {
        last = state
        isPresent = true
      } else {
        isPresent = false
      }
    }
  }

  func withState<Result>(
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    update()
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

  func access() {
    parent.access()
  }

  func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    guard !isInvalid else {
      location.reportSendWithoutState(action)
      return nil
    }
    return parent.send(toParentAction(action), group: group)
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
