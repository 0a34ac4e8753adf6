import Synchronization

/// Tells one prompt or button from another with the same contents.
///
/// Each `PromptID()` differs from all others in the process.
public struct PromptID: Hashable, Sendable {
  private let number: Int

  // A counter: several hundred times as fast as a `UUID`.
  private static let count = Atomic(0)

  init() {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).oldValue
  }
}
