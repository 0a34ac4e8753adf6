/// The scopes that lead from a feature's node to a reducer within the feature.
///
/// A ``Scope`` makes no node, so what it leads to shares the node with the reducers around it.
struct FeaturePath: Hashable, @unchecked Sendable {
  /// The path to the reducer that is being put together.
  @TaskLocal static var current = FeaturePath(scopes: [])

  // Sendable, because key paths are immutable; not all of their types tell the compiler so.
  private let scopes: [AnyKeyPath]

  private init(scopes: [AnyKeyPath]) {
    self.scopes = scopes
  }

  /// Puts a reducer together that runs in one more scope.
  static func appending<Child>(_ scope: AnyKeyPath, _ make: () -> Child) -> Child {
    $current.withValue(FeaturePath(scopes: current.scopes + [scope]), operation: make)
  }
}
