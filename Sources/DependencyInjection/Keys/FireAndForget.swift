extension DependencyValues {
  /// Runs work that the caller does not wait for, such as tracking an event, and ignores its
  /// errors. In tests the caller waits, so that the test can check the result.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { name, priority, operation in
      Task(name: name, priority: priority) { try await operation() }
    }
    static let testValue = FireAndForget { name, priority, operation in
      _ = await Task(name: name, priority: priority) { try await operation() }.result
    }
  }
}

/// A function that runs work without waiting for it.
public struct FireAndForget: Sendable {
  /// The work.
  public typealias Operation = @Sendable () async throws -> Void

  /// Runs work in a task with a name and a priority.
  public let operation: @Sendable (String?, TaskPriority?, @escaping Operation) async -> Void

  /// Creates an effect from a function that takes the name of the task, its priority and the work.
  public init(
    _ operation: @escaping @Sendable (String?, TaskPriority?, @escaping Operation) async -> Void
  ) {
    self.operation = operation
  }

  /// Creates an effect from a function that takes the priority of the task and the work.
  public init(_ run: @escaping @Sendable (TaskPriority?, @escaping Operation) async -> Void) {
    operation = { _, priority, operation in await run(priority, operation) }
  }

  /// Runs work. Errors are ignored.
  ///
  /// - Parameters:
  ///   - name: The name of the task, for tools.
  ///   - priority: The priority of the task.
  ///   - operation: The work.
  public func callAsFunction(
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping Operation
  ) async {
    await self.operation(name, priority, operation)
  }
}
