import Synchronization

/// Knows when something has come from a server last, on whichever connection.
///
/// All copies of ``ConnectionOptions`` share one, so that an attempt to connect that goes on step
/// by step counts, too.
package final class ServerPulse: Sendable {
  private struct State {
    var lastBeat = ContinuousClock.now
    /// How many wait for something else than the server.
    var pauses = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Notes that something has come from the server, or that it has taken what was sent.
  func beat() {
    state.withLock { $0.lastBeat = .now }
  }

  /// When something has come last. It is now, while something else than the server is waited for.
  var lastBeat: ContinuousClock.Instant {
    state.withLock { $0.pauses > 0 ? .now : $0.lastBeat }
  }

  /// Does something for which the server is not waited for, such as to ask somebody.
  package func pausing<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    state.withLock { $0.pauses += 1 }
    defer {
      state.withLock {
        $0.pauses -= 1
        $0.lastBeat = .now
      }
    }
    return try await body()
  }
}

/// Options are equal if they say the same, whatever has come from the server.
extension ServerPulse: Equatable {
  package static func == (one: ServerPulse, other: ServerPulse) -> Bool { true }
}

extension ConnectionOptions {
  /// Does something during which a connection says nothing for long, such as to change tables.
  ///
  /// If it takes long, the server is asked now and then on another connection whether it is there,
  /// so that it does not count as lost.
  ///
  /// - Parameters:
  ///   - pause: The pause before each question.
  ///   - body: What is done.
  package func askingWhetherItAnswers<Value>(
    every pause: Duration = .milliseconds(1_500),
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    let asking = Task { try await askAgainAndAgain(every: pause) }
    defer { asking.cancel() }
    return try await body()
  }

  private func askAgainAndAgain(every pause: Duration) async throws {
    while true {
      try await Task.sleep(for: pause)
      // Also that there is no connection left is an answer.
      guard let connection = try? await Connection.connect(self) else { continue }
      do {
        while true {
          try await connection.execute("SELECT 1", timeout: connectTimeout)
          try await Task.sleep(for: pause)
        }
      } catch {
        await connection.close()
      }
    }
  }
}
