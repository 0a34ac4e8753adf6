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
  /// guaranteed that they do; prefer to wait for a condition.
  ///
  /// - Parameter count: The number of times to yield.
  public static func megaYield(count: Int = 20) async {
    // Yield at the caller's priority, which the tasks that it has started have, too. Each priority
    // has its own queue: yielding at another priority would not let these tasks run first.
    let priority = currentPriority
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: priority) { await Task.yield() }.value
    }
  }
}

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
