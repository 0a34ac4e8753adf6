import AccessTracking
import Synchronization

/// Reads state without observing it.
enum UntrackedRead {
  /// The thread that reads, 0 if none does. Only the main actor reads so; other threads must not be
  /// affected.
  private static let reader = Atomic<UInt>(0)

  static var isActive: Bool {
    let reader = reader.load(ordering: .relaxed)
    return reader != 0 && reader == currentThread
  }

  @MainActor
  static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let previous = reader.exchange(currentThread, ordering: .relaxed)
    defer { reader.store(previous, ordering: .relaxed) }
    return try body()
  }
}
