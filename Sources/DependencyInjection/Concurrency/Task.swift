import Foundation

extension Task where Failure == Never {
  /// Suspends until the task is cancelled.
  ///
  /// - Throws: `CancellationError`, always.
  public static func never() async throws -> Success {
    for await value in AsyncStream<Success>.never {
      return value
    }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled.
  ///
  /// - Throws: `CancellationError`, always.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }

  /// Yields to other tasks several times.
  ///
  /// A test calls it so that the tasks that it has started run until they suspend. It is not
  /// guaranteed that they do; prefer to wait for a condition. A ``TestClock`` waits for them by
  /// itself.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, to whose tasks it yields, too.
  ///   - count: The number of times to yield: by default the value of the environment variable
  ///     `TASK_MEGA_YIELD_COUNT`, or else 20.
  public static func megaYield(
    isolation: isolated (any Actor)? = #isolation,
    count: Int = _megaYieldCount
  ) async {
    // Yield at the caller's priority, which the tasks that it has started have, too, and then at
    // the lowest. Each priority has its own queue.
    let priority = currentPriority
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: priority) { await Task.yield() }.value
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

/// The number of times that `Task.megaYield()` yields.
public let _megaYieldCount: Int =
  ProcessInfo.processInfo.environment["TASK_MEGA_YIELD_COUNT"].flatMap(Int.init)
  .map { max(0, $0) } ?? 20

extension Task where Failure == any Error {
  /// The result of the task. When the waiting task is cancelled, this task is cancelled, too.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The result of the task. When the waiting task is cancelled, this task is cancelled, too.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}
