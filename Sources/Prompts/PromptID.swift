import Synchronization

/// The identity of a prompt or a button, which distinguishes it from others with the same contents.
///
/// Each `PromptID()` is unique in the process.
public struct PromptID: Hashable, Sendable {
  private let number: Int

  // A counter, because a `UUID` takes several hundred times as long.
  private static let count = Atomic(0)

  init() {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).oldValue
  }
}
