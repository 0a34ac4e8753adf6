import Dispatch
import Synchronization

extension AsyncThrowingStream where Failure == any Error {
  /// Does work that tells how far it has come, for as long as somebody waits for its end.
  package static func transfer<Outcome: Sendable>(
    _ work:
      @escaping @Sendable (
        _ onProgress: @escaping @Sendable (TransferProgress) -> Void
      ) async throws -> Outcome
  ) -> AsyncThrowingStream where Element == TransferEvent<Outcome> {
    // Who is slow to look sees the newest. The end is never lost, because nothing comes after it.
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let pace = Pace()
      let task = Task {
        do {
          let outcome = try await work { if pace.isDue() { continuation.yield(.progress($0)) } }
          continuation.yield(.finished(outcome))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A stream that has ended.
  static func finished(throwing error: (any Error)?) -> AsyncThrowingStream {
    AsyncThrowingStream { $0.finish(throwing: error) }
  }
}

/// Lets some of many reports through: none of work that is done in no time, and no more than people
/// can see.
private final class Pace: Sendable {
  private let next = Mutex(ContinuousClock.now + .milliseconds(300))

  func isDue() -> Bool {
    next.withLock { next in
      let now = ContinuousClock.now
      guard now >= next else { return false }
      next = now + .milliseconds(100)
      return true
    }
  }
}
