import Synchronization

/// A number that changes whenever a stack's list of ids, or an element of the stack, may have
/// changed.
///
/// Comparing ids would need a copy of the old ones, and holding it would force copy-on-write.
public struct _StackRevision: Equatable, Sendable {
  private let number: UInt64

  /// The revision of a stack to which nothing has been added yet.
  static let empty = Self(number: 0)

  private static let count = Atomic<UInt64>(0)

  /// Returns a revision that has not been used before.
  static func next() -> Self {
    Self(number: count.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
