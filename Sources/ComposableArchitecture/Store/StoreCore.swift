/// What a store reads its state from and sends its actions to: the state and reducer of a root, or
/// a part of another core.
///
/// A core that is not a root holds no state, but a way to reach it.
@MainActor
@usableFromInline
protocol StoreCore<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The core that holds the state.
  var root: any RootStoreCore { get }

  /// Checks that an operator handles what is sent through this core, or through the nearest one
  /// above it that leads to a stack or a presentation; `nil` if there is none.
  var integration: Integration? { get }

  /// Reads the state where it is. If it is gone, the state that was last read is read again.
  ///
  /// By its address, because a value that an object holds is copied when it is passed to a closure.
  /// The closure must neither keep the pointer nor run anything that could send an action.
  func withState<Result>(_ body: (UnsafePointer<State>) throws -> Result) rethrows -> Result

  /// Reads the state where it is, as above, or `nil` if it is gone.
  func withStateIfPresent<Result>(
    _ body: (UnsafePointer<State>?) throws -> Result
  ) rethrows -> Result

  /// Reads the state where it is, as above, without copying it if that can be avoided.
  func readInPlace(_ body: (UnsafePointer<State>?) -> Void)

  /// Observes whether the state is replaced as a whole; its properties are observed on their own.
  func access()

  /// Has an observer called after each action that may have changed the state, for as long as the
  /// observer exists.
  func addIdentityObserver(_ observer: any IdentityObserver)

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - group: The group that the effects of the action belong to; `nil` for an action that is
  ///     sent from outside.
  /// - Returns: The group that they belong to, `nil` if there is nothing to wait for.
  func send(_ action: Action, group: EffectGroup?) -> EffectGroup?
}

extension StoreCore {
  func readInPlace(_ body: (UnsafePointer<State>?) -> Void) {
    withStateIfPresent(body)
  }

  /// Whether the state is gone.
  var isInvalid: Bool {
    UntrackedRead.perform { withStateIfPresent { $0 == nil } }
  }
}

/// A root, without the types of its state and actions.
@MainActor
@usableFromInline
protocol RootStoreCore: AnyObject {
  /// Changes with every state change; never 0.
  var revision: UInt { get }

  /// Whether a reducer changes the state, which cannot be read then.
  var isReducing: Bool { get }

  /// Whether an action is being reduced, or what follows from it.
  var isProcessing: Bool { get }

  /// Whether the root has a reducer that does anything.
  var hasReducer: Bool { get }

  /// Calls a closure when no action is being processed: now, or after those that wait.
  func afterProcessing(_ body: @escaping @MainActor () -> Void)

  /// Notes that no operator handles the actions of a case.
  ///
  /// - Returns: Whether this was not known before.
  func noteMissingOperator(_ action: AnyKeyPath) -> Bool
}

/// Something that tells observers when the identity of a state changes.
@MainActor
@usableFromInline
protocol IdentityObserver: AnyObject {
  /// Notifies observers if the state has been replaced.
  func checkIdentity()
}

/// Observers of the identity of states, which are held weakly.
@MainActor
final class IdentityObservers {
  /// An object, because reading a weak reference in a struct would copy it.
  private final class Weak {
    weak var object: (any IdentityObserver)?

    init(object: any IdentityObserver) {
      self.object = object
    }
  }

  private var observers: [Weak] = []

  nonisolated init() {}

  func add(_ observer: any IdentityObserver) {
    observers.append(Weak(object: observer))
  }

  /// Calls the observers, and drops those that are gone. An observer may add others.
  func check() {
    if observers.isEmpty { return }
    var hasVanished = false
    for observer in observers {
      if let observer = observer.object { observer.checkIdentity() } else { hasVanished = true }
    }
    if hasVanished { observers.removeAll { $0.object == nil } }
  }
}
