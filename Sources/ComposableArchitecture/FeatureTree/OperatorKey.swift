/// Identifies an operator, such as an `ifLet`, among those of a feature: by the state that it works
/// on, and by the scopes that lead to it. If a parent scopes to the same feature twice, it has
/// operators of the same state twice.
@usableFromInline
struct OperatorKey: Hashable, @unchecked Sendable {
  // Sendable, because key paths are immutable; not all of their types tell the compiler so.
  private let keyPath: AnyKeyPath
  private let path: FeaturePath
  private let hash: Int

  /// Makes the key of an operator of the reducer that is being put together.
  @usableFromInline
  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
    path = FeaturePath.current
    var hasher = Hasher()
    hasher.combine(keyPath)
    hasher.combine(path)
    hash = hasher.finalize()
  }

  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hash == rhs.hash && lhs.keyPath == rhs.keyPath && lhs.path == rhs.path
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
