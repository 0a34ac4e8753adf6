import AccessTracking

/// Runs a closure now, and again whenever something that it read of a store or of an `@Observable` object has changed.
///
/// ```swift
/// token = observe {
///   label.text = "\(store.count)"
/// }
/// ```
///
/// Several changes before the main actor's next turn give one run.
///
/// - Parameter apply: The closure.
/// - Returns: A token; when it is cancelled or released, the closure runs no more.
@MainActor
public func observe(_ apply: @escaping @MainActor @Sendable () -> Void) -> ObserveToken {
  let token = ObserveToken()
  track(apply, token: token)
  return token
}

@MainActor
private func track(_ apply: @escaping @MainActor @Sendable () -> Void, token: ObserveToken) {
  guard !token.isCancelled else { return }
  let tracker = AccessTracker { [weak token] in
    Task { @MainActor in
      guard let token else { return }
      track(apply, token: token)
    }
  }
  tracker.track(apply)
}

/// Keeps an ``observe(_:)`` going.
public final class ObserveToken: Sendable, Hashable {
  private let scope = EffectScope()

  var isCancelled: Bool { scope.isCancelled }

  /// Ends the observation.
  public func cancel() {
    scope.cancel()
  }

  /// Keeps the token with others: `observe { … }.store(in: &tokens)`.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }

  /// Keeps the token with others: `observe { … }.store(in: &tokens)`.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }

  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
