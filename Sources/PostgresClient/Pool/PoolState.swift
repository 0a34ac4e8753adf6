import Foundation

/// Whether a pool reaches its server.
package enum PoolState: Equatable, Sendable {
  /// Nobody has asked for a connection yet, or the first one is being made.
  case connecting
  /// The server was there when it was last asked.
  case connected
  /// The server cannot be reached. The pool tries again by itself.
  case lost(Loss)
  /// Trying again does not help before somebody has changed something, such as the password. The
  /// next one who asks for a connection tries.
  case failed(PostgresError)

  /// How a server was lost.
  package struct Loss: Equatable, Sendable {
    /// When.
    package let since: Date
    /// How many attempts to connect have failed since.
    package let attempts: Int
    /// How long the pool waits before the next attempt.
    package let pause: Duration
    /// What happened last.
    package let error: PostgresError
    /// When the pool tries next.
    package let retryAt: Date

    init(since: Date, attempts: Int, pause: Duration, error: PostgresError) {
      self.since = since
      self.attempts = attempts
      self.pause = pause
      self.error = error
      let (seconds, attoseconds) = pause.components
      retryAt = .now.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
    }
  }
}
