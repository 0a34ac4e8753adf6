import ComposableGtk

/// A key of a dependency with a property that is not its value.
// error: type 'CountingKey' does not conform to protocol 'DependencyKey'
private enum CountingKey: DependencyKey {
  static let live = Counting(count: { 1 })
}
