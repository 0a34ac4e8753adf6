import ComposableGtk

/// A function of a client that neither throws nor has a default.
@DependencyClient
private struct Weigher {
  // error: 'weigh' needs a default value, because it cannot throw the error 'Unimplemented'
  var weigh: @Sendable (Int) async -> Double
}
