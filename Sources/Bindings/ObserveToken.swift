import Synchronization

/// Keeps an observation alive that `observe` has begun. The observation ends when the token is
/// cancelled or released.
public final class ObserveToken: Sendable, Hashable {
  private let hasEnded = Atomic(false)
  private let onCancel: (@Sendable () -> Void)?

  init() {
    onCancel = nil
  }

  /// Creates a token for an observation of your own.
  ///
  /// - Parameter onCancel: Ends the observation. It is called once: when the token is cancelled or
  ///   released.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit { cancel() }

  var isCancelled: Bool { hasEnded.load(ordering: .acquiring) }

  /// Ends the observation.
  public func cancel() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    onCancel?()
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
