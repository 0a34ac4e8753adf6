internal import AccessTracking
import Observation

/// Runs a closure now, and again after each change of what it has read from stores and
/// `@Observable` objects.
///
/// ```swift
/// token = observe {
///   label.text = "\(store.count)"
/// }
/// ```
///
/// Several changes before the actor's next turn lead to one run. Change the observed values on the
/// same actor: if another thread changes a value, the closure may still read the old one.
///
/// - Parameters:
///   - isolation: The actor that the caller runs on.
///   - apply: The closure. It runs on its own actor: the caller's, unless the closure is isolated
///     to another one.
/// - Returns: A token. The observation ends when the token is cancelled or released.
public func observe(
  isolation: (any Actor)? = #isolation,
  @_inheritActorContext _ apply: @escaping @isolated(any) @Sendable () -> Void
) -> ObserveToken {
  // Safe: closures with `@isolated(any)` have the same calling convention as others, and this one
  // is only called on its actor.
  let run = unsafeBitCast(apply, to: (@Sendable () -> Void).self)
  return ActorObservation(on: apply.isolation, run).start(from: isolation)
}

/// Runs a closure now, and again after each change of what it has read, with the transaction of the
/// change.
///
/// - Parameters:
///   - isolation: The actor that the caller runs on.
///   - apply: The closure. It takes the ``UITransaction`` of the change; at the first run, that of
///     the caller.
/// - Returns: A token. The observation ends when the token is cancelled or released.
public func observe(
  isolation: (any Actor)? = #isolation,
  @_inheritActorContext
  _ apply: @escaping @isolated(any) @Sendable (_ transaction: UITransaction) -> Void
) -> ObserveToken {
  // Safe: see above.
  let run = unsafeBitCast(apply, to: (@Sendable (UITransaction) -> Void).self)
  return ActorObservation(on: apply.isolation) { run(.current) }.start(from: isolation)
}

/// A closure that runs on an actor after each change of what it has read, until its token is
/// cancelled or released.
private struct ActorObservation: Sendable {
  private let actor: (any Actor)?
  private let apply: @Sendable () -> Void

  init(on actor: (any Actor)?, _ apply: @escaping @Sendable () -> Void) {
    self.actor = actor
    self.apply = apply
  }

  /// Runs the closure for the first time: at once if the caller is on its actor, else in a task.
  func start(from isolation: (any Actor)?) -> ObserveToken {
    let token = ObserveToken()
    if actor === isolation {
      run(token)
    } else {
      schedule(token)
    }
    return token
  }

  private func schedule(_ token: ObserveToken) {
    // The task inherits task-local values, among them the transaction of the change.
    Task { [weak token] in
      guard let token else { return }
      await run(on: actor, token)
    }
  }

  private func run(on actor: isolated (any Actor)?, _ token: ObserveToken) {
    run(token)
  }

  /// Runs the closure. The caller is on its actor.
  private func run(_ token: ObserveToken) {
    guard !token.isCancelled else { return }
    let onChange = { @Sendable [weak token] in
      guard let token else { return }
      schedule(token)
    }
    if actor === MainActor.shared {
      MainActor.assumeIsolated {
        AccessTracker(onChange: onChange).track(apply)
      }
    } else {
      withObservationTracking(apply, onChange: onChange)
    }
  }
}
