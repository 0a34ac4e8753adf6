import DependencyInjection

/// Keeps asynchronous work of the process on the main actor for as long as one of these lives.
final class SerialExecution: Sendable {
  private let use = MainSerialExecutor.begin()

  init() {}

  deinit {
    MainSerialExecutor.end(use)
  }
}
