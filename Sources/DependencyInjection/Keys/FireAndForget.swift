import IssueReporting

extension DependencyValues {
  /// Runs work that the caller does not wait for, such as tracking an event. In tests the caller
  /// waits, so that the test can check the result, and errors are reported.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { priority, operation in
      Task(priority: priority) { try await operation() }
    }
    static let testValue = FireAndForget { priority, operation in
      do {
        try await Task(priority: priority) { try await operation() }.value
      } catch {
        reportIssue("The work of 'fireAndForget' threw an error: \(error)")
      }
    }
  }
}

/// A function that runs work without waiting for it.
public struct FireAndForget: Sendable {
  /// The work.
  public typealias Operation = @Sendable () async throws -> Void

  private let run: @Sendable (TaskPriority?, @escaping Operation) async -> Void

  /// Creates an effect from a function.
  public init(_ run: @escaping @Sendable (TaskPriority?, @escaping Operation) async -> Void) {
    self.run = run
  }

  /// Runs work. Errors are ignored, and in tests reported.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    _ operation: @escaping Operation
  ) async {
    await run(priority, operation)
  }
}
