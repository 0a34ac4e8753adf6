import DependencyInjection
import Testing

/// Runs tests while all tasks take turns, so that a task that was started has come to its first
/// sleep when a test clock is advanced, however busy the machine is.
struct MainSerialExecutorTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    MainSerialExecutor.begin()
    defer { MainSerialExecutor.end() }
    // On to the main actor's executor.
    await Task.yield()
    try await function()
  }
}

extension Trait where Self == MainSerialExecutorTrait {
  static var mainSerialExecutor: Self { Self() }
}
