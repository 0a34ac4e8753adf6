/// What a store is a window onto: the state and reducer of a root, or a part of another core.
///
/// A core that is not a root holds no state but the way to it.
@MainActor
@usableFromInline
class StoreCore<State, Action> {
  /// Where the state lives.
  var root: any RootStoreCore { fatalError("A subclass must say where its state lives.") }

  /// Whether the state that this is about is gone.
  final var isInvalid: Bool {
    UntrackedRead.perform { withStateIfPresent { $0 == nil } }
  }

  /// Reads the state where it is.
  ///
  /// By its address, because a value that an object holds is copied when it is handed to a closure. The closure must not let
  /// go of the pointer, nor run anything that could send an action.
  @usableFromInline
  func withState<Result>(_ body: (UnsafePointer<State>) throws -> Result) rethrows -> Result {
    fatalError("A subclass must read its state.")
  }

  /// Reads the state where it is, as above, or `nil` where it is gone.
  func withStateIfPresent<Result>(
    _ body: (UnsafePointer<State>?) throws -> Result
  ) rethrows -> Result {
    fatalError("A subclass must read its state.")
  }

  /// The elements that are observed, where the state is a collection.
  private final var observedElements: ObservedElements<State, Action>?

  /// Watches from now on whether an element of the state is replaced.
  fileprivate final func observe(_ element: some ObservedElement<State>) {
    let elements = observedElements ?? ObservedElements(of: self)
    observedElements = elements
    elements.add(element)
  }

  /// Observes the replacement of the whole state, beyond the change of its properties.
  @usableFromInline
  func access() {}

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - group: What the effects of the action count towards; `nil` for an action that begins anew.
  /// - Returns: What they count towards, `nil` where there is nothing to wait for.
  @usableFromInline
  func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    fatalError("A subclass must send its actions.")
  }
}

/// A root as the cores below it see it.
@MainActor
protocol RootStoreCore: AnyObject {
  /// Another number after each change of the state, never 0.
  var latestChange: UInt { get }

  /// Has an object called after each action, until it says that it need not be.
  func addIdentityObserver(_ observer: any IdentityObserver)
}

/// Something that watches the identity of a state.
@MainActor
protocol IdentityObserver: AnyObject {
  /// Tells observers where the state has been replaced.
  func checkIdentity()
}

/// An element of a collection that is observed as a whole.
@MainActor
private protocol ObservedElement<Collection>: AnyObject {
  associatedtype Collection

  /// Looks the element up, and gives whether it has been replaced since the last time.
  func hasBeenReplaced(in collection: UnsafePointer<Collection>?) -> Bool

  /// Tells its observers that it has been replaced.
  func tellObservers()
}

/// The observed elements of a collection, for whom the collection is found once after each action.
@MainActor
private final class ObservedElements<State, Action>: IdentityObserver {
  private struct Entry {
    weak var element: (any ObservedElement<State>)?
  }

  private unowned let core: StoreCore<State, Action>
  private var entries: [Entry] = []
  private var sweepCount = 16

  init(of core: StoreCore<State, Action>) {
    self.core = core
    core.root.addIdentityObserver(self)
  }

  func add(_ element: some ObservedElement<State>) {
    if entries.count >= sweepCount {
      entries.removeAll { $0.element == nil }
      sweepCount = max(16, entries.count * 2)
    }
    entries.append(Entry(element: element))
  }

  func checkIdentity() {
    var replaced: [any ObservedElement<State>] = []
    UntrackedRead.perform {
      core.withStateIfPresent { collection in
        // By their places, as to copy a weak reference costs more than all else.
        for index in entries.indices {
          if let element = entries[index].element, element.hasBeenReplaced(in: collection) {
            replaced.append(element)
          }
        }
      }
    }
    // Not while the state is read: observers may do anything.
    for element in replaced { element.tellObservers() }
  }
}

/// The part of a state that a key path leads to.
final class ScopedStoreCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let toState: KeyPath<ParentState, State>
  private let toParentAction: @Sendable (Action) -> ParentAction

  init(
    parent: StoreCore<ParentState, ParentAction>,
    state: KeyPath<ParentState, State>,
    action: @escaping @Sendable (Action) -> ParentAction
  ) {
    self.parent = parent
    toState = state
    toParentAction = action
  }

  override var root: any RootStoreCore { parent.root }

  override func withState<Result>(
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    try parent.withState {
      try withUnsafePointer(to: $0.pointee[keyPath: toState]) { try body($0) }
    }
  }

  override func withStateIfPresent<Result>(
    _ body: (UnsafePointer<State>?) throws -> Result
  ) rethrows -> Result {
    try parent.withStateIfPresent { state in
      guard let state else { return try body(nil) }
      return try withUnsafePointer(to: state.pointee[keyPath: toState]) { try body($0) }
    }
  }

  override func access() {
    parent.access()
  }

  override func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    parent.send(toParentAction(action), group: group)
  }
}

/// The part of a state that is there or not: presented state, a case of an enum, an element of a collection.
///
/// When it is gone, it answers what was last read.
final class OptionalStoreCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action>,
  ObservedElement
{
  private let parent: StoreCore<ParentState, ParentAction>
  private let read: (ParentState) -> State?
  private let isElement: Bool
  private let toParentAction: @Sendable (Action) -> ParentAction
  private var last: State
  private var isPresent = true
  /// The change of the root's state after which `last` was read; used for elements only.
  private var latestChange: UInt = 0
  private let location: SourceLocation
  // Made when somebody looks: only elements need them, and most are never observed as a whole.
  private lazy var subject = ObservationSubject()
  private lazy var observation = StateObservation<State>()
  private var isObserved = false
  private var observedID: ObservableStateID?

  /// - Parameters:
  ///   - parent: The core that holds the part.
  ///   - isElement: Whether the part is an element of a collection. Then reading it does not observe the collection,
  ///     whose other elements come and go, but only the element's own identity.
  ///   - read: Finds the part.
  ///   - initial: The part as it is now.
  ///   - action: Wraps an action of the part.
  ///   - location: Where the part was scoped.
  init(
    parent: StoreCore<ParentState, ParentAction>,
    isElement: Bool,
    read: @escaping (ParentState) -> State?,
    initial: State,
    action: @escaping @Sendable (Action) -> ParentAction,
    location: SourceLocation
  ) {
    self.parent = parent
    self.isElement = isElement
    self.read = read
    last = initial
    toParentAction = action
    self.location = location
  }

  override var root: any RootStoreCore { parent.root }

  /// Takes the part as it is now. What an element was at the last change it is until the next; what else is read is read
  /// each time, because that is how it is observed.
  private func update() {
    guard isElement else { return readInParent() }
    let change = root.latestChange
    guard change != latestChange else { return }
    UntrackedRead.perform { readInParent() }
    latestChange = change
  }

  private func readInParent() {
    parent.withStateIfPresent {
      if let parentState = $0, let state = read(parentState.pointee) {
        last = state
        isPresent = true
      } else {
        isPresent = false
      }
    }
  }

  override func withState<Result>(
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    update()
    let state = last
    return try withUnsafePointer(to: state) { try body($0) }
  }

  override func withStateIfPresent<Result>(
    _ body: (UnsafePointer<State>?) throws -> Result
  ) rethrows -> Result {
    update()
    guard isPresent else { return try body(nil) }
    let state = last
    return try withUnsafePointer(to: state) { try body($0) }
  }

  override func access() {
    guard isElement else {
      parent.access()
      return
    }
    subject.access(0)
    guard !isObserved else { return }
    isObserved = true
    update()
    observedID = isPresent ? observation.id(last).settled : nil
    parent.observe(self)
  }

  func hasBeenReplaced(in collection: UnsafePointer<ParentState>?) -> Bool {
    // A state that has left keeps what was read of it; nothing needs to be shown anew.
    guard let collection, let state = read(collection.pointee) else {
      observedID = nil
      return false
    }
    let identity = observation.id(state)
    defer { observedID = identity.settled }
    return identity != observedID
  }

  func tellObservers() {
    subject.notify(0)
  }

  override func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    if isInvalid {
      location.report(
        """
        An action was sent to a store whose state is gone:

          Action:
            \(debugCaseOutput(action))

        The store was scoped at "\(location.fileID):\(location.line)" to optional state, a case of an enum \
        or an element of a collection that is not there any more. The action was ignored. The likely \
        causes:

        • A view that should have left the screen with its state sent it.

        • A closure kept the store and used it after its feature had left.
        """
      )
      return nil
    }
    return parent.send(toParentAction(action), group: group)
  }
}
