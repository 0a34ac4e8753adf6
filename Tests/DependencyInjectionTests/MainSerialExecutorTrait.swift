import DependencyInjection
import Testing

/// Runs tests while all tasks run one at a time, so that a started task has reached its first sleep
/// when a test clock is advanced, on a busy machine, too.
struct MainSerialExecutorTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    MainSerialExecutor.begin()
    defer { MainSerialExecutor.end() }
    // Continue on the main actor's executor.
    await Task.yield()
    try await function()
  }
}

extension Trait where Self == MainSerialExecutorTrait {
  static var mainSerialExecutor: Self { Self() }
}
