import Dispatch
import Synchronization

/// Runs work that blocks away from the threads of Swift's tasks, of which there are few.
package func blocking<Value: Sendable>(
  _ priority: DispatchQoS.QoSClass = .userInitiated,
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global(qos: priority).async {
      continuation.resume(with: Result(catching: work))
    }
  }
}

/// Runs work that blocks, and that asks now and then whether the task has been cancelled.
package func blockingUntilCancelled<Value: Sendable>(
  _ work:
    @escaping @Sendable (_ checkCancellation: @escaping @Sendable () throws -> Void) throws -> Value
) async throws -> Value {
  let isCancelled = Flag()
  return try await withTaskCancellationHandler {
    try await blocking {
      try work { if isCancelled.isSet { throw CancellationError() } }
    }
  } onCancel: {
    isCancelled.set()
  }
}

/// Something that happens once, and that other threads ask about.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() {
    value.withLock { $0 = true }
  }
}
