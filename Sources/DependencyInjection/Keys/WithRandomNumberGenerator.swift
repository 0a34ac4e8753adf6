import Foundation

extension DependencyValues {
  /// Calls a closure with a source of random numbers.
  ///
  ///     @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  ///     let side = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }

  private enum WithRandomNumberGeneratorKey: DependencyKey {
    static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  }
}

/// A source of random numbers that is shared between tasks.
public final class WithRandomNumberGenerator: @unchecked Sendable {
  // Unchecked: the generator is only used with the lock held.
  private var generator: any RandomNumberGenerator & Sendable
  private let lock = NSLock()

  /// Creates a shared source from a generator.
  public init<T: RandomNumberGenerator & Sendable>(_ generator: T) {
    self.generator = generator
  }

  /// Calls a closure with the generator. Only one caller uses it at a time.
  ///
  /// - Parameter work: Uses the generator. It must not call this function again.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  public func callAsFunction<R>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> R
  ) rethrows -> R {
    try lock.withLock { try work(&generator) }
  }
}
