import AccessTracking
import Observation

/// Runs a closure now, and again whenever something that it read of a store or of an `@Observable`
/// object has changed.
///
/// ```swift
/// token = observe {
///   label.text = "\(store.count)"
/// }
/// ```
///
/// Several changes before the actor's next turn give one run. What is observed is to change on the
/// same actor: a closure that runs while another thread changes a value may still read the old one.
///
/// - Parameters:
///   - isolation: The actor that the caller runs on.
///   - apply: The closure. It runs on the actor that it belongs to, which is the caller's unless it
///     says otherwise.
/// - Returns: A token; when it is cancelled or released, the closure runs no more.
public func observe(
  isolation: (any Actor)? = #isolation,
  @_inheritActorContext _ apply: @escaping @isolated(any) @Sendable () -> Void
) -> ObserveToken {
  // Safe: a closure that knows its actor is called as any other is, and it is only called on this
  // actor.
  let run = unsafeBitCast(apply, to: (@Sendable () -> Void).self)
  return ActorObservation(on: apply.isolation, run).start(from: isolation)
}

/// Runs a closure now, and again whenever something that it read has changed, with what goes with
/// the change.
///
/// - Parameters:
///   - isolation: The actor that the caller runs on.
///   - apply: The closure. It takes the ``UITransaction`` of the change, and the first time that of
///     the caller.
/// - Returns: A token; when it is cancelled or released, the closure runs no more.
public func observe(
  isolation: (any Actor)? = #isolation,
  @_inheritActorContext
  _ apply: @escaping @isolated(any) @Sendable (_ transaction: UITransaction) -> Void
) -> ObserveToken {
  // Safe: see above.
  let run = unsafeBitCast(apply, to: (@Sendable (UITransaction) -> Void).self)
  return ActorObservation(on: apply.isolation) { run(.current) }.start(from: isolation)
}

/// A closure that runs on an actor when what it read has changed, until the token is gone.
private struct ActorObservation: Sendable {
  private let actor: (any Actor)?
  private let apply: @Sendable () -> Void

  init(on actor: (any Actor)?, _ apply: @escaping @Sendable () -> Void) {
    self.actor = actor
    self.apply = apply
  }

  /// Runs for the first time, at once where the caller runs on the same actor.
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
    // The task has the transaction of the change: it inherits task-local values.
    Task { [weak token] in
      guard let token else { return }
      await run(on: actor, token)
    }
  }

  private func run(on actor: isolated (any Actor)?, _ token: ObserveToken) {
    run(token)
  }

  /// Runs now. The caller is on the actor.
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
