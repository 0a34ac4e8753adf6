import DependencyInjection
import Synchronization

/// Keeps asynchronous work of the process on the main actor for as long as one of these lives.
///
/// Tests run at the same time, so they are counted: the last one to go switches it off.
final class SerialExecution: Sendable {
  private static let count = Mutex(0)

  init() {
    Self.count.withLock { count in
      count += 1
      if count == 1 { uncheckedUseMainSerialExecutor = true }
    }
  }

  deinit {
    Self.count.withLock { count in
      count -= 1
      if count == 0 { uncheckedUseMainSerialExecutor = false }
    }
  }
}
