/// A part of a state that is there or not: presented state, or a case of an enum.
///
/// It is read every time, since the read registers the observation.
final class OptionalStoreCore<ParentState, ParentAction, State, Action>: VanishingStoreCore {
  let parent: any StoreCore<ParentState, ParentAction>
  private let read: (ParentState) -> State?
  let toParentAction: @Sendable (Action) -> ParentAction
  private(set) var last: State
  private(set) var isPresent = true
  let location: IssueLocation
  let own: Integration?
  var integration: Integration? { own ?? parent.integration }

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - parent: The core that holds the part.
  ///   - read: Reads the part.
  ///   - initial: The part as it is now.
  ///   - action: Wraps an action of the part.
  ///   - location: Where the part was scoped.
  ///   - integration: If the part is presented, checks that it is integrated.
  init(
    parent: any StoreCore<ParentState, ParentAction>,
    read: @escaping (ParentState) -> State?,
    initial: State,
    action: @escaping @Sendable (Action) -> ParentAction,
    location: IssueLocation,
    integration: Integration?
  ) {
    self.parent = parent
    self.read = read
    last = initial
    toParentAction = action
    self.location = location
    own = integration
  }

  func update() {
    parent.withStateIfPresent {
      if let parentState = $0, let state = read(parentState.pointee) {
        last = state
        isPresent = true
      } else {
        isPresent = false
      }
    }
  }

  func access() {
    parent.access()
  }

  func addIdentityObserver(_ observer: any IdentityObserver) {
    parent.addIdentityObserver(observer)
  }
}
