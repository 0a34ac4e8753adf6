import Synchronization

/// What `withEscapedDependencies` passes on besides the dependencies, for a module above.
package protocol EscapedContext: Sendable {
  /// Runs an operation in the context.
  func perform<R>(_ operation: () throws -> R) rethrows -> R

  /// Runs an asynchronous operation in the context.
  func perform<R>(
    isolation: isolated (any Actor)?,
    _ operation: () async throws -> R
  ) async rethrows -> R
}

package enum EscapedContexts {
  private static let capture = Mutex<(@Sendable () -> (any EscapedContext)?)?>(nil)

  /// Has each call of `withEscapedDependencies` ask for a context, `nil` if there is none to pass
  /// on.
  package static func install(_ current: @escaping @Sendable () -> (any EscapedContext)?) {
    capture.withLock { $0 = current }
  }

  static var current: (any EscapedContext)? { capture.withLock({ $0 })?() }
}
