import DependencyInjection

/// Keeps asynchronous work of the process on the main actor for as long as an object of this class
/// exists.
final class SerialExecution: Sendable {
  private let use = MainSerialExecutor.begin()

  init() {}

  deinit {
    MainSerialExecutor.end(use)
  }
}
