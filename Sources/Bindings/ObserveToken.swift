import Synchronization

/// Keeps an observation alive that `observe` has begun. The observation ends when the token is
/// cancelled or released.
public final class ObserveToken: Sendable, Hashable {
  private let hasEnded = Atomic(false)

  init() {}

  var isCancelled: Bool { hasEnded.load(ordering: .acquiring) }

  /// Ends the observation.
  public func cancel() {
    hasEnded.store(true, ordering: .releasing)
  }

  /// Adds the token to a collection: `observe { … }.store(in: &tokens)`.
  ///
  /// - Parameter tokens: The collection.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }

  /// Adds the token to a collection: `observe { … }.store(in: &tokens)`.
  ///
  /// - Parameter tokens: The collection.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }

  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
