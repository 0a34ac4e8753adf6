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

  /// Lets other tasks run, many times over.
  ///
  /// A test calls it so that the tasks it started get to where they suspend. There is no promise
  /// that they do: prefer to wait for a condition.
  ///
  /// - Parameter count: How often to yield.
  public static func megaYield(count: Int = 20) async {
    // At the caller's priority, which the tasks that it started have as well: those of another one
    // wait in another queue, so that yielding there would not let these go first.
    let priority = currentPriority
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: priority) { await Task.yield() }.value
    }
  }
}

extension Task where Failure == any Error {
  /// The task's result. When the task that waits for it is cancelled, this task is, too.
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
  /// The task's result. When the task that waits for it is cancelled, this task is, too.
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
