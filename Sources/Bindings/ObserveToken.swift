import Synchronization

/// Keeps an observation that `observe` has begun going.
public final class ObserveToken: Sendable, Hashable {
  private let hasEnded = Atomic(false)

  init() {}

  var isCancelled: Bool { hasEnded.load(ordering: .acquiring) }

  /// Ends the observation.
  public func cancel() {
    hasEnded.store(true, ordering: .releasing)
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
