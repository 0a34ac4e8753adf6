import DependencyInjection
import DequeModule

/// The state of a store, its reducer, and the effects that run.
class RootCore<R: Reducer>: StoreCore, RootStoreCore {
  typealias State = R.State
  typealias Action = R.Action

  /// Who sent an action.
  enum Origin {
    case outside
    case effect
  }

  /// The address of the state; see ``withState(_:)``. Safe, because it is freed when no other code
  /// can access it.
  private nonisolated(unsafe) let storage: UnsafeMutablePointer<State>
  final var state: State { withState { $0.pointee } }
  final var dependencies: DependencyValues
  final let node = FeatureNode(kind: .root, parent: nil, rootState: R.State.self)
  private let reducer: _BodyCache<R>
  private var queue: Deque<(action: Action, group: EffectGroup?, origin: Origin)> = []
  /// Whether actions are queued. By itself, because generic code looks up the type of the queue.
  private var hasQueue = false
  private(set) final var isProcessing = false
  private(set) final var isReducing = false
  private(set) final var revision: UInt = 1
  private let subject = ObservationSubject()
  private let observation = StateObservation<State>()
  private let identityObservers = IdentityObservers()
  let hasReducer: Bool
  /// Called when no action is being processed.
  private var afterwards: [@MainActor () -> Void] = []
  private var missingOperators: Set<AnyKeyPath> = []

  init(initialState: State, reducer: R, dependencies: DependencyValues) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: initialState)
    self.reducer = _BodyCache(reducer)
    hasReducer = !(reducer is EmptyReducer<State, Action>)
    self.dependencies = dependencies
    FeatureContext.passesOn
  }

  deinit {
    node.unmount()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  // MARK: State

  final var root: any RootStoreCore { self }
  final var integration: Integration? { nil }

  final func withState<Result>(
    _ body: (UnsafePointer<State>) throws -> Result
  ) rethrows -> Result {
    // Then parts of the state may be moved out of it.
    precondition(!isReducing, "A store was read by the reducer that changes its state.")
    return try body(storage)
  }

  final func withStateIfPresent<Result>(
    _ body: (UnsafePointer<State>?) throws -> Result
  ) rethrows -> Result {
    try withState { try body($0) }
  }

  final func access() {
    subject.access(0)
  }

  private var identity: ObservableStateID { observation.id(storage) }

  func addIdentityObserver(_ observer: any IdentityObserver) {
    identityObservers.add(observer)
  }

  // MARK: Actions

  final func send(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    send(action, group: group, origin: .outside)
  }

  /// Runs the reducer, or queues the action if the reducer already runs.
  final func send(_ action: Action, group: EffectGroup?, origin: Origin) -> EffectGroup? {
    if isProcessing {
      let group = group ?? EffectGroup()
      group.beginWork()
      queue.append((action, group, origin))
      hasQueue = true
      return group
    }
    var group = group
    do {
      isProcessing = true
      defer { isProcessing = false }
      willProcess()
      process(action, group: &group, origin: origin)
      if hasQueue { processQueue() }
    }
    if !afterwards.isEmpty { performAfterwards() }
    return group
  }

  final func afterProcessing(_ body: @escaping @MainActor () -> Void) {
    if isProcessing { afterwards.append(body) } else { body() }
  }

  private func performAfterwards() {
    let waiting = afterwards
    afterwards = []
    for body in waiting { body() }
  }

  final func noteMissingOperator(_ action: AnyKeyPath) -> Bool {
    missingOperators.insert(action).inserted
  }

  private func processQueue() {
    while let next = queue.popFirst() {
      var group = next.group
      process(next.action, group: &group, origin: next.origin)
      next.group?.endWork()
    }
    hasQueue = false
  }

  private func process(_ action: Action, group: inout EffectGroup?, origin: Origin) {
    var effect = Effect<Action>.none
    ObservationBatch.perform {
      dependencies.perform {
        ReducingNode.with(node) {
          let id = subject.isObserved ? identity : nil
          effect = reduce(action, origin: origin)
          if let id, identity != id { subject.notify(0) }
        }
      }
    }
    identityObservers.check()
    if effect.isNone { return }
    let work = group ?? EffectGroup()
    group = work
    perform(effect.operation, for: action, in: work, sets: [], then: nil)
  }

  /// Runs the reducer. Test stores override it to record the action.
  func reduce(_ action: Action, origin: Origin) -> Effect<Action> {
    isReducing = true
    // Before the reducer runs, so that no element that was read earlier passes for the current one.
    revision += 1
    defer { isReducing = false }
    return reducer.reduce(into: &storage.pointee, action: action)
  }

  // MARK: Effects

  /// Called when the task of an effect starts. Test stores override it to record the effect.
  ///
  /// - Returns: A closure to call when the task has ended.
  func effectDidStart(_: RunningEffect, for _: Action) -> (@MainActor @Sendable () -> Void)? { nil }

  /// Called before an action from outside or from a running effect, and the actions that follow
  /// from it at once. Test stores override it.
  func willProcess() {}

  /// How many times an effect that has just been returned yields before it begins. Test stores
  /// change it, so that the order is the same each time.
  final var turnsBeforeEffects = 0
}
