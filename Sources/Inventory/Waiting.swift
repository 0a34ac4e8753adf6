import Dispatch
import Synchronization

/// Waits on the main thread until work is done, and does nothing else there. The work must not need
/// the main actor.
///
/// GTK asks for the first windows in a function that is not asynchronous, and their first frame
/// already shows what was read.
///
/// - Throws: What the work throws.
@MainActor
func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let outcome = Outcome<Value>()
  Task.detached(priority: .userInitiated) {
    do {
      outcome.set(.success(try await work()))
    } catch {
      outcome.set(.failure(error))
    }
  }
  return try outcome.wait().get()
}

/// A result that another thread waits for.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  func set(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    isDone.signal()
  }

  func wait() -> Result<Value, any Error> {
    while true {
      if let result = result.withLock({ $0 }) { return result }
      isDone.wait()
    }
  }
}
