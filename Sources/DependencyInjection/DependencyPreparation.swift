import Synchronization

/// The run of a closure that changes dependencies, such as the first one of `withDependencies`.
///
/// A default that is read meanwhile is not used yet: the closure may be about to change a part of
/// it. So nothing is reported about it.
final class DependencyPreparation: Sendable {
  @TaskLocal private static var current: DependencyPreparation?

  // A task that the closure starts inherits the task-local value, and outlives the closure.
  private let isOver = Atomic(false)

  private init() {}

  /// Whether the current task is preparing dependencies.
  static var isRunning: Bool {
    guard let current else { return false }
    return !current.isOver.load(ordering: .acquiring)
  }

  /// Runs a closure that changes dependencies.
  static func run<R>(_ update: () throws -> R) rethrows -> R {
    let preparation = DependencyPreparation()
    defer { preparation.isOver.store(true, ordering: .releasing) }
    return try $current.withValue(preparation, operation: update)
  }

  /// Runs an asynchronous closure that changes dependencies.
  static func run<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ update: () async throws -> R
  ) async rethrows -> R {
    let preparation = DependencyPreparation()
    defer { preparation.isOver.store(true, ordering: .releasing) }
    return try await $current.withValue(preparation, operation: update)
  }

  /// Runs an operation that uses dependencies, also if it is called while others are prepared.
  static func pause<R>(_ operation: () throws -> R) rethrows -> R {
    // Binding a task-local value costs more than reading it.
    guard current != nil else { return try operation() }
    return try $current.withValue(nil, operation: operation)
  }

  /// Runs an asynchronous operation that uses dependencies, also if it is called while others are
  /// prepared.
  static func pause<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    guard current != nil else { return try await operation() }
    return try await $current.withValue(nil, operation: operation)
  }
}
