import AccessTracking

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

  /// Watches from now on whether an element of the state is replaced, for as long as somebody else holds the object.
  fileprivate final func observe(_ element: ObservedElement) {
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
  /// Changes with every state change; never 0.
  var revision: UInt { get }

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
///
/// Not generic, because all of them are looked at after each action: code that has to ask for its types takes several times
/// as long.
@MainActor
private final class ObservedElement {
  /// Reads the identity of the element in the collection at an address, `nil` where it is not there.
  private let identity: (_ collection: UnsafeRawPointer) -> ObservableStateID?
  /// Reads what is another one whenever the element may have changed, where there is such a thing: that takes less time.
  private let elementRevision: ((_ collection: UnsafeRawPointer) -> _StackRevision?)?
  private var latest: ObservableStateID?
  private var latestRevision: _StackRevision?
  let subject = ObservationSubject()

  /// Whether the element was there at the last look.
  var isPresent: Bool { latest != nil }

  init(
    identity: @escaping (_ collection: UnsafeRawPointer) -> ObservableStateID?,
    elementRevision: ((_ collection: UnsafeRawPointer) -> _StackRevision?)?,
    latest: ObservableStateID?,
    latestRevision: _StackRevision?
  ) {
    self.identity = identity
    self.elementRevision = elementRevision
    self.latest = latest?.settled
    self.latestRevision = latestRevision
  }

  /// Looks the element up, and gives whether it has been replaced since the last time.
  func hasBeenReplaced(in collection: UnsafeRawPointer?) -> Bool {
    // Without closures of our own, which check at each call that they run on the main actor.
    var newRevision: _StackRevision?
    if let collection, let elementRevision { newRevision = elementRevision(collection) }
    if let newRevision, newRevision == latestRevision { return false }
    latestRevision = newRevision
    // A state that has left keeps what was read of it; nothing needs to be shown anew.
    guard let collection, elementRevision == nil || newRevision != nil,
      let new = identity(collection)
    else {
      latest = nil
      return false
    }
    defer { latest = new.settled }
    return new != latest
  }
}

/// The observed elements of a collection, for whom the collection is found once after each action.
@MainActor
private final class ObservedElements<State, Action>: IdentityObserver {
  private unowned let core: StoreCore<State, Action>
  private var elements: [ObservedElement] = []
  private var sweepCount = 16

  init(of core: StoreCore<State, Action>) {
    self.core = core
    core.root.addIdentityObserver(self)
  }

  func add(_ element: ObservedElement) {
    if elements.count >= sweepCount {
      removeAbandoned()
      sweepCount = max(16, elements.count * 2)
    }
    elements.append(element)
  }

  /// Drops those whose stores are gone. To hold them weakly would make each look at them slower.
  private func removeAbandoned() {
    var count = 0
    for index in elements.indices where !isKnownUniquelyReferenced(&elements[index]) {
      elements.swapAt(count, index)
      count += 1
    }
    elements.removeLast(elements.count - count)
  }

  func checkIdentity() {
    var replaced: [ObservedElement] = []
    var presentCount = 0
    UntrackedRead.perform {
      core.withStateIfPresent { collection in
        let collection = collection.map { UnsafeRawPointer($0) }
        for element in elements {
          if element.hasBeenReplaced(in: collection) { replaced.append(element) }
          if element.isPresent { presentCount += 1 }
        }
      }
    }
    // The stores of what has left are mostly gone as well.
    if presentCount < elements.count / 2 { removeAbandoned() }
    // Not while the state is read: observers may do anything.
    for element in replaced { element.subject.notify(0) }
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
final class OptionalStoreCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let read: (ParentState) -> State?
  private let elementRevision: ((UnsafeRawPointer) -> _StackRevision?)?
  private let isElement: Bool
  private let toParentAction: @Sendable (Action) -> ParentAction
  private var last: State
  private var isPresent = true
  /// The change of the root's state after which `last` was read; used for elements only.
  private var rootRevision: UInt = 0
  private let location: SourceLocation
  /// Made when somebody looks: only elements need it, and most are never observed as a whole.
  private var observed: ObservedElement?

  /// - Parameters:
  ///   - parent: The core that holds the part.
  ///   - isElement: Whether the part is an element of a collection. Then reading it does not observe the collection,
  ///     whose other elements come and go, but only the element's own identity.
  ///   - read: Finds the part.
  ///   - elementRevision: For an element, finds what is another one whenever the element may have changed, in the collection at an
  ///     address; `nil` where there is no such thing.
  ///   - initial: The part as it is now.
  ///   - action: Wraps an action of the part.
  ///   - location: Where the part was scoped.
  init(
    parent: StoreCore<ParentState, ParentAction>,
    isElement: Bool,
    read: @escaping (ParentState) -> State?,
    elementRevision: ((UnsafeRawPointer) -> _StackRevision?)? = nil,
    initial: State,
    action: @escaping @Sendable (Action) -> ParentAction,
    location: SourceLocation
  ) {
    self.parent = parent
    self.isElement = isElement
    self.read = read
    self.elementRevision = elementRevision
    last = initial
    toParentAction = action
    self.location = location
  }

  override var root: any RootStoreCore { parent.root }

  /// Takes the part as it is now. What an element was at the last change it is until the next; what else is read is read
  /// each time, because that is how it is observed.
  private func update() {
    guard isElement else { return readInParent() }
    let current = root.revision
    guard current != rootRevision else { return }
    UntrackedRead.perform { readInParent() }
    rootRevision = current
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
    let observed = observed ?? observe()
    observed.subject.access(0)
  }

  private func observe() -> ObservedElement {
    update()
    let observation = StateObservation<State>()
    let latestRevision = elementRevision.flatMap { elementRevision in
      UntrackedRead.perform {
        parent.withStateIfPresent { $0.flatMap { elementRevision(UnsafeRawPointer($0)) } }
      }
    }
    let new = ObservedElement(
      identity: { [read] in
        read($0.assumingMemoryBound(to: ParentState.self).pointee).map(observation.id)
      },
      elementRevision: elementRevision,
      latest: isPresent ? observation.id(last) : nil,
      latestRevision: latestRevision
    )
    observed = new
    parent.observe(new)
    return new
  }

  override func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    if isInvalid {
      if LateSends.areDropped { return nil }
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
